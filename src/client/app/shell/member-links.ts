import { SCREENS } from '#contract/screens.ts';
import type { NavItem } from './nav-items.ts';

const ADMIN_LINK: NavItem = { href: SCREENS.admin, label: 'Admin Panel' };

const MEMBER_LINKS: NavItem[] = [
  { href: SCREENS.profile, label: 'Profile' },
  { href: SCREENS.paymentAccounts, label: 'My Payment Methods' },
  { href: SCREENS.contacts, label: 'My Contacts' },
];

/** In the menu and the side sheet. */
export function memberLinks(isAdmin: boolean): NavItem[] {
  return isAdmin ? [...MEMBER_LINKS, ADMIN_LINK] : MEMBER_LINKS;
}
