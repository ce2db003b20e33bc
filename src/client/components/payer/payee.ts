import type { SearchResult } from '#contract/directory.ts';
import type { Platform } from '#contract/platforms/registry.ts';

/** The person who gets the money, as far as the questions before a payment need to know them. */
export type Payee = Pick<
  SearchResult,
  'id' | 'username' | 'screenName' | 'isContact' | 'memberSince' | 'handles' | 'caution'
> & {
  /** Pages do not have it. */
  name?: string;
};

export { displayName } from '#contract/display-name.ts';

export function handleOn({ handles }: Pick<Payee, 'handles'>, platform: Platform): string | null {
  return handles.find((each) => each.platform === platform)?.handle ?? null;
}
