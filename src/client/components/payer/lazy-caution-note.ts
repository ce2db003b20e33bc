import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import type { SearchResult } from '#contract/directory.ts';
import { doubtAbout } from './doubt.ts';

export const CautionNote = lazyOnOpen(() => import('./caution-note.tsx'), { isSilent: true });

/** Without the code, each card shows a short caution of its own. */
const WAIT_MS = 10_000;

/** Before the cards of these people show, so that no note is inserted above a pay button later. */
export async function prepareNotes(people: SearchResult[]): Promise<void> {
  const needsNote = (person: SearchResult) =>
    person.caution !== null ||
    person.platforms.some((platform) => doubtAbout(person, platform) !== undefined);
  if (!people.some(needsNote)) return;
  const waited = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MS));
  await Promise.race([CautionNote.prepare(), waited]);
}
