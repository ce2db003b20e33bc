import { mapHandles, type SearchResult } from '#contract/directory.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import type { PhoneVisibility } from '#contract/visibility.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { DIRECTORY, type Findable } from './keys.ts';

/** A person or contact as stored; `rank` sorts accounts before the platforms' default order. */
export interface Source extends Omit<Findable, 'accounts'> {
  id: number;
  profileImageHash: string | null;
  phoneNumber: string | null;
  phoneVisibility: PhoneVisibility;
  /** In milliseconds. */
  reportedUntil: number | null;
  websiteUrl: string | null;
  accounts: { platform: Platform; username: string; rank: number | null }[];
}

/** The result as it is sent, built field by field, so that it says nothing it should not. Its platforms are in the order of `accounts`. */
export function cardOf(person: Source, accounts: Source['accounts']): string {
  const handle = (platform: Platform) =>
    accounts.find((account) => account.platform === platform)?.username ?? null;
  const isContact = person.owner !== DIRECTORY;
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
    caution: null,
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
  if (reportedUntil !== null && !isVerified) atRead.reportedUntil = reportedUntil;
  return Object.keys(atRead).length === 0 ? null : JSON.stringify(atRead);
}

/** The card as this reader gets it now. */
export function completeCard(
  card: string,
  stored: string | null,
  { isMember, now }: { isMember: boolean; now: number },
): string {
  if (stored === null) return card;
  const { membersPhone, reportedUntil = 0 } = JSON.parse(stored) as AtRead;
  const result = JSON.parse(card) as SearchResult;
  if (isMember && membersPhone !== undefined) result.phoneNumber = membersPhone;
  if (reportedUntil > now) result.caution ??= { kind: 'reported' };
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

/** No value contains this text: JSON escapes its quotes. */
const LIST = '"platforms":[';

/** The same card with this platform listed first. */
export function withPlatformFirst(card: string, platform: Platform): string {
  const from = card.indexOf(LIST) + LIST.length;
  const to = card.indexOf(']', from);
  const platforms = card.slice(from, to).split(',');
  const quoted = `"${platform}"`;
  if (platforms[0] === quoted) return card;
  const others = platforms.filter((each) => each !== quoted);
  return `${card.slice(0, from)}${[quoted, ...others].join(',')}${card.slice(to)}`;
}
