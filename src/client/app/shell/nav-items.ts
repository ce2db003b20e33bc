import { SCREENS } from '#contract/screens.ts';

interface NavItem {
  href: string;
  label: string;
}

export const MAIN_LINKS: NavItem[] = [
  { href: SCREENS.home, label: 'Home' },
  { href: SCREENS.features, label: 'Features' },
];

export const ADD_PERSON_LINK: NavItem = { href: SCREENS.addPerson, label: 'Add Person' };

const ADMIN_LINK: NavItem = { href: SCREENS.admin, label: 'Admin Panel' };

const MEMBER_LINKS: NavItem[] = [
  { href: SCREENS.profile, label: 'Profile' },
  { href: SCREENS.paymentAccounts, label: 'My Payment Methods' },
  { href: SCREENS.contacts, label: 'My Contacts' },
];

export function memberLinks(isAdmin: boolean): NavItem[] {
  return isAdmin ? [...MEMBER_LINKS, ADMIN_LINK] : MEMBER_LINKS;
}
