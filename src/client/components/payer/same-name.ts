import { displayName, type Payee } from './payee.ts';

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether the name that people see differs from another name only by case, accents, spaces or punctuation. */
export const hasSameName = (person: Payee, name: string): boolean =>
  letters(displayName(person)) === letters(name);
