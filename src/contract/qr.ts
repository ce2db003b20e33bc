import { z } from 'zod';
import { platformField, USERNAME, USERNAME_LETTERS, USERNAME_LETTERS_REFUSED } from './fields.ts';
import {
  AMOUNT_INVALID,
  AMOUNT_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  NOTE_TOO_LONG,
  parseAmount,
  parseNote,
} from './payment-details.ts';
import { rawLimit, visible } from './text.ts';
import { atMost, blankAsMissing, boundedText, typedText } from './text-field.ts';

const QR_TYPES = ['profile', 'payment'] as const;
export type QrType = (typeof QR_TYPES)[number];

/** Text that has to pass one of our own parsers, with the parser's message. */
function passing(
  text: z.ZodString,
  parse: (text: string) => { ok: true } | { ok: false; message: string },
) {
  return text.superRefine((value, context) => {
    const parsed = parse(value);
    if (!parsed.ok) context.addIssue({ code: 'custom', message: parsed.message });
  });
}

const amountText = boundedText(rawLimit(AMOUNT_MAX_LENGTH), {
  wrongType: 'Amount must be given once',
  tooLong: AMOUNT_INVALID,
});
const noteText = boundedText(rawLimit(NOTE_MAX_LENGTH), {
  wrongType: 'Note must be given once',
  tooLong: NOTE_TOO_LONG,
});

/** GET /api/qrcode */
export const qrCodeQuery = z
  .object({
    type: z.enum(QR_TYPES, { error: "Type must be either 'profile' or 'payment'" }),
    username: blankAsMissing(
      typedText(USERNAME, 'Username must be given once')
        .overwrite(visible)
        .check(atMost(USERNAME))
        .regex(USERNAME_LETTERS, { error: USERNAME_LETTERS_REFUSED })
        // After the alphabet was checked: some foreign letters have small ASCII forms.
        .overwrite((text) => text.toLowerCase()),
    ).describe("Whose code; without it the signed-in member's own"),
    platform: blankAsMissing(platformField).describe('Where to pay; for payment codes'),
    format: blankAsMissing(
      z.enum(['png', 'svg'], { error: "Format must be either 'png' or 'svg'" }),
    ),
    amount: blankAsMissing(passing(amountText, parseAmount)),
    note: blankAsMissing(passing(noteText, parseNote)),
  })
  .superRefine(({ type, platform }, context) => {
    if (type !== 'payment' || platform !== undefined) return;
    const message = 'A payment code needs a platform';
    context.addIssue({ code: 'custom', path: ['platform'], message });
  });
export type QrCodeQuery = z.infer<typeof qrCodeQuery>;

export const qrCodeResponse = z
  .object({
    /** The picture as a data URL: PNG, or SVG with format=svg. */
    qrCode: z.string(),
    /** The link that the code contains. */
    url: z.url(),
  })
  .meta({ id: 'QrCode' });
export type QrCode = z.infer<typeof qrCodeResponse>;
