import { mapHandles, type SearchResult } from '#contract/directory.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { PhoneVisibility } from '#contract/visibility.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import {
  dayOf,
  type HandleOwner,
  handleFacts,
  type StoredProof,
} from '#server/lib/handle-facts.ts';
import { storedCaution } from './caution.ts';
import { DIRECTORY, type Findable } from './keys.ts';

interface SourceAccount extends StoredProof {
  platform: Platform;
  username: string;
  /** Sorts accounts before the platforms' default order. */
  rank: number | null;
  /** When the current handle was set, in milliseconds. */
  since: number;
  /** Whether a different handle was there before. */
  isReplacement: boolean;
}

/** A person or contact as stored. Times are in milliseconds. */
export interface Source extends Omit<Findable, 'accounts'>, HandleOwner {
  id: number;
  profileImageHash: string | null;
  phoneNumber: string | null;
  phoneVisibility: PhoneVisibility;
  /** In milliseconds. */
  reportedUntil: number | null;
  websiteUrl: string | null;
  createdAt: number;
  lookalikeOf: { name: string; username: string | null } | null;
  accounts: SourceAccount[];
}

/**
 * The result as it is stored, built field by field, so that it says nothing it should not. Its platforms are in the
 * order of `accounts`. The caution is last, for `withCurrentCaution`.
 */
export function cardOf(person: Source, accounts: Source['accounts']): string {
  const handle = (platform: Platform) =>
    accounts.find((account) => account.platform === platform)?.username ?? null;
  const isContact = person.owner !== DIRECTORY;
  const handles = accounts.map((account) => ({
    platform: account.platform,
    handle: account.username,
    ...handleFacts(account, person),
  }));
  const result: SearchResult = {
    id: person.id,
    username: person.username,
    name: person.name,
    screenName: person.screenName,
    profileImage: avatarPath(person.id, person.profileImageHash),
    phoneNumber: person.phoneVisibility === 'everyone' ? person.phoneNumber : null,
    websiteUrl: person.websiteUrl,
    isVerified: person.isVerified,
    isContact,
    contactOwner: isContact,
    platforms: accounts.map(({ platform }) => platform),
    ...mapHandles(handle),
    memberSince: isContact ? null : dayOf(person.createdAt),
    handles,
    caution: storedCaution(
      person,
      accounts.filter(({ isReplacement }, at) => isReplacement && handles[at]?.proof === null),
    ),
  };
  return JSON.stringify(result);
}

/**
 * What a card has for members only or for a limited time. Stored beside the card, because cards are not written again
 * when the time ends. Few people have it; all other cards are sent as they are stored.
 */
interface AtRead {
  membersPhone?: string;
  reportedUntil?: number;
}

export function atReadOf(person: Source): string | null {
  const { phoneNumber, phoneVisibility, reportedUntil, isVerified } = person;
  const atRead: AtRead = {};
  if (phoneNumber !== null && phoneVisibility === 'members') atRead.membersPhone = phoneNumber;
  if (reportedUntil !== null && !isVerified) atRead.reportedUntil = Math.trunc(reportedUntil);
  return Object.keys(atRead).length === 0 ? null : JSON.stringify(atRead);
}

export interface Reader {
  isMember: boolean;
  /** In milliseconds. */
  now: number;
}

/** The card as this reader gets it now. */
export function completeCard(
  card: string,
  stored: string | null,
  { isMember, now }: Reader,
): string {
  if (stored === null) return card;
  const { membersPhone, reportedUntil = 0 } = JSON.parse(stored) as AtRead;
  const result = JSON.parse(card) as SearchResult;
  if (isMember && membersPhone !== undefined) result.phoneNumber = membersPhone;
  // Not behind a change of one handle, which the reported person could make for that.
  if (reportedUntil > now && result.caution?.kind !== 'lookalike')
    result.caution = { kind: 'reported' };
  return JSON.stringify(result);
}

/** The username and handles on a card. */
export function idsOnCard(card: string): Pick<Findable, 'username' | 'accounts'> {
  const result = JSON.parse(card) as SearchResult;
  const accounts = result.platforms.map((platform) => ({
    platform,
    username: result[`${platform}Username`] ?? '',
  }));
  return { username: result.username, accounts };
}

/** No value contains these texts: JSON escapes its quotes. */
const LISTS = [
  { start: '"platforms":["', between: '","', end: '"]' },
  { start: '"handles":[{"platform":"', between: '},{"platform":"', end: '}],"caution":' },
];

/** The same card with this platform listed first. */
export function withPlatformFirst(card: string, platform: Platform): string {
  let sorted = card;
  for (const { start, between, end } of LISTS) {
    const from = sorted.indexOf(start) + start.length;
    const to = sorted.indexOf(end, from);
    const items = sorted.slice(from, to).split(between);
    const at = items.findIndex((item) => item === platform || item.startsWith(`${platform}"`));
    const [first] = items.splice(at, 1);
    if (at <= 0 || first === undefined) return sorted;
    sorted = sorted.slice(0, from) + [first, ...items].join(between) + sorted.slice(to);
  }
  return sorted;
}
