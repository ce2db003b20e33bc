import { SCREENS } from '#contract/screens.ts';

export interface NavItem {
  href: string;
  label: string;
}

export const MAIN_LINKS: NavItem[] = [
  { href: SCREENS.home, label: 'Home' },
  { href: SCREENS.features, label: 'Features' },
];

export const ADD_PERSON_LINK: NavItem = { href: SCREENS.addPerson, label: 'Add Person' };
