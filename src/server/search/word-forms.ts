import { hash32, LONG_WORD } from './edits.ts';
import { wordParts, wordProbes } from './parts.ts';

/**
 * What words of names are kept under, as hashes, so that a slip of the finger does not hide them. A short
 * word and what was typed, each with a letter left out, meet in a common form (a deletion neighbourhood);
 * from 8 letters a word is kept by its parts.
 */
export function wordForms(word: string): number[] {
  if (word.length >= LONG_WORD) return [...new Set(Object.values(wordParts(word)))];
  return hashAll(withoutLetters(word, word.length < 4 ? 0 : 1));
}

/** What a word is looked up by that was typed with so many slips or fewer. */
export function formProbes(typed: string, slips: 1 | 2): number[] {
  const forms = new Set<string>();
  if (typed.length <= LONG_WORD) {
    for (const form of withoutLetters(typed, typed.length < 4 ? 0 : 1)) forms.add(form);
  }
  // A short word forgives two slips where they made it a long one.
  if (slips === 2 && (typed.length === LONG_WORD || typed.length === LONG_WORD + 1)) {
    for (const form of withoutLetters(typed, 2)) forms.add(form);
  }
  const hashes = new Set(hashAll(forms));
  if (typed.length >= LONG_WORD - slips) {
    for (const probes of Object.values(wordProbes(typed, slips))) {
      for (const hash of probes) hashes.add(hash);
    }
  }
  return [...hashes];
}

/** A word and what is left of it without so many letters. */
function withoutLetters(word: string, lost: 0 | 1 | 2): Set<string> {
  const forms = new Set([word]);
  for (let round = 0; round < lost; round += 1) {
    for (const form of [...forms]) {
      for (let at = 0; at < form.length; at += 1) forms.add(form.slice(0, at) + form.slice(at + 1));
    }
  }
  return forms;
}

const hashAll = (forms: Iterable<string>) => [...new Set([...forms].map(hash32))];
