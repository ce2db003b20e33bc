import { NAME_LETTERS, type PlatformRules, stripSigns } from './platform.ts';

const PREFIX = /^(?:https?:\/\/)?apple\.pay\//i;

export const applepay: PlatformRules<'applepay'> = {
  id: 'applepay',
  placeholder: 'apple.pay/username',
  hint: 'Written as apple.pay/username, or your phone number or email address.',
  refusal: `Enter an Apple Pay name such as apple.pay/username (${NAME_LETTERS}), a phone number or an email address`,
  otherKinds: ['email', 'phone'],
  strip: (text) => stripSigns(text.replace(PREFIX, '')),
  display: (name) => `apple.pay/${name}`,
  profileAddresses: ['apple.pay'],
  // Apple Pay has no pay link: the payer looks the handle up.
  payLink: ({ clean }) => ({ url: 'https://www.apple.com/apple-cash/', copy: clean }),
  carries: () => 'Apple Pay can’t fill these in. Enter them in the app.',
  fills: () => [],
  handOff: 'instructions',
  helpUrl: 'https://support.apple.com/apple-pay',
  merits: ['Highest security', 'No sender fees'],
};
