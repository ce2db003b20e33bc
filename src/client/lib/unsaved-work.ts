/** What was typed into a form and not saved, by field. */
export type Draft = Record<string, unknown>;

interface OpenForm {
  read: () => Draft;
  isRestored: boolean;
}

const openForms = new Map<string, OpenForm>();
/** In memory only, and of one person. */
let kept: { userId: number; drafts: Map<string, Draft> } | undefined;

const isEmpty = (draft: Draft) => Object.keys(draft).length === 0;

/** `isRestored` forms are kept when the session ends. Returns how to stop watching. */
export function watchForm(name: string, read: () => Draft, isRestored = true): () => void {
  openForms.set(name, { read, isRestored });
  return () => openForms.delete(name);
}

/** True while leaving the page would lose something that was typed. */
export function hasUnsavedWork(): boolean {
  return [...openForms.values()].some(({ read }) => !isEmpty(read()));
}

/** When this person's session ends while forms are open. True if something was kept. */
export function keepDrafts(userId: number): boolean {
  dropDrafts(userId);
  kept ??= { userId, drafts: new Map() };
  for (const [name, { read, isRestored }] of openForms) {
    const draft = read();
    if (isRestored && !isEmpty(draft)) kept.drafts.set(name, draft);
  }
  return kept.drafts.size > 0;
}

export function hasDraft(name: string): boolean {
  return kept?.drafts.has(name) ?? false;
}

/** Returned once: from then on the form itself has it. */
export function takeDraft(name: string): Draft | undefined {
  const draft = kept?.drafts.get(name);
  kept?.drafts.delete(name);
  return draft;
}

/** Another person may see the page now, so only the drafts of `userId` stay. */
export function dropDrafts(userId: number | undefined): void {
  if (kept?.userId !== userId) kept = undefined;
}
