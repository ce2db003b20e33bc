import { useEffect, useState } from 'react';
import { takeDraft, watchForm } from './unsaved-work.ts';

/** The text of one field, restored after a session ended and the same person logs in again. */
export function useUnsavedText(name: string, isOpen = true) {
  const [text, setText] = useState('');
  useEffect(() => {
    const draft = takeDraft(name);
    if (typeof draft?.text === 'string') setText(draft.text);
  }, [name]);
  useEffect(() => watchForm(name, () => (isOpen && text ? { text } : {})), [name, isOpen, text]);
  return [text, setText] as const;
}
