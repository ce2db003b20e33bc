import type { Caution } from '#contract/caution.ts';
import { CHANGED_DAYS } from '#contract/handles.ts';
import type { Platform } from '#contract/platforms/registry.ts';

const CHANGED_MS = CHANGED_DAYS * 86_400_000;

interface Cautious {
  isVerified: boolean;
  lookalikeOf: { name: string; username: string | null } | null;
}

/** The caution as a card stores it: a change stays there for good, because cards are not written again when it ends. */
export function storedCaution(
  { isVerified, lookalikeOf }: Cautious,
  replaced: readonly { platform: Platform; since: number }[],
): Caution | null {
  if (lookalikeOf && !isVerified) return { kind: 'lookalike', of: lookalikeOf };
  const [latest, ...others] = replaced
    .toSorted((a, b) => b.since - a.since)
    .map(({ platform, since }) => ({ platform, since: new Date(since).toISOString() }));
  return latest ? { kind: 'changed', ...latest, others } : null;
}

const NO_CAUTION = '"caution":null}';
/** No value contains this text: JSON escapes its quotes. */
const CHANGED = '"caution":{"kind":"changed",';

/** The card as it is sent: without a change that is over. Most cards have none and are not looked into. */
export function withCurrentCaution(card: string, now: number): string {
  if (card.endsWith(NO_CAUTION)) return card;
  const at = card.lastIndexOf(CHANGED);
  if (at < 0) return card;
  const start = at + '"caution":'.length;
  const changed = JSON.parse(card.slice(start, -1)) as Extract<Caution, { kind: 'changed' }>;
  const isRecent = ({ since }: { since: string }) => Date.parse(since) > now - CHANGED_MS;
  // The latest change comes first.
  if (!isRecent(changed)) return card.slice(0, at) + NO_CAUTION;
  if (changed.others.every(isRecent)) return card;
  const current = { ...changed, others: changed.others.filter(isRecent) };
  return `${card.slice(0, start)}${JSON.stringify(current)}}`;
}
