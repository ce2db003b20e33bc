import { type RefObject, useEffect, useRef } from 'react';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { sentenceOf } from '#client/lib/request.ts';
import { Alert } from './alert.tsx';
import { Button } from './button.tsx';

interface ShowMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: unknown;
    fetchNextPage: () => unknown;
  };
  /** Shown when the next page fails without a sentence from the server. */
  failure: string;
  /** The element whose children are the items, and how many it has. */
  list: RefObject<HTMLElement | null>;
  count: number;
  /** Makes the button as wide as the list. */
  isWide?: boolean;
}

/** Stays after a failed page, so that it can be pressed again. */
export function ShowMore({ query, failure, list, count, isWide }: ShowMoreProps) {
  const { isFetchingNextPage } = query;
  const pressed = useRef<{ button: Element; count: number }>(undefined);

  // The button may be gone after the last page: the focus goes on to the first new item.
  useEffect(() => {
    if (!pressed.current || isFetchingNextPage) return;
    const { button, count: before } = pressed.current;
    pressed.current = undefined;
    const item = list.current?.children[before];
    const target = item?.querySelector('article') ?? item;
    if (count <= before || !(target instanceof HTMLElement)) return;
    focusUnlessMoved(button, () => {
      target.tabIndex = -1;
      target.focus();
    });
  }, [count, list, isFetchingNextPage]);

  if (!query.hasNextPage) return null;
  return (
    <div className="mt-5 flex flex-col items-center gap-4">
      {query.isFetchNextPageError && <Alert>{sentenceOf(query.error, failure)}</Alert>}
      <Button
        variant="secondary"
        className={isWide ? 'w-full' : undefined}
        isBusy={isFetchingNextPage}
        busyLabel="Loading..."
        onClick={({ currentTarget: button }) => {
          pressed.current = { button, count };
          query.fetchNextPage();
        }}
      >
        Show more
      </Button>
    </div>
  );
}
