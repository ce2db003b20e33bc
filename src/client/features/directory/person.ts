import type { SearchResult } from '#contract/directory.ts';
import type { Platform } from '#contract/platforms/registry.ts';

/** A card of the directory, as GET /api/users/search answers it. */
export type Person = SearchResult;

export function displayName(person: Pick<Person, 'screenName' | 'username'>): string {
  return person.screenName || person.username || 'User';
}

export function handleOn(person: Person, platform: Platform): string | null {
  return person[`${platform}Username`];
}

/** A contact and a member may have the same id. */
export function personKey(person: Person): string {
  return `${person.isContact ? 'contact' : 'user'}-${person.id}`;
}
