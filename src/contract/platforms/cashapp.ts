import { NAME_LETTERS, type PlatformRules, segmentOf, stripStart } from './platform.ts';

export const cashapp: PlatformRules<'cashapp'> = {
  id: 'cashapp',
  placeholder: '$username',
  hint: 'Starts with $ (e.g. $username). We add it if you forget.',
  refusal: `Enter the Cash App name alone, for example $username: ${NAME_LETTERS}`,
  otherKinds: [],
  strip: stripStart,
  display: (name) => `$${name}`,
  isStoredAsShown: true,
  usual: {
    pattern: /^(?=.*[A-Za-z])[A-Za-z0-9]{1,20}$/,
    rule: 'have 1 to 20 letters and digits, with at least one letter',
  },
  profileAddresses: ['cash.app'],
  payLink: (handle, details) => ({ url: `https://cash.app/$${segmentOf(handle, details)}` }),
  carries: () => 'Cash App opens with the amount filled in. Notes aren’t supported.',
  fills: () => ['amount'],
  handOff: 'payment',
  isCopiedOnFailure: true,
  helpUrl: 'https://cash.app/help',
  merits: ['Instant transfers', 'Lower fees'],
};
