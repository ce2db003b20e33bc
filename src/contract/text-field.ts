import { z } from 'zod';
import { codePointLength, rawLimit, visible } from './text.ts';

/** Lengths count code points, as the database does. */
export interface TextRule {
  label: string;
  min?: number;
  max: number;
}

export const tooShort = ({ label, min }: TextRule) => `${label} must be at least ${min} characters`;
export const tooLong = ({ label, max }: TextRule) =>
  `${label} must be at most ${max.toLocaleString('en-US')} characters`;

interface Messages {
  /** For a missing value and one of the wrong type. */
  wrongType: z.core.$ZodStringParams['error'];
  tooLong: string;
}

/**
 * The one schema that all input text starts from. Text over `maxUnits` (UTF-16 units, as `length`
 * counts) is refused before any other rule sees it: some rules take quadratic time.
 */
export function boundedText(maxUnits: number, messages: Messages) {
  return (
    z
      .string({ error: messages.wrongType })
      .refine((text) => text.length <= maxUnits, { error: messages.tooLong, abort: true })
      // Never fails after the check above. It puts the limit into the API document.
      .max(maxUnits)
  );
}

/** Text that people type. Chain `atMost` after what cleans it, for the exact limit. */
export function typedText(rule: TextRule, wrongType: Messages['wrongType']) {
  return boundedText(rawLimit(rule.max), { wrongType, tooLong: tooLong(rule) });
}

/** The exact limit, for text that is cleaned: normalization can make it longer. */
export function atMost(rule: TextRule, { abort = false } = {}) {
  return z.refine<string>((text) => codePointLength(text) <= rule.max, {
    error: tooLong(rule),
    abort,
  });
}

const isBlank = (value: unknown, maxUnits: number) =>
  typeof value === 'string' && value.length <= maxUnits && visible(value) === '';

/** Makes a field optional: null and '' both clear it, anything else must pass its rule. */
export function clearable(field: z.ZodString) {
  const maxUnits = field.maxLength ?? 0;
  return z.preprocess(
    (text: string | null) => (isBlank(text, maxUnits) ? null : text),
    field.nullable(),
  );
}

/** In an address an empty parameter is as good as none. */
export function blankAsMissing<T extends z.ZodType>(field: T) {
  return z.preprocess(
    (value) => (isBlank(value, rawLimit(0)) ? undefined : value),
    field.optional(),
  );
}

/** A list whose length is checked before any of its entries is. */
export function boundedList<T extends z.ZodType>(
  entry: T,
  max: number,
  messages: { wrongType: string; tooLong: string },
) {
  const list = z.array(entry, { error: messages.wrongType }).max(max);
  return z.preprocess((value: z.input<typeof list>, context) => {
    if (Array.isArray(value) && value.length > max) {
      context.addIssue({ code: 'custom', message: messages.tooLong });
    }
    return value;
  }, list);
}
