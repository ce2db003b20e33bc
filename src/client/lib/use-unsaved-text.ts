import { useEffect, useState } from 'react';
import { watchForm } from './unsaved-work.ts';
import { useKeptDraft } from './use-kept-drafts.ts';

/** The text of one field. It is kept like a form. */
export function useUnsavedText(name: string, isOpen = true) {
  const [text, setText] = useState('');
  useKeptDraft(name, (draft) => {
    if (typeof draft.text === 'string') setText(draft.text);
  });
  useEffect(() => watchForm(name, () => (isOpen && text ? { text } : {})), [name, isOpen, text]);
  return [text, setText] as const;
}
