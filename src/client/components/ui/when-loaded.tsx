import { type ReactNode, useEffect, useState } from 'react';
import { ScreenSpinner } from './spinner.tsx';

/** Longer than most responses take. */
const WAIT_MS = 5_000;

interface WhenLoadedProps {
  isLoading: boolean | undefined;
  children: ReactNode;
}

/**
 * Hides an area until everything in it has loaded, so that nothing in it moves. It stays shown from then on:
 * somebody may be using it when more is loaded. A request that takes very long does not hide the rest.
 */
export function WhenLoaded({ isLoading = false, children }: WhenLoadedProps) {
  const [isShown, setIsShown] = useState(!isLoading);
  if (!isLoading && !isShown) setIsShown(true);
  useEffect(() => {
    if (isShown) return;
    const timer = setTimeout(() => setIsShown(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [isShown]);
  return (
    <>
      {!isShown && <ScreenSpinner />}
      {/* Mounted all the same: its requests start at once, and each is sent once. */}
      <div hidden={!isShown}>{children}</div>
    </>
  );
}
