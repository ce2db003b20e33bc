import { codePointLength } from '#contract/text.ts';

const USUAL =
  /password|passwort|qwert|asdf|letmein|welcome|admin|iloveyou|abc|(?:0123|1234|2345|4321|9876)/i;

export interface Strength {
  /** 1 to 4: how many of four bars are filled. */
  level: 1 | 2 | 3 | 4;
  words: string;
}

/**
 * A hint, never a rule: length counts most, then how many different characters there are. Words that
 * everybody tries first and repetitions count for little.
 */
export function passwordStrength(password: string): Strength {
  const different = new Set(password).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password));
  const length = codePointLength(password.replace(USUAL, ''));
  const score = Math.min(length, different * 1.5) + (kinds.length - 1) * 2;
  if (length < 8 || score < 10) {
    return { level: 1, words: 'Weak. Three or four random words are easy to remember.' };
  }
  if (score < 14) return { level: 2, words: 'Fair. A few more characters make it good.' };
  if (score < 18) return { level: 3, words: 'Good.' };
  return { level: 4, words: 'Strong.' };
}
