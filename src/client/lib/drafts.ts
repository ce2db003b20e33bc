/** What was typed into a form and not saved, by field. */
type Draft = Record<string, unknown>;

/** In memory only, and of one person: nothing outlives the tab, and nobody else sees it. */
let kept: { userId: number; drafts: Map<string, Draft> } | undefined;
const openForms = new Map<string, () => Draft>();

/** From now on the form's draft is kept when the session ends. Answers how to stop that. */
export function watchForm(name: string, read: () => Draft): () => void {
  openForms.set(name, read);
  return () => openForms.delete(name);
}

/** The session of this person is over while forms are open. True if there is something to come back to. */
export function keepDrafts(userId: number): boolean {
  dropDrafts(userId);
  kept ??= { userId, drafts: new Map() };
  for (const [name, read] of openForms) {
    const draft = read();
    if (Object.keys(draft).length > 0) kept.drafts.set(name, draft);
  }
  return kept.drafts.size > 0;
}

export function hasDraft(name: string): boolean {
  return kept?.drafts.has(name) ?? false;
}

/** Given out once: from then on the form itself has it. */
export function takeDraft(name: string): Draft | undefined {
  const draft = kept?.drafts.get(name);
  kept?.drafts.delete(name);
  return draft;
}

/** Somebody is here now, or nobody: what belongs to another person goes. */
export function dropDrafts(exceptOf: number | undefined): void {
  if (kept?.userId !== exceptOf) kept = undefined;
}
