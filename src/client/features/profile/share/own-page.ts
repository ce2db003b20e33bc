import type { OwnUser } from '#contract/accounts.ts';
import { displayName } from '#contract/display-name.ts';
import { pageLink } from '#contract/pages.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';

/** A member's public page, for the ways to share it. */
export interface OwnPage {
  id: number;
  username: string;
  /** The display name. */
  name: string;
  profileImage: string | null;
}

/** Undefined if visitors see no page. */
export function ownPageOf(user: OwnUser): OwnPage | undefined {
  const { id, username, profileImage } = user;
  if (username === null || user.suspension) return undefined;
  return { id, username, name: displayName(user), profileImage };
}

export const linkTo = ({ username }: OwnPage, details?: PaymentDetails) =>
  pageLink(window.location.origin, username, details);

/** An address as people read it. */
export const withoutScheme = (url: string) => url.replace(/^https?:\/\//, '');
