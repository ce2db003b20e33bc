import { mapHandles, type SearchResult } from '#contract/directory.ts';
import { PLATFORMS, type Platform } from '#contract/platforms/registry.ts';
import type { PhoneVisibility } from '#contract/visibility.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import {
  dayOf,
  type HandleOwner,
  handleFacts,
  type StoredProof,
} from '#server/lib/handle-facts.ts';
import { storedCaution } from './caution.ts';

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

/** The owner of cards in the directory; those of private contacts belong to a member. */
export const DIRECTORY = 0;

/** What the database has about a person or contact. Times are in milliseconds. */
export interface CardSource extends HandleOwner {
  owner: number;
  id: number;
  name: string;
  screenName: string | null;
  username: string | null;
  isVerified: boolean;
  /** If not, only the exact username finds the person: a link or QR code has it. */
  isListed: boolean;
  profileImageHash: string | null;
  phoneNumber: string | null;
  phoneVisibility: PhoneVisibility;
  reportedUntil: number | null;
  websiteUrl: string | null;
  createdAt: number;
  verifiedAt: number | null;
  isFictional: boolean;
  lookalikeOf: { name: string; username: string | null } | null;
  accounts: SourceAccount[];
}

/**
 * The result as it is stored, built field by field, so that it says nothing it should not. The caution is last, for
 * `withCurrentCaution`.
 */
function cardOf(person: CardSource): string {
  const accounts = inOrder(person.accounts);
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
    verifiedAt: person.isVerified && person.verifiedAt !== null ? dayOf(person.verifiedAt) : null,
    isFictional: person.isFictional,
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
export interface AtRead {
  membersPhone?: string;
  reportedUntil?: number;
}

function atReadOf(person: CardSource): string | null {
  const { phoneNumber, phoneVisibility, reportedUntil, isVerified } = person;
  const atRead: AtRead = {};
  if (phoneNumber !== null && phoneVisibility === 'members') atRead.membersPhone = phoneNumber;
  if (reportedUntil !== null && !isVerified) atRead.reportedUntil = Math.trunc(reportedUntil);
  return Object.keys(atRead).length === 0 ? null : JSON.stringify(atRead);
}

export interface StoredCard {
  id: number;
  card: string;
  /** What is added to the card when it is read, as JSON. */
  atRead: string | null;
}

export const storedCard = (source: CardSource): StoredCard => ({
  id: source.id,
  card: cardOf(source),
  atRead: atReadOf(source),
});

const inOrder = (accounts: CardSource['accounts']) =>
  accounts.toSorted(
    (a, b) =>
      (a.rank ?? 99) - (b.rank ?? 99) ||
      PLATFORMS.indexOf(a.platform) - PLATFORMS.indexOf(b.platform),
  );
