import {
  NAME_LETTERS,
  type PlatformRules,
  queryString,
  segmentOf,
  stripSigns,
} from './platform.ts';

export const venmo: PlatformRules<'venmo'> = {
  id: 'venmo',
  placeholder: '@username',
  hint: 'Starts with @ (e.g. @username).',
  refusal: `Enter the Venmo name alone, for example @username: ${NAME_LETTERS}`,
  otherKinds: [],
  strip: stripSigns,
  display: (name) => `@${name}`,
  usual: {
    pattern: /^[A-Za-z0-9_-]{5,30}$/,
    rule: 'have 5 to 30 letters, digits, dashes and underscores',
  },
  profileAddresses: ['venmo.com', 'venmo.com/u', 'account.venmo.com/u'],
  payLink(handle, details) {
    const { amount, note } = details;
    if (amount === undefined && note === undefined) {
      return { url: `https://venmo.com/u/${segmentOf(handle, details)}` };
    }
    const query = queryString({ txn: 'pay', recipients: handle.clean, amount, note });
    return { url: `https://account.venmo.com/pay?${query}` };
  },
  carries: () => 'Venmo opens with the amount and the note filled in.',
  fills: () => ['amount', 'note'],
  handOff: 'gateway',
  isProfileOnly: true,
  helpUrl: 'https://help.venmo.com',
  merits: ['Social payments', 'Quick transfers'],
};
