import { useEffect, useRef } from 'react';
import { type Draft, watchForm } from './unsaved-work.ts';

/** For small forms without rules: `read` returns what was typed. */
export function useUnsavedWork(name: string, read: () => Draft): void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => watchForm(name, () => latest.current(), false), [name]);
}
