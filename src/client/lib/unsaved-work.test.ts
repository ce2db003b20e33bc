import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  dropDrafts,
  hasDraft,
  hasUnsavedWork,
  keepDrafts,
  type Submission,
  takeDraft,
  watchForm,
} from './unsaved-work.ts';
import { keepDraftsForReload } from './use-kept-drafts.ts';

const ANA = 1;
const BEN = 2;
const stops: (() => void)[] = [];
const open = (name: string, draft: Record<string, unknown>, submission?: Submission) => {
  const stop = watchForm(
    name,
    () => draft,
    true,
    () => submission,
  );
  stops.push(stop);
  return stop;
};

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  dropDrafts(undefined);
});

test('text typed when the session ends is restored once', () => {
  open('profile', { name: 'Half Typed' });
  expect(hasDraft('profile')).toBe(false);
  expect(keepDrafts(ANA)).toBe(true);
  expect(hasDraft('profile')).toBe(true);
  dropDrafts(ANA);
  expect(takeDraft('profile', ANA)).toEqual({ name: 'Half Typed' });
  expect(takeDraft('profile', ANA)).toBeUndefined();
});

test('unsaved work is an open form with something typed', () => {
  open('profile', {});
  expect(hasUnsavedWork()).toBe(false);
  const close = open('contact-1', { name: 'Half Typed' });
  expect(hasUnsavedWork()).toBe(true);
  close();
  expect(hasUnsavedWork()).toBe(false);
});

test('a form that is not restored counts as unsaved work and is not kept', () => {
  stops.push(watchForm('reset-password', () => ({ password: 'secret' }), false));
  expect(hasUnsavedWork()).toBe(true);
  expect(keepDrafts(ANA)).toBe(false);
});

test('untouched and closed forms leave nothing', () => {
  open('profile', {});
  open('contact-1', { name: 'Gone' })();
  expect(keepDrafts(ANA)).toBe(false);
  expect(takeDraft('contact-1', ANA)).toBeUndefined();
});

test.each([
  ['another person signs in', BEN],
  ['somebody logs out or deletes the account', undefined],
])('it is deleted when %s', (_, next) => {
  open('profile', { name: 'Half Typed' });
  keepDrafts(ANA);
  dropDrafts(next);
  expect(hasDraft('profile')).toBe(false);
});

test('a second end of the session keeps what was not restored yet', () => {
  const close = open('account-venmo', { username: '@half' });
  keepDrafts(ANA);
  close();
  open('profile', { name: 'Half Typed' });
  keepDrafts(ANA);
  expect(takeDraft('account-venmo', ANA)).toEqual({ username: '@half' });
  expect(takeDraft('profile', ANA)).toEqual({ name: 'Half Typed' });
});

test('a second end of the session does not mix two people', () => {
  open('profile', { name: 'Half Typed' });
  keepDrafts(ANA);
  for (const stop of stops.splice(0)) stop();
  expect(keepDrafts(BEN)).toBe(false);
  expect(hasDraft('profile')).toBe(false);
});

describe('a form that is submitted', () => {
  const typed = { name: 'Half Typed' };
  /** Leaves the screen of a form while it is submitted. */
  const leave = () => {
    const submission: Submission = {};
    const close = open('add-person', typed, submission);
    keepDrafts(ANA, true);
    close();
    return submission;
  };

  test('is kept if its screen was left and the save fails', () => {
    const submission = leave();
    expect(hasDraft('add-person')).toBe(false);
    submission.onFailed?.();
    expect(takeDraft('add-person', ANA)).toEqual(typed);
  });

  test('does not replace what was typed since', () => {
    const submission = leave();
    const close = open('add-person', { name: 'Another' });
    keepDrafts(ANA, true);
    close();
    submission.onFailed?.();
    expect(takeDraft('add-person', ANA)).toEqual({ name: 'Another' });
  });

  test('is not kept for another person', () => {
    const submission = leave();
    dropDrafts(BEN);
    open('profile', typed);
    keepDrafts(BEN);
    submission.onFailed?.();
    expect(hasDraft('add-person')).toBe(false);
  });

  test('is kept when the session ends', () => {
    open('add-person', typed, {});
    expect(keepDrafts(ANA)).toBe(true);
    expect(takeDraft('add-person', ANA)).toEqual(typed);
  });

  test('counts as unsaved work', () => {
    open('add-person', typed, {});
    expect(hasUnsavedWork()).toBe(true);
  });

  test('is not kept for a reload', async () => {
    open('add-person', typed, {});
    open('profile', typed);
    const { page } = await reloadWith(ANA);
    expect(page.hasDraft('add-person')).toBe(false);
    expect(page.hasDraft('profile')).toBe(true);
  });
});

/** Loads the module as a page does that was reloaded. */
async function reloadWith(userId: number | undefined) {
  const stored = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  vi.stubGlobal('window', { sessionStorage });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  keepDraftsForReload(userId);
  const kept = [...stored.values()].join();
  vi.resetModules();
  return { kept, page: await import('./unsaved-work.ts'), stored };
}

test('a reload keeps what was typed, except passwords', async () => {
  open('register', { name: 'Half Typed', password: 'secret', confirmPassword: 'secret' });
  open('untouched', {});
  const { kept, page, stored } = await reloadWith(undefined);
  expect(kept).not.toContain('secret');
  expect(stored.size).toBe(0);
  expect(page.hasDraft('untouched')).toBe(false);
  expect(page.takeDraft('register', undefined)).toEqual({ name: 'Half Typed' });
});

test('a draft is for the person who typed it', () => {
  open('profile', { name: 'Half Typed' });
  keepDrafts(ANA);
  for (const other of [BEN, undefined]) expect(takeDraft('profile', other)).toBeUndefined();
  expect(takeDraft('profile', ANA)).toEqual({ name: 'Half Typed' });
});

test('a reload keeps it for the same person only', async () => {
  open('profile', { name: 'Half Typed' });
  const { page } = await reloadWith(ANA);
  page.dropDrafts(ANA);
  expect(page.hasDraft('profile')).toBe(true);
  page.dropDrafts(BEN);
  expect(page.hasDraft('profile')).toBe(false);
});
