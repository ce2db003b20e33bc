import {
  House,
  type LucideIcon,
  Shield,
  Sparkles,
  User,
  UserPlus,
  UsersRound,
  Wallet,
} from 'lucide-react';
import { SCREENS } from '#contract/screens.ts';

interface NavItem {
  href: string;
  label: string;
  icon: LucideIcon;
}

export const MAIN_LINKS: NavItem[] = [
  { href: SCREENS.home, label: 'Home', icon: House },
  { href: SCREENS.features, label: 'Features', icon: Sparkles },
];

export const ADD_PERSON_LINK: NavItem = {
  href: SCREENS.addPerson,
  label: 'Add Person',
  icon: UserPlus,
};

const ADMIN_LINK: NavItem = { href: SCREENS.admin, label: 'Admin Panel', icon: Shield };

const MEMBER_LINKS: NavItem[] = [
  { href: SCREENS.profile, label: 'Profile', icon: User },
  { href: SCREENS.paymentAccounts, label: 'My Payment Methods', icon: Wallet },
  { href: SCREENS.contacts, label: 'My Contacts', icon: UsersRound },
];

export function memberLinks(isAdmin: boolean): NavItem[] {
  return isAdmin ? [...MEMBER_LINKS, ADMIN_LINK] : MEMBER_LINKS;
}
