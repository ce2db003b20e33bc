import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { writeFlag } from './local-flags.ts';
import { useSession } from './session.ts';
import { type Draft, isEmpty, keepDrafts, listUnsaved, STORED, takeDraft } from './unsaved-work.ts';

/** What was typed is there again after a visit to another screen, or a reload. */
export function useKeptDraft(name: string, restore: (draft: Draft) => void): void {
  const { user, isLoading } = useSession();
  const userId = user?.id;
  const onDraft = useEffectEvent(restore);
  useEffect(() => {
    const draft = isLoading ? undefined : takeDraft(name, userId);
    if (draft) onDraft(draft);
  }, [name, userId, isLoading]);
  // Its cleanup runs while the forms of a screen that is left are still recorded.
  useLayoutEffect(() => {
    const screen = window.location.pathname;
    const store = ({ persisted }: PageTransitionEvent) => {
      // A page that the browser keeps still has its forms.
      if (!persisted) keepDraftsForReload(userId);
    };
    window.addEventListener('pagehide', store);
    return () => {
      window.removeEventListener('pagehide', store);
      const isLeft = window.location.pathname !== screen;
      if (isLeft && userId !== undefined) keepDrafts(userId, true);
    };
  }, [userId]);
}

/** Passwords are never stored, nor what is being added: the server may have it already. */
export function keepDraftsForReload(userId: number | undefined): void {
  const unsent = listUnsaved().filter(({ isSubmitting }) => !isSubmitting);
  const drafts = unsent.map(({ name, draft }) => {
    const fields = Object.entries(draft).filter(([field]) => !/password$/i.test(field));
    return [name, Object.fromEntries(fields)] as const;
  });
  const typed = drafts.filter(([, draft]) => !isEmpty(draft));
  writeFlag(STORED, JSON.stringify({ userId, drafts: typed }), 'session');
}
