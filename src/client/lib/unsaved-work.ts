import { readFlag, removeFlag, writeFlag } from './local-flags.ts';

/** What was typed into a form and not saved, by field. */
export type Draft = Record<string, unknown>;

interface OpenForm {
  read: () => Draft;
  isRestored: boolean;
}

const STORED = 'drafts';
const openForms = new Map<string, OpenForm>();
/** One person's drafts. In memory only, except while the page reloads. */
let kept: KeptDrafts | undefined = takeStoredDrafts();

interface KeptDrafts {
  /** Undefined for a visitor. */
  userId: number | undefined;
  drafts: Map<string, Draft>;
}

const isEmpty = (draft: Draft) => Object.keys(draft).length === 0;

/** `isRestored` forms are kept when the session ends. Returns how to stop watching. */
export function watchForm(name: string, read: () => Draft, isRestored = true): () => void {
  const form = { read, isRestored };
  openForms.set(name, form);
  return () => {
    // Another form of this name may be open by now.
    if (openForms.get(name) === form) openForms.delete(name);
  };
}

/** True while leaving the page would lose something that was typed. */
export function hasUnsavedWork(): boolean {
  return [...openForms.values()].some(({ read }) => !isEmpty(read()));
}

/** When this person's session ends or another screen opens. True if something was kept. */
export function keepDrafts(userId: number): boolean {
  dropDrafts(userId);
  kept ??= { userId, drafts: new Map() };
  for (const [name, { read, isRestored }] of openForms) {
    const draft = read();
    // The form may have been saved since it was kept.
    if (isEmpty(draft)) kept.drafts.delete(name);
    else if (isRestored) kept.drafts.set(name, draft);
  }
  return kept.drafts.size > 0;
}

/** Passwords are never stored. */
export function keepDraftsForReload(userId: number | undefined): void {
  const drafts = [...openForms].map(([name, { read }]) => {
    const fields = Object.entries(read()).filter(([field]) => !/password$/i.test(field));
    return [name, Object.fromEntries(fields)] as const;
  });
  const typed = drafts.filter(([, draft]) => !isEmpty(draft));
  writeFlag(STORED, JSON.stringify({ userId, drafts: typed }), 'session');
}

function takeStoredDrafts(): KeptDrafts | undefined {
  try {
    const { userId, drafts } = JSON.parse(readFlag(STORED, 'session') ?? '');
    removeFlag(STORED, 'session');
    return { userId, drafts: new Map(drafts) };
  } catch {
    return undefined;
  }
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
