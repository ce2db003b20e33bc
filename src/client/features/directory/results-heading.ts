import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import type { Search } from './search-address.ts';

/** '6 results for “maya”', '20+ results on Venmo'. The plus says that there are more to show. */
export function resultsHeading({ query, platform }: Search, count: number, hasMore: boolean) {
  const words = count === 1 && !hasMore ? 'result' : 'results';
  const forQuery = query ? ` for “${query}”` : '';
  const onPlatform = platform && platform !== 'all' ? ` on ${PLATFORM_LABELS[platform]}` : '';
  return `${count}${hasMore ? '+' : ''} ${words}${forQuery}${onPlatform}`;
}
