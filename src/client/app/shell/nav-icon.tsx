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

const ICONS: Record<string, LucideIcon> = {
  [SCREENS.home]: House,
  [SCREENS.features]: Sparkles,
  [SCREENS.addPerson]: UserPlus,
  [SCREENS.profile]: User,
  [SCREENS.paymentAccounts]: Wallet,
  [SCREENS.contacts]: UsersRound,
  [SCREENS.admin]: Shield,
};

/** Beside a link in the menu and the side sheet; the header has words alone. */
export function NavIcon({ href }: { href: string }) {
  const Icon = ICONS[href] ?? House;
  return <Icon aria-hidden="true" className="size-5" />;
}
