import { codePointLength, hasForbiddenCharacters, isOverRawLimit, visible } from './text.ts';

/** A larger amount is more likely a typo than a payment between people. */
const AMOUNT_MAX = 100_000;
/** The longest note that Venmo takes. */
export const NOTE_MAX_LENGTH = 280;
export const NOTE_TOO_LONG = `The note can be at most ${NOTE_MAX_LENGTH} characters`;
/** Twelve digits, a dot and two decimals. */
export const AMOUNT_MAX_LENGTH = 15;
export const AMOUNT_INVALID = 'Enter the amount as a plain number, for example 25 or 12.50';

export type ParsedAmount = { ok: true; amount: string } | { ok: false; message: string };
export type ParsedNote = { ok: true; note: string } | { ok: false; message: string };

/** An amount as `parseAmount` returns it, a note as `parseNote` does. */
export interface PaymentDetails {
  amount?: string | undefined;
  note?: string | undefined;
}

/** Reads a plain positive amount with at most two decimals: '25', '12.5' or '12,5' (given back as '12.50'). */
export function parseAmount(text: string): ParsedAmount {
  if (isOverRawLimit(text, AMOUNT_MAX_LENGTH)) return { ok: false, message: AMOUNT_INVALID };
  const match = /^(\d{0,12})(?:[.,](\d{1,2}))?$/.exec(visible(text));
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

/** An amount as `parseAmount` returns it, for people: $1,250.00. */
export function formatAmount(amount: string): string {
  const [, whole = '', cents = '00'] = /^(\d+)(?:\.(\d\d))?$/.exec(amount) ?? [];
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${cents}`;
}

/** Parses the note of a payment, which may be empty. */
export function parseNote(text: string): ParsedNote {
  if (isOverRawLimit(text, NOTE_MAX_LENGTH)) return { ok: false, message: NOTE_TOO_LONG };
  const note = visible(text);
  if (codePointLength(note) > NOTE_MAX_LENGTH) return { ok: false, message: NOTE_TOO_LONG };
  if (hasForbiddenCharacters(note)) {
    return { ok: false, message: 'The note contains characters that are not allowed' };
  }
  return { ok: true, note };
}

/** '$maya', '@maya', '@4u2pay' or an email address; '$5k', '$25x2', '@6pm', '@7to9pm', '@6-ish' and '$20-ish' are none. */
const HANDLE =
  /[$@][-_]*\p{L}|[$@]\d+(?!(?:each|cad|eur|ish|usd)\b)(?:\p{L}{3}|(?!(?:x|to)\d+(?:[ap]m)?\b)\p{L}+\d)|@\d+[-_]+(?!(?:ish|noon)\b)\p{L}/iu;
const LINK = /:\/\/|www\.|(?<=[\p{L}\d])\.(?:app|cash|com?|io|link|me|net|org|shop)(?![\p{L}\d])/iu;
/** 'bit.ly/x', 'BIT.LY/x' and 'Bit.Ly/x', but not 'Rent.Jan/Feb'. */
const PATH = /[\p{L}\d]\.(?:[a-z]{2,}|[A-Z]{2,}|[A-Za-z]{2})(?::\d+)?\//u;
/** What browsers and people read as a dot or slash, besides those that normalization replaces. */
const DOTS = /[。·•‧∙⋅・]/g;
const SLASHES = /[⁄∕⧸╱]/g;

/**
 * Whether the note of a request, which cards and pages show, could send payers to another account. Anybody can make a
 * request for anybody.
 */
export function namesAccount(note: string): boolean {
  const plain = note
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(DOTS, '.')
    .replace(SLASHES, '/');
  return [HANDLE, LINK, PATH].some((pattern) => pattern.test(plain));
}

/** Details may come straight from an address bar: what does not pass its rule is left out. */
export function checkedDetails(details: PaymentDetails): PaymentDetails {
  const amount = parseAmount(details.amount ?? '');
  const note = parseNote(details.note ?? '');
  return {
    amount: amount.ok ? amount.amount : undefined,
    note: note.ok && note.note !== '' ? note.note : undefined,
  };
}

/** What a link asks for. */
export function checkedRequest(request: PaymentDetails): PaymentDetails {
  const { amount, note = '' } = checkedDetails(request);
  return { amount, note: note && !namesAccount(note) ? note : undefined };
}
