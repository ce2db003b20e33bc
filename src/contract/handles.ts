import { PLATFORM_LABELS, type Platform } from './platforms.ts';
import { codePointLength, isOverRawLimit, removeInvisible } from './text.ts';

export const HANDLE_MAX_LENGTH = 254;
const NAME_MAX_LENGTH = 64;

type HandleKind = 'name' | 'email' | 'phone';

export type ParsedHandle =
  /** `stored` is kept and shown in the form again; `clean` is what is compared, searched and paid to. */
  { ok: true; stored: string; clean: string; kind: HandleKind } | { ok: false; message: string };

/** What an empty field for each platform shows. */
export const HANDLE_PLACEHOLDERS: Readonly<Record<Platform, string>> = {
  cashapp: '$username',
  paypal: '@username',
  applepay: 'apple.pay/username',
  venmo: '@username',
};

/** The line under each platform's field. */
export const HANDLE_HINTS: Readonly<Record<Platform, string>> = {
  cashapp: 'Starts with $ (e.g. $username). We add it if you forget.',
  paypal: 'Starts with @ (e.g. @username), or the email address of your PayPal account.',
  applepay: 'Written as apple.pay/username, or your phone number or email address.',
  venmo: 'Starts with @ (e.g. @username).',
};

// An ASCII alphabet, as on all four platforms: a look-alike letter from another script would pay a
// stranger. At least one letter or digit, because '..' would climb out of its place in an address.
const NAME = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._-]+$/;
const EMAIL =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+.-]{0,63}[A-Za-z0-9_+-]@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/;
const PHONE = /^\+?[1-9](?:[.-]?[0-9]){1,14}$/;
const SPACED_PHONE = /^\+?[0-9(][0-9().\s-]+$/;

// PayPal hands out both forms of its own link.
const PAYPAL_LINK = /^(?:https?:\/\/)?(?:www\.)?(?:paypal\.me|paypal\.com\/paypalme)\/([^/?#]*)/i;
const APPLE_PAY_PREFIX = /^(?:https?:\/\/)?apple\.pay\//i;

const REFUSALS: Readonly<Record<Platform, string>> = {
  cashapp: `Enter the Cash App name alone, for example $username: letters, digits, dots, dashes and underscores, up to ${NAME_MAX_LENGTH}`,
  paypal: `Enter a PayPal name such as @username (letters, digits, dots, dashes and underscores, up to ${NAME_MAX_LENGTH}), a paypal.me link or an email address`,
  applepay: `Enter an Apple Pay name such as apple.pay/username (letters, digits, dots, dashes and underscores, up to ${NAME_MAX_LENGTH}), a phone number or an email address`,
  venmo: `Enter the Venmo name alone, for example @username: letters, digits, dots, dashes and underscores, up to ${NAME_MAX_LENGTH}`,
};

const TOO_LONG: ParsedHandle = {
  ok: false,
  message: `Username must be at most ${HANDLE_MAX_LENGTH} characters`,
};

/** Takes off what people write around a handle: @ and $ signs, a paypal.me link, apple.pay/. */
function withoutDecoration(platform: Platform, text: string): string {
  let bare = text;
  if (platform === 'paypal') bare = PAYPAL_LINK.exec(text)?.[1] ?? text;
  if (platform === 'applepay') bare = text.replace(APPLE_PAY_PREFIX, '');
  bare = bare.replace(/^[@$]+/, '');
  return platform === 'cashapp' ? bare : bare.replace(/@+$/, '');
}

/** Reads what somebody typed as their handle, or says in a sentence what is wrong with it. */
export function parseHandle(platform: Platform, input: string): ParsedHandle {
  if (isOverRawLimit(input, HANDLE_MAX_LENGTH)) return TOO_LONG;
  const typed = removeInvisible(input).trim();
  if (codePointLength(typed) > HANDLE_MAX_LENGTH) return TOO_LONG;
  const bare = withoutDecoration(platform, typed);
  if (bare === '') return { ok: false, message: 'Username is required' };

  if (platform === 'applepay' && PHONE.test(bare)) {
    return { ok: true, stored: typed, clean: bare.replace(/[.-]/g, ''), kind: 'phone' };
  }
  if (bare.length <= NAME_MAX_LENGTH && NAME.test(bare)) {
    return {
      ok: true,
      stored: platform === 'cashapp' ? `$${bare}` : typed,
      clean: bare,
      kind: 'name',
    };
  }
  if ((platform === 'paypal' || platform === 'applepay') && EMAIL.test(bare)) {
    return { ok: true, stored: typed, clean: bare, kind: 'email' };
  }
  if (platform === 'applepay' && SPACED_PHONE.test(bare)) {
    return {
      ok: false,
      message: 'Write the phone number without spaces, for example +15551234567',
    };
  }
  return { ok: false, message: REFUSALS[platform] };
}

// The platforms' own rules are narrower than ours and change without notice, so they only warn.
const USUAL: Partial<Record<Platform, { pattern: RegExp; rule: string }>> = {
  cashapp: {
    pattern: /^(?=.*[A-Za-z])[A-Za-z0-9]{1,20}$/,
    rule: 'have 1 to 20 letters and digits, with at least one letter',
  },
  paypal: { pattern: /^[A-Za-z0-9]{1,20}$/, rule: 'have 1 to 20 letters and digits' },
  venmo: {
    pattern: /^[A-Za-z0-9_-]{5,30}$/,
    rule: 'have 5 to 30 letters, digits, dashes and underscores',
  },
};

/** A gentle sentence beside the field for a handle that the platform itself would hardly give out. */
export function handleWarning(platform: Platform, handle: string): string | undefined {
  const parsed = parseHandle(platform, handle);
  const usual = USUAL[platform];
  if (!parsed.ok || parsed.kind !== 'name' || !usual || usual.pattern.test(parsed.clean)) {
    return undefined;
  }
  return `${PLATFORM_LABELS[platform]} names usually ${usual.rule}. Please check this one.`;
}

/** How a stored handle is written on cards, whatever its owner typed around it. */
export function displayHandle(platform: Platform, stored: string): string {
  const parsed = parseHandle(platform, stored);
  if (!parsed.ok) return stored;
  if (parsed.kind !== 'name') return parsed.clean;
  if (platform === 'cashapp') return `$${parsed.clean}`;
  return platform === 'applepay' ? `apple.pay/${parsed.clean}` : `@${parsed.clean}`;
}
