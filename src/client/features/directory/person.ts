import type { SearchResult } from '#contract/directory.ts';

/** A card of the directory, as GET /api/users/search answers it. */
export type Person = SearchResult;

export { displayName, handleOn } from '#client/components/payer/payee.ts';

/** A contact and a member may have the same id. */
export function personKey(person: Person): string {
  return `${person.isContact ? 'contact' : 'user'}-${person.id}`;
}
