import type { Platform } from '#contract/platforms.ts';

/** A card of the directory, as GET /api/users/search answers it. */
export interface Person {
  id: number;
  username: string | null;
  name: string;
  screenName: string | null;
  profileImage: string | null;
  phoneNumber: string | null;
  websiteUrl: string | null;
  isVerified: boolean;
  isContact: boolean;
  contactOwner: boolean;
  /** In the order in which the person ranks them: copy and pay use the first. */
  platforms: Platform[];
  paypalUsername: string | null;
  cashappUsername: string | null;
  applepayUsername: string | null;
  venmoUsername: string | null;
}

export function displayName(person: Pick<Person, 'screenName' | 'username'>): string {
  return person.screenName || person.username || 'User';
}

export function handleOn(person: Person, platform: Platform): string | null {
  return person[`${platform}Username`];
}

/** A contact and a member may have the same id. */
export function personKey(person: Person): string {
  return `${person.isContact ? 'contact' : 'user'}-${person.id}`;
}
