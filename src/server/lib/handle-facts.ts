import type { SearchResult } from '#contract/directory.ts';
import { parseHandle } from '#contract/handles.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { emailKey } from './keys.ts';

export type HandleFacts = Omit<SearchResult['handles'][number], 'platform' | 'handle'>;

export interface HandleOwner {
  emailKey: string | null;
  /** In milliseconds; null while the address is not confirmed. */
  emailProvenAt: number | null;
}

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** An email address as handle is proven where it is the account's own and confirmed. */
export function handleFacts(
  platform: Platform,
  handle: string,
  since: number,
  owner: HandleOwner,
): HandleFacts {
  const isProven = owner.emailProvenAt !== null && isAddress(platform, handle, owner.emailKey);
  return {
    since: dayOf(since),
    proof: isProven ? 'email' : null,
    proofDetail: null,
    provenAt: isProven ? new Date(owner.emailProvenAt ?? 0).toISOString() : null,
  };
}

function isAddress(platform: Platform, handle: string, key: string | null): boolean {
  if (!handle.includes('@', 1)) return false;
  const parsed = parseHandle(platform, handle);
  return parsed.ok && parsed.kind === 'email' && emailKey(parsed.clean) === key;
}
