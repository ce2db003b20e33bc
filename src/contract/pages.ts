import type { SearchResult } from './directory.ts';
import {
  checkedDetails,
  checkedRequest,
  formatAmount,
  type PaymentDetails,
  parseAmount,
} from './payment-details.ts';
import { queryString } from './platforms/platform.ts';

/** What everybody may see of a member: nothing that their card does not show. */
export interface PagePerson {
  id: number;
  username: string;
  displayName: string;
  profileImage: string | null;
  phoneNumber: string | null;
  /** An http or https address, fit for a link. */
  websiteUrl: string | null;
  isVerified: boolean;
  verifiedAt: SearchResult['verifiedAt'];
  isFictional: boolean;
  /** When they joined, as an ISO date. */
  memberSince: string;
  /** In the member's own order. */
  handles: SearchResult['handles'];
  caution: SearchResult['caution'];
}

export interface PersonPage {
  kind: 'person';
  person: PagePerson;
  /** Search engines may list the page. */
  isListed: boolean;
  /** The time from which the page counts days, in milliseconds. */
  asOf: number;
  /** The page's full address, without a request. */
  url: string;
  /** What the link asks for. */
  request: PaymentDetails;
  /** The visitor changes amount and note: the fields show, not the request. */
  isEditing: boolean;
  /** The retired username that the visitor came by. */
  formerUsername: string | null;
}

export type PageContent =
  | PersonPage
  | { kind: 'closed'; username: string }
  | { kind: 'unavailable' }
  | { kind: 'missing' };

/** What the server has rendered, for the browser to hydrate. `path` is the one that was requested. */
export type PageData = PageContent & { path: string };

/** The id of the element that holds the page's data. */
export const PAGE_DATA_ID = 'page-data';

/** The path of a member's page, or of one of its files, with what it asks for. */
export function pagePath(username: string, details: PaymentDetails = {}, file = ''): string {
  const { amount, note } = checkedDetails(details);
  const query = queryString({ amount, note });
  return `/@${username}${file}${query && `?${query}`}`;
}

export const pageLink = (origin: string, username: string, details?: PaymentDetails) =>
  new URL(origin).origin + pagePath(username, details);

/**
 * What a link to a page asks for. A link with an invalid amount asks for nothing; an invalid note is left out. What the
 * visitor typed may name other accounts: it is shown in their own fields.
 */
export function readPageRequest(amount: string, note: string, isTyped: boolean): PaymentDetails {
  if (amount !== '' && !parseAmount(amount).ok) return {};
  return (isTyped ? checkedDetails : checkedRequest)({ amount, note });
}

/** What the tab says of a member's page. */
export const pageTitle = ({ person, request }: Pick<PersonPage, 'person' | 'request'>) =>
  request.amount === undefined
    ? `Pay ${person.displayName}`
    : `${person.displayName} asks for ${formatAmount(request.amount)}`;
