import { readFlag, removeFlag } from './local-flags.ts';

/** What was typed into a form and not saved, by field. */
export type Draft = Record<string, unknown>;

interface OpenForm {
  read: () => Draft;
  isRestored: boolean;
}

/** Where they are while the page reloads; see use-kept-drafts.ts. */
export const STORED = 'drafts';
const openForms = new Map<string, OpenForm>();
/** One person's drafts. In memory only, except while the page reloads. */
let kept: KeptDrafts | undefined = takeStoredDrafts();

interface KeptDrafts {
  /** Undefined for a visitor. */
  userId: number | undefined;
  drafts: Map<string, Draft>;
}

export const isEmpty = (draft: Draft) => Object.keys(draft).length === 0;

/** `isRestored` forms are kept when another screen opens or the session ends. Returns how to stop watching. */
export function watchForm(name: string, read: () => Draft, isRestored = true): () => void {
  const form = { read, isRestored };
  openForms.set(name, form);
  return () => {
    // Another form of this name may be open by now.
    if (openForms.get(name) === form) openForms.delete(name);
  };
}

/** What was typed into each open form. */
export const listUnsaved = () => [...openForms].map(([name, { read }]) => [name, read()] as const);

/** True while leaving the page would lose something that was typed. */
export function hasUnsavedWork(): boolean {
  return listUnsaved().some(([, draft]) => !isEmpty(draft));
}

/** When this person's session ends or another screen opens. True if something was kept. */
export function keepDrafts(userId: number): boolean {
  dropDrafts(userId);
  kept ??= { userId, drafts: new Map() };
  for (const [name, { read, isRestored }] of openForms) {
    const draft = read();
    if (isRestored && !isEmpty(draft)) kept.drafts.set(name, draft);
  }
  return kept.drafts.size > 0;
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

/** Returned once, to the person who typed it: from then on the form itself has it. */
export function takeDraft(name: string, userId: number | undefined): Draft | undefined {
  if (kept?.userId !== userId) return undefined;
  const draft = kept?.drafts.get(name);
  dropDraft(name);
  return draft;
}

export function dropDraft(name: string): void {
  kept?.drafts.delete(name);
}

/** Another person may see the page now, so only the drafts of `userId` stay. */
export function dropDrafts(userId: number | undefined): void {
  if (kept?.userId !== userId) kept = undefined;
}
