import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import type { OwnUser } from '#contract/accounts.ts';
import { displayName } from '#contract/display-name.ts';

const AvatarMenu = lazyOnOpen(() => import('./avatar-menu.tsx'));

export const hoverClass = 'hover:bg-sunken hero:hover:bg-hero-hover';

interface AvatarButtonProps extends ComponentProps<'button'> {
  user: OwnUser;
}

function AvatarButton({ user, ...rest }: AvatarButtonProps) {
  const name = user.screenName || user.name;
  return (
    <button
      {...rest}
      type="button"
      aria-haspopup="menu"
      className={clsx('flex min-h-12 items-center gap-2 rounded-button px-2', hoverClass)}
    >
      <Avatar
        name={displayName(user)}
        imageUrl={user.profileImage}
        seed={`user-${user.id}`}
        size="small"
        isShort
        // A marigold arch would vanish on the marigold band.
        className="hero:outline-2 hero:outline-hero-ink"
      />
      <span className="sr-only">Account menu for {name}</span>
      <ChevronDown aria-hidden="true" className="size-5" />
    </button>
  );
}

/** The button is there at once; the menu behind it is loaded when it is first pressed. */
export function AvatarMenuSlot({ user }: { user: OwnUser }) {
  const [isOpen, setIsOpen] = useState(false);
  const open = () => setIsOpen(true);
  return (
    <AvatarMenu
      user={user}
      button={<AvatarButton user={user} />}
      isOpen={isOpen}
      onOpen={open}
      onClose={() => setIsOpen(false)}
      fallback={<AvatarButton user={user} aria-expanded={false} onClick={open} />}
    />
  );
}
