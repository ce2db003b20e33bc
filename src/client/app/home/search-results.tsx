import type { ComponentProps } from 'react';
import Results from '#client/features/directory/results.tsx';
import { WalkthroughTip } from '#client/features/walkthrough/walkthrough-tip.tsx';

/** Everything that only a search needs, in one file to fetch. */
export default function SearchResults(props: Omit<ComponentProps<typeof Results>, 'children'>) {
  return (
    <Results {...props}>
      <WalkthroughTip />
    </Results>
  );
}
