import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import type { SearchResult } from '#contract/directory.ts';
import { doubtAbout } from './doubt.ts';

export const CautionNote = lazyOnOpen(() => import('./caution-note.tsx'), { isSilent: true });

/** Before the cards of these people show, so that no note is inserted above a pay button later. */
export async function prepareNotes(people: SearchResult[]): Promise<void> {
  const needsNote = (person: SearchResult) =>
    person.caution !== null ||
    person.platforms.some((platform) => doubtAbout(person, platform) !== undefined);
  if (people.some(needsNote)) await CautionNote.prepare();
}
