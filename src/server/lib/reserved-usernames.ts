import { PLATFORMS } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';
import { isLikeProduct } from './name-imitations.ts';
import { DIGIT_LETTERS } from './skeleton.ts';

export const USERNAME_RESERVED = 'This username is reserved. Please choose another.';

/** Compared like this, so that cash-app and cash.app are as reserved as cashapp. */
const compact = (text: string) => text.toLowerCase().replace(/[^a-z0-9]/g, '');

const ROLES = `admin administrator administrators admins billing customercare customerservice customersupport fraud help
  helpcenter helpdesk hostmaster mod moderation moderator moderators mods noreply official operator owner payments
  postmaster root safety security staff superuser support sysadmin system team trust verification verified verify
  webmaster`;

const PLACES = `about abuse account accounts api app apps assets auth avatars button card contact cookies dashboard docs
  download faq favicon features healthz home install invite legal login logout mail manifest metrics openapi page pages
  password pay payment privacy profile profiles public readyz register report reports reset robots search session
  sessions settings sign signin signout signup sitemap static status terms undo user users web well-known www`;

const OTHER_COMPANIES = 'apple applecash cash paypalme squarecash';

const words = (text: string) => text.split(/\s+/);

const RESERVED = new Set(
  [
    ...words(ROLES),
    ...words(PLACES),
    ...words(OTHER_COMPANIES),
    ...PLATFORMS,
    ...Object.values(SCREENS),
  ].map(compact),
);
RESERVED.delete('');

const PRODUCT = compact(PRODUCT_NAME);

/** admin1, paypal.support, official-venmo-team */
const AUTHORITY = new RegExp(
  `^(?:${[...words(ROLES), ...words(OTHER_COMPANIES), ...PLATFORMS].map(compact).join('|')})+$`,
);

const LETTERS: Readonly<Record<string, string>> = { 0: 'o', ...DIGIT_LETTERS };

/** paypa1 and adm1n: digits as the letters that they are read as. */
const asLetters = (key: string, one: 'l' | 'i') =>
  key.replace(/[0-9]/g, (digit) => (digit === '1' ? one : (LETTERS[digit] ?? '')));

/** rnoderator and vvebmaster: two letters as the one that they look like. */
const asOneLetter = (key: string) => key.replaceAll('rn', 'm').replaceAll('vv', 'w');

/** Whether it could be mistaken for us, for a platform or for a page. People who have such a username keep it. */
export function isReservedUsername(username: string): boolean {
  const key = compact(username);
  const spellings = [key, key.replace(/[0-9]/g, ''), asLetters(key, 'l'), asLetters(key, 'i')];
  spellings.push(...spellings.map(asOneLetter));
  return (
    RESERVED.has(key) ||
    isLikeProduct(key) ||
    spellings.some((each) => AUTHORITY.test(each) || each.includes(PRODUCT))
  );
}
