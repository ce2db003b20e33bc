import type { PaymentDetails } from '#contract/payment-details.ts';

/** What a handle is: most are a name on the platform. */
export type HandleKind = 'name' | 'email' | 'phone';

export interface Handle {
  /** Without the signs around it: what is compared, searched and paid to. */
  clean: string;
  kind: HandleKind;
}

export interface PayLink {
  url: string;
  /** A second way to the same person, where the first may not work. */
  alternateUrl?: string;
  /** What the payer has to paste because the address cannot carry it. */
  copy?: string;
}

/** Everything that differs from one payment platform to the next, except its logo. */
export interface PlatformRules<Id extends string = string> {
  id: Id;
  /** What an empty field for a handle shows, and the line under it. */
  placeholder: string;
  hint: string;
  /** The error message for an invalid handle. */
  refusal: string;
  /** What a handle can be besides a name. */
  otherKinds: readonly Exclude<HandleKind, 'name'>[];
  /** Takes off what people write around a handle. */
  strip(text: string): string;
  /** A name as cards show it. */
  display(name: string): string;
  /** Names are stored as cards show them, not as they were typed. */
  isStoredAsShown?: boolean;
  /** The platform's own rule is narrower than ours and changes without notice, so it only warns. */
  usual?: { pattern: RegExp; rule: string };
  /** Addresses that the platform gives its members, without the name at their end. */
  profileAddresses: readonly string[];
  payLink(handle: Handle, details: PaymentDetails): PayLink;
  /** What the app does with an amount and a note. */
  carries(handle: Handle): string;
  /** Which of the two it can be given at all. */
  fills(handle: Handle): readonly (keyof PaymentDetails)[];
  /** What the visitor sees when the app has opened. */
  handOff: 'gateway' | 'payment' | 'options' | 'instructions';
  /** If the app does not open, the handle is copied. */
  isCopiedOnFailure?: boolean;
  /** Edited on the profile only, not on the payment accounts screen. */
  isProfileOnly?: boolean;
  /** Where people who paid the wrong account ask. */
  helpUrl: string;
  merits: readonly [string, string];
}

export const NAME_MAX_LENGTH = 64;
/** The letters of a name, for the sentence about one that is refused. */
export const NAME_LETTERS = `letters, digits, dots, dashes and underscores, up to ${NAME_MAX_LENGTH}`;

export const stripStart = (text: string) => text.replace(/^[@$]+/, '');
export const stripSigns = (text: string) => stripStart(text).replace(/@+$/, '');

/** The end of an address: the name, and the amount where there is one. */
export const segmentOf = ({ clean }: Handle, { amount }: PaymentDetails) =>
  encodeURIComponent(clean) + (amount === undefined ? '' : `/${amount}`);

/** `name=value` pairs with spaces as %20: the payment apps read + as a plus sign. */
export function queryString(values: Record<string, string | undefined>): string {
  return Object.entries(values)
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
    )
    .join('&');
}
