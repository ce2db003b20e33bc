import { useEffect } from 'react';
import { type Draft, watchForm } from './unsaved-work.ts';

/** For small forms without rules: `read` returns what was typed. */
export function useUnsavedWork(name: string, read: () => Draft): void {
  useEffect(() => watchForm(name, read, false));
}
