import { type NameLabel, productNameRefused, verifiedMarkRefused } from '#contract/fields.ts';
import { findProduct } from '#contract/name-rules.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { invalidInput } from './app-error.ts';
import { unboxLetters } from './letter-shapes.ts';
import { looseSkeletonsOf } from './skeleton.ts';

/** 'Payfollk' is read as 'Payfolk'. */
const withoutDoubles = (text: string) => text.replace(/(.)\1+/gu, '$1');
const productReadings = (word: string) => looseSkeletonsOf(word).map(withoutDoubles);

const [PRODUCT = ''] = productReadings(PRODUCT_NAME);
const [VERIFIED = ''] = looseSkeletonsOf('verified');

/** A word, and what stands before and after it. */
const WORDS = /(?<=(\S?)\s*)(?<![\p{L}\p{N}\p{M}])[\p{L}\p{N}\p{M}]+(?=\s*(\S?))/gu;
/** Some of them are letters in Unicode. */
const QUOTES = /['`´ʹʺʻʼʽʾʿˈˮ′″‴‵‶‷]/gu;
/** What makes a badge of the word beside it. Dots and dashes do not. */
const BADGE_SIGN = /[\p{S}\p{Extended_Pictographic}\p{Ps}\p{Pe}\p{Pi}\p{Pf}"•‣⁃·*※†‡]/u;

export const isLikeProduct = (word: string) =>
  productReadings(word).some((each) => each.includes(PRODUCT));

/** A sign between words may be an ornament. */
const hasProductLook = findProduct((word) =>
  /[\p{L}\p{N}]/u.test(word) ? productReadings(word) : ['', ...productReadings(word)],
);

function hasVerifiedMark(name: string): boolean {
  const letters = unboxLetters(name.replace(/\p{Variation_Selector}/gu, '')).replace(QUOTES, '"');
  if (!BADGE_SIGN.test(letters)) return false;
  const marked = [...letters.matchAll(WORDS)]
    .filter(([, before = '', after = '']) => BADGE_SIGN.test(before) || BADGE_SIGN.test(after))
    .map(([word]) => word);
  // Between signs, gaps and dashes may take the word apart.
  const parts = letters.split(BADGE_SIGN);
  // A sign may stand for a letter: '(ver|fied)'.
  const withSigns = letters.split(/\s+/u).filter((word) => BADGE_SIGN.test(word));
  return [...marked, ...parts, ...withSigns].some((each) =>
    looseSkeletonsOf(each).includes(VERIFIED),
  );
}

/** Why a public name is refused that the rules of the contract let through: it looks like ours, or like a badge. */
export function imitationIn(name: string, label: NameLabel): string | undefined {
  if (hasProductLook(name)) return productNameRefused(label);
  return hasVerifiedMark(name) ? verifiedMarkRefused(label) : undefined;
}

interface Names {
  name?: string | undefined;
  screenName?: string | null | undefined;
}

/** `prefix` is the path of the names in the body. */
export function refuseImitations({ name, screenName }: Names, prefix = ''): void {
  const problems = Object.entries({
    name: name && imitationIn(name, 'Name'),
    screenName: screenName && imitationIn(screenName, 'Screen name'),
  }).flatMap(([field, problem]) => (problem ? [[`${prefix}${field}`, problem] as const] : []));
  if (problems[0]) throw invalidInput(problems[0][1], Object.fromEntries(problems));
}
