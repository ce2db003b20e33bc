import { z } from 'zod';
import { platformField } from './fields.ts';
import { parseAmount, parseNote } from './pay-links.ts';
import { removeInvisible } from './text.ts';

const QR_TYPES = ['profile', 'payment'] as const;
export type QrType = (typeof QR_TYPES)[number];

/** In an address an empty parameter is as good as none. */
function orNone<T extends z.ZodType>(field: T) {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && removeInvisible(value).trim() === '' ? undefined : value,
    field.optional(),
  );
}

/** Text that has to pass one of our own parsers, with the parser's message. */
function passing(
  label: string,
  parse: (text: string) => { ok: true } | { ok: false; message: string },
) {
  return z.string({ error: `${label} must be given once` }).superRefine((text, context) => {
    const parsed = parse(text);
    if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.message });
  });
}

/** GET /api/qrcode */
export const qrCodeQuery = z
  .object({
    type: z.enum(QR_TYPES, { error: "Type must be either 'profile' or 'payment'" }),
    username: orNone(
      z
        .string({ error: 'Username must be given once' })
        .overwrite((text) => removeInvisible(text).trim())
        .max(30, { error: 'Username must be at most 30 characters' })
        .regex(/^[A-Za-z0-9._-]*$/, {
          error: 'Username may only contain letters, numbers, dots, dashes and underscores',
        })
        // After the alphabet was checked: some foreign letters have small ASCII forms.
        .overwrite((text) => text.toLowerCase()),
    ).describe("Whose code; without it the signed-in member's own"),
    platform: orNone(platformField).describe('Where to pay; for payment codes'),
    format: orNone(z.enum(['png', 'svg'], { error: "Format must be either 'png' or 'svg'" })),
    amount: orNone(passing('Amount', parseAmount)),
    note: orNone(passing('Note', parseNote)),
  })
  .superRefine(({ type, platform }, context) => {
    if (type !== 'payment' || platform !== undefined) return;
    const message = 'A payment code needs a platform';
    context.addIssue({ code: 'custom', path: ['platform'], message });
  });
export type QrCodeQuery = z.infer<typeof qrCodeQuery>;

export const qrCodeAnswer = z.object({
  /** The picture as a data URL: PNG, or SVG with format=svg. */
  qrCode: z.string(),
  /** What the code says: the same link to copy or share. */
  url: z.url(),
});
export type QrCode = z.infer<typeof qrCodeAnswer>;
