import { Button } from '#client/components/ui/button.tsx';

interface ShowMoreProps {
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

export function ShowMore({ query }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="mt-5 flex justify-center">
      <Button
        variant="secondary"
        isBusy={query.isFetchingNextPage}
        busyLabel="Loading..."
        onClick={() => query.fetchNextPage()}
      >
        Show more
      </Button>
    </div>
  );
}
