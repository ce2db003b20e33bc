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
  onPress?: () => void;
  /** Makes the button as wide as the list. */
  isWide?: boolean;
}

/** Stays after a failed page, so that it can be pressed again. */
export function ShowMore({ query, failure, onPress, isWide }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-5 flex flex-col items-center gap-4">
      {query.isFetchNextPageError && <Alert>{sentenceOf(query.error, failure)}</Alert>}
      <Button
        variant="secondary"
        className={isWide ? 'w-full' : undefined}
        isBusy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => {
          onPress?.();
          query.fetchNextPage();
        }}
      >
        Show more
      </Button>
    </div>
  );
}
