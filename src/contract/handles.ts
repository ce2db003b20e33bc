import { type Handle, NAME_MAX_LENGTH } from './platforms/platform.ts';
import { PLATFORM_LABELS, PLATFORM_RULES, type Platform } from './platforms/registry.ts';
import { codePointLength, hasForbiddenCharacters, isOverRawLimit, visible } from './text.ts';

/** How long a replaced handle is a reason to ask first. */
export const CHANGED_DAYS = 7;

export const HANDLE_MAX_LENGTH = 254;

export type ParsedHandle =
  /** `stored` is kept and shown in the form again. */
  ({ ok: true; stored: string } & Handle) | { ok: false; message: string };

// An ASCII alphabet, as on all four platforms: a look-alike letter from another script would pay a
// stranger. At least one letter or digit, because '..' would climb out of its place in an address.
const NAME = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]+$/;
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]{0,63}[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const PHONE = /^\+?[1-9](?:[.-]?[0-9]){1,14}$/;
const SPACED_PHONE = /^\+?[0-9(][0-9().\s-]+$/;

const TOO_LONG: ParsedHandle = {
  ok: false,
  message: `Username must be at most ${HANDLE_MAX_LENGTH} characters`,
};

/** Parses a typed handle, or returns a sentence about what is wrong with it. */
export function parseHandle(platform: Platform, input: string): ParsedHandle {
  if (isOverRawLimit(input, HANDLE_MAX_LENGTH)) return TOO_LONG;
  const typed = visible(input);
  if (codePointLength(typed) > HANDLE_MAX_LENGTH) return TOO_LONG;
  const rules = PLATFORM_RULES[platform];
  if (hasForbiddenCharacters(typed)) return { ok: false, message: rules.refusal };
  const bare = rules.strip(typed);
  if (bare === '') return { ok: false, message: 'Username is required' };

  const takesPhone = rules.otherKinds.includes('phone');
  if (takesPhone && PHONE.test(bare)) {
    return { ok: true, stored: typed, clean: bare.replace(/[.-]/g, ''), kind: 'phone' };
  }
  if (bare.length <= NAME_MAX_LENGTH && NAME.test(bare)) {
    const stored = rules.isStoredAsShown ? rules.display(bare) : typed;
    return { ok: true, stored, clean: bare, kind: 'name' };
  }
  if (rules.otherKinds.includes('email') && EMAIL.test(bare)) {
    return { ok: true, stored: typed, clean: bare, kind: 'email' };
  }
  if (takesPhone && SPACED_PHONE.test(bare)) {
    return {
      ok: false,
      message: 'Write the phone number without spaces, for example +15551234567',
    };
  }
  return { ok: false, message: rules.refusal };
}

/** A gentle sentence beside the field for a handle that the platform itself would hardly give out. */
export function handleWarning(platform: Platform, handle: string): string | undefined {
  const parsed = parseHandle(platform, handle);
  const { usual } = PLATFORM_RULES[platform];
  if (!parsed.ok || parsed.kind !== 'name' || !usual || usual.pattern.test(parsed.clean)) {
    return undefined;
  }
  return `${PLATFORM_LABELS[platform]} names usually ${usual.rule}. Please check this one.`;
}

/** How a stored handle is written on cards, whatever its owner typed around it. */
export function displayHandle(platform: Platform, stored: string): string {
  const parsed = parseHandle(platform, stored);
  if (!parsed.ok) return stored;
  return parsed.kind === 'name' ? PLATFORM_RULES[platform].display(parsed.clean) : parsed.clean;
}

/** Whether both lead to the same account: platforms ignore case and what is typed around a name. */
export function isSameHandle(platform: Platform, one: string, other: string): boolean {
  const [a, b] = [one, other].map((handle) => displayHandle(platform, handle).toLowerCase());
  return a === b;
}
