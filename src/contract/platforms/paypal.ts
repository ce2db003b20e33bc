import {
  NAME_LETTERS,
  type PlatformRules,
  queryString,
  segmentOf,
  stripSigns,
} from './platform.ts';

// PayPal gives out both forms of its own link.
const LINK = /^(?:https?:\/\/)?(?:www\.)?(?:paypal\.me|paypal\.com\/paypalme)\/([^/?#]*)/i;

export const paypal: PlatformRules<'paypal'> = {
  id: 'paypal',
  placeholder: '@username',
  hint: 'Starts with @ (e.g. @username), or the email address of your PayPal account.',
  refusal: `Enter a PayPal name such as @username (${NAME_LETTERS}), a paypal.me link or an email address`,
  otherKinds: ['email'],
  strip: (text) => stripSigns(LINK.exec(text)?.[1] ?? text),
  display: (name) => `@${name}`,
  usual: { pattern: /^[A-Za-z0-9]{1,20}$/, rule: 'have 1 to 20 letters and digits' },
  profileAddresses: ['paypal.me', 'paypal.com/paypalme'],
  payLink(handle, details) {
    if (handle.kind === 'name') {
      const segment = segmentOf(handle, details);
      return {
        url: `https://www.paypal.com/paypalme/${segment}`,
        alternateUrl: `https://paypal.me/${segment}`,
      };
    }
    const query = queryString({
      cmd: '_xclick',
      business: handle.clean,
      amount: details.amount,
      item_name: details.note,
    });
    // Only the second page can be filled in.
    return {
      url: 'https://www.paypal.com/myaccount/transfer/homepage/pay',
      alternateUrl: `https://www.paypal.com/cgi-bin/webscr?${query}`,
      copy: handle.clean,
    };
  },
  carries: ({ kind }) =>
    kind === 'name'
      ? 'PayPal opens with the amount filled in. Notes aren’t supported.'
      : 'PayPal opens empty: paste their email there. The second page has the amount and the note filled in.',
  fills: ({ kind }) => (kind === 'name' ? ['amount'] : ['amount', 'note']),
  handOff: 'options',
  helpUrl: 'https://www.paypal.com/us/cshelp/personal',
  merits: ['Widespread acceptance', 'Buyer protection'],
};
