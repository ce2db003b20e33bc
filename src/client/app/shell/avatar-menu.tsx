import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import {
  DropdownMenu,
  MenuItem,
  MenuLabel,
  MenuSeparator,
} from '#client/components/ui/dropdown-menu.tsx';
import { useLogout } from '#client/features/auth/api.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { memberLinks } from './member-links.ts';
import { NavIcon } from './nav-icon.tsx';

interface AvatarMenuProps {
  user: OwnUser;
  button: ReactNode;
  isOpen: boolean;
  onOpen: () => void;
  onClose: () => void;
}

export default function AvatarMenu({ user, button, isOpen, onOpen, onClose }: AvatarMenuProps) {
  const [, navigate] = useLocation();
  const logout = useLogout();
  return (
    <DropdownMenu
      isOpen={isOpen}
      onOpenChange={(open) => (open ? onOpen() : onClose())}
      trigger={button}
    >
      <MenuLabel>
        <span className="block font-bold">{user.screenName || user.name}</span>
        <span className="block text-small wrap-anywhere text-muted">
          {user.email || user.username}
        </span>
      </MenuLabel>
      <MenuSeparator />
      {memberLinks(user.isAdmin).map(({ href, label }) => (
        <MenuItem key={href} icon={<NavIcon href={href} />} onSelect={() => navigate(href)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem
        icon={<LogOut aria-hidden="true" className="size-5" />}
        onSelect={() => logout.mutate()}
      >
        Log out
      </MenuItem>
    </DropdownMenu>
  );
}
