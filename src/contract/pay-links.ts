import { parseHandle } from './handles.ts';
import type { Platform } from './platforms.ts';
import {
  codePointLength,
  hasForbiddenCharacters,
  isOverRawLimit,
  removeInvisible,
} from './text.ts';

/** A slip of the finger is likelier than a larger payment between people. */
const AMOUNT_MAX = 100_000;
/** The longest note that Venmo takes. */
export const NOTE_MAX_LENGTH = 280;
export const NOTE_TOO_LONG = `The note can be at most ${NOTE_MAX_LENGTH} characters`;
/** Twelve digits, a dot and two decimals. */
export const AMOUNT_MAX_LENGTH = 15;
export const AMOUNT_INVALID = 'Enter the amount as a plain number, for example 25 or 12.50';

export type ParsedAmount = { ok: true; amount: string } | { ok: false; message: string };
export type ParsedNote = { ok: true; note: string } | { ok: false; message: string };

/** What is asked for: an amount as `parseAmount` gives it, a note as `parseNote` does. */
export interface PaymentDetails {
  amount?: string | undefined;
  note?: string | undefined;
}

export interface PayLink {
  url: string;
  /** A second way to the same person, where the first may not work. */
  alternateUrl?: string;
  /** What the payer has to paste because the address cannot carry it. */
  copy?: string;
}

/** Reads a plain positive amount with at most two decimals: '25', '12.5' (given back as '12.50'). */
export function parseAmount(text: string): ParsedAmount {
  if (isOverRawLimit(text, AMOUNT_MAX_LENGTH)) return { ok: false, message: AMOUNT_INVALID };
  const match = /^(\d{0,12})(?:\.(\d{1,2}))?$/.exec(removeInvisible(text).trim());
  const [, whole = '', decimals] = match ?? [];
  if (!match || (whole === '' && decimals === undefined)) {
    return { ok: false, message: AMOUNT_INVALID };
  }
  const units = whole.replace(/^0+(?=\d)/, '') || '0';
  const amount = decimals === undefined ? units : `${units}.${decimals.padEnd(2, '0')}`;
  if (Number(amount) === 0) return { ok: false, message: 'The amount must be more than 0' };
  if (Number(amount) > AMOUNT_MAX) {
    return {
      ok: false,
      message: `The amount can be at most ${AMOUNT_MAX.toLocaleString('en-US')}`,
    };
  }
  return { ok: true, amount };
}

/** Reads the line that goes along with a payment. Empty is fine and means none. */
export function parseNote(text: string): ParsedNote {
  if (isOverRawLimit(text, NOTE_MAX_LENGTH)) return { ok: false, message: NOTE_TOO_LONG };
  const note = removeInvisible(text).trim();
  if (codePointLength(note) > NOTE_MAX_LENGTH) return { ok: false, message: NOTE_TOO_LONG };
  if (hasForbiddenCharacters(note)) {
    return { ok: false, message: 'The note contains characters that are not allowed' };
  }
  return { ok: true, note };
}

/** Details may come straight from an address bar: what does not pass its rule is left out. */
function checked(details: PaymentDetails): PaymentDetails {
  const amount = parseAmount(details.amount ?? '');
  const note = parseNote(details.note ?? '');
  return {
    amount: amount.ok ? amount.amount : undefined,
    note: note.ok && note.note !== '' ? note.note : undefined,
  };
}

/** `name=value` pairs with spaces as %20: the payment apps read + as a plus sign. */
function queryString(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join('&');
}

/** Where to pay this handle, or undefined when there is none that can be paid to. */
export function payLink(
  platform: Platform,
  handle: string | null | undefined,
  details: PaymentDetails = {},
): PayLink | undefined {
  const parsed = parseHandle(platform, handle ?? '');
  if (!parsed.ok) return undefined;
  const { clean } = parsed;
  const { amount, note } = checked(details);
  const segment = encodeURIComponent(clean) + (amount === undefined ? '' : `/${amount}`);

  switch (platform) {
    case 'paypal': {
      if (parsed.kind === 'name') {
        return {
          url: `https://www.paypal.com/paypalme/${segment}`,
          alternateUrl: `https://paypal.me/${segment}`,
        };
      }
      const query = queryString({ cmd: '_xclick', business: clean, amount, item_name: note });
      return {
        url: 'https://www.paypal.com/myaccount/transfer/homepage/pay',
        alternateUrl: `https://www.paypal.com/cgi-bin/webscr?${query}`,
        copy: clean,
      };
    }
    case 'venmo': {
      if (amount === undefined && note === undefined)
        return { url: `https://venmo.com/u/${segment}` };
      const query = queryString({ txn: 'pay', recipients: clean, amount, note });
      return { url: `https://account.venmo.com/pay?${query}` };
    }
    case 'cashapp':
      return { url: `https://cash.app/$${segment}` };
    case 'applepay':
      // There is no public address that pays somebody: the payer looks the handle up.
      return { url: 'https://www.apple.com/apple-cash/', copy: clean };
  }
}

/** The address that finds somebody here; with a platform it asks to be paid there. */
export function shareLink(
  origin: string,
  target: { username: string; platform?: Platform | undefined } & PaymentDetails,
): string {
  const { amount, note } = checked(target);
  const query = queryString({ search: target.username, platform: target.platform, amount, note });
  return `${new URL(origin).origin}/?${query}`;
}
