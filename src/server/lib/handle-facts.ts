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

/** A proof by an emailed code or by the member's website. */
export interface StoredProof {
  proof: 'email' | 'website' | null;
  proofDetail: string | null;
  /** In milliseconds. */
  provenAt: number | null;
}

interface StoredHandle extends StoredProof {
  platform: Platform;
  username: string;
  /** In milliseconds. */
  since: number;
}

export const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** An email address as handle is also proven where it is the account's own and confirmed. */
export function handleFacts(handle: StoredHandle, owner: HandleOwner): HandleFacts {
  const { proof, proofDetail, provenAt } =
    handle.proof === null ? ownAddress(handle, owner) : handle;
  return {
    since: dayOf(handle.since),
    proof,
    proofDetail,
    provenAt: provenAt === null ? null : new Date(provenAt).toISOString(),
  };
}

function ownAddress({ platform, username }: StoredHandle, owner: HandleOwner): StoredProof {
  const { emailProvenAt } = owner;
  const isProven = emailProvenAt !== null && emailHandleKey(platform, username) === owner.emailKey;
  return {
    proof: isProven ? 'email' : null,
    proofDetail: null,
    provenAt: isProven ? emailProvenAt : null,
  };
}

/** The address that a handle is, in the form in which addresses are compared. */
export function emailHandleKey(platform: Platform, handle: string): string | undefined {
  if (!handle.includes('@', 1)) return undefined;
  const parsed = parseHandle(platform, handle);
  return parsed.ok && parsed.kind === 'email' ? emailKey(parsed.clean) : undefined;
}
