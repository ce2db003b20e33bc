import { readFlag, removeFlag } from './local-flags.ts';

/** What was typed into a form and not saved, by field. */
export type Draft = Record<string, unknown>;

/** A submit of a form that adds something, until it has ended. */
export interface Submission {
  /** Keeps what was typed, if the screen was left since. */
  onFailed?: () => void;
}

interface OpenForm {
  read: () => Draft;
  isRestored: boolean;
  findSubmission: () => Submission | undefined;
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
export function watchForm(
  name: string,
  read: () => Draft,
  isRestored = true,
  findSubmission: OpenForm['findSubmission'] = () => undefined,
): () => void {
  const form = { read, isRestored, findSubmission };
  openForms.set(name, form);
  return () => {
    // Another form of this name may be open by now.
    if (openForms.get(name) === form) openForms.delete(name);
  };
}

/** What was typed into each open form. */
export const listUnsaved = () =>
  [...openForms].map(([name, { read, findSubmission }]) => ({
    name,
    draft: read(),
    isSubmitting: findSubmission() !== undefined,
  }));

/** True while leaving the page would lose something that was typed. */
export function hasUnsavedWork(): boolean {
  return listUnsaved().some(({ draft }) => !isEmpty(draft));
}

/**
 * When this person's session ends or (`isLeft`) another screen opens. True if something was kept. A form that is left
 * while it is submitted is kept only if that fails: filled in again, it would be saved twice.
 */
export function keepDrafts(userId: number, isLeft = false): boolean {
  dropDrafts(userId);
  kept ??= { userId, drafts: new Map() };
  // Another person gets another map.
  const { drafts } = kept;
  for (const [name, { read, isRestored, findSubmission }] of openForms) {
    const draft = read();
    if (!isRestored || isEmpty(draft)) continue;
    const submission = isLeft && findSubmission();
    if (submission) {
      drafts.delete(name);
      submission.onFailed = () => {
        // Something newer may have been typed since.
        if (!drafts.has(name)) drafts.set(name, draft);
      };
    } else drafts.set(name, draft);
  }
  return drafts.size > 0;
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
