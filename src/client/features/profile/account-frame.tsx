import { Eye } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { WhenLoaded } from '#client/components/ui/when-loaded.tsx';
import type { OwnUser } from '#contract/accounts.ts';
import { displayName } from '#contract/display-name.ts';
import { AreaSwitch } from './area-switch.tsx';
import { SuspendedBanner } from './suspended-banner.tsx';

export interface VisitorDialogProps {
  user: OwnUser;
  isOpen: boolean;
  onClose: () => void;
}

export interface AccountScreenProps {
  /** Shows the card of the search, which is another feature. */
  VisitorDialog: ComponentType<VisitorDialogProps>;
}

interface AccountFrameProps extends AccountScreenProps {
  user: OwnUser;
  isLoading?: boolean;
  children: ReactNode;
}

/** What every area of My Account has: the heading and the switch between them. */
export function AccountFrame({ user, VisitorDialog, isLoading, children }: AccountFrameProps) {
  return (
    <div className="content-width py-6 md:py-10">
      <Heading user={user} VisitorDialog={VisitorDialog} />
      {user.suspension && <SuspendedBanner {...user.suspension} />}
      <AreaSwitch />
      <WhenLoaded isLoading={isLoading}>{children}</WhenLoaded>
    </div>
  );
}

function Heading({ user, VisitorDialog }: AccountScreenProps & { user: OwnUser }) {
  const [isOpen, setIsOpen] = useState(false);
  const name = user.screenName || user.name;
  return (
    <div className="grid gap-4 md:flex md:items-center md:justify-between">
      <div className="flex min-w-0 items-center gap-4">
        <Avatar
          name={displayName(user)}
          imageUrl={user.profileImage}
          seed={`user-${user.id}`}
          className="w-14! md:w-17!"
        />
        <div className="min-w-0">
          <h1 className="text-h1">My Account</h1>
          <p className="text-muted wrap-anywhere">
            {[name, user.email ?? user.username].filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <Button variant="secondary" className="shrink-0" onClick={() => setIsOpen(true)}>
        <Eye aria-hidden="true" className="size-5" />
        View as Visitor
      </Button>
      <VisitorDialog user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  );
}
