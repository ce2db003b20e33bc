import { displayName, type Payee } from './payee.ts';

const letters = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Whether one of a person's names differs from another name only by case, accents, spaces or punctuation. */
export function hasSameName(person: Payee, name: string): boolean {
  const wanted = letters(name);
  return [person.name ?? '', displayName(person)].some((own) => letters(own) === wanted);
}
