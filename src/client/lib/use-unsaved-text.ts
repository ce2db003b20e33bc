import { useEffect, useState } from 'react';
import { takeDraft, watchForm } from './unsaved-work.ts';
import { useKeptDrafts } from './use-kept-drafts.ts';

/** The text of one field. It is kept like a form. */
export function useUnsavedText(name: string, isOpen = true) {
  useKeptDrafts();
  const [text, setText] = useState('');
  useEffect(() => {
    const draft = takeDraft(name);
    if (typeof draft?.text === 'string') setText(draft.text);
  }, [name]);
  useEffect(() => watchForm(name, () => (isOpen && text ? { text } : {})), [name, isOpen, text]);
  return [text, setText] as const;
}
