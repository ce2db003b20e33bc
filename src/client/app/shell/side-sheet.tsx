import clsx from 'clsx';
import { LogOut } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Link, useLocation } from 'wouter';
import { useLoginState } from '#client/app/use-login-state.ts';
import { Avatar } from '#client/components/avatar.tsx';
import { Logo } from '#client/components/logo.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { Sheet } from '#client/components/ui/sheet.tsx';
import { useLogout } from '#client/features/auth/api.ts';
import { ServerStatusPanel } from '#client/features/status/server-status-panel.tsx';
import { useSession } from '#client/lib/session.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { displayName } from '#contract/display-name.ts';
import { memberLinks } from './member-links.ts';
import { NavIcon } from './nav-icon.tsx';
import { ADD_PERSON_LINK, MAIN_LINKS } from './nav-items.ts';

const rowClass =
  'flex min-h-12.5 w-full items-center gap-3.5 rounded-button px-3 font-semibold hover:bg-sunken';

interface SideSheetProps {
  isOpen: boolean;
  onClose: () => void;
}

export default function SideSheet({ isOpen, onClose }: SideSheetProps) {
  const { user } = useSession();
  const logout = useLogout();
  const state = useLoginState();
  return (
    <Sheet isOpen={isOpen} onClose={onClose} title="Menu" heading={<Logo />}>
      {user && <Whoami user={user} />}
      <nav aria-label="Menu" className="flex flex-1 flex-col">
        <ul className={clsx(user && 'border-t border-line', 'py-2')}>
          {[...MAIN_LINKS, ...(user ? [ADD_PERSON_LINK] : [])].map((item) => (
            <li key={item.href}>
              <SheetLink {...item} onClick={onClose} />
            </li>
          ))}
        </ul>
        {user ? (
          <>
            <ul className="border-t border-line py-2">
              {memberLinks(user.isAdmin).map((item) => (
                <li key={item.href}>
                  <SheetLink {...item} onClick={onClose} />
                </li>
              ))}
            </ul>
            <div className="border-t border-line py-2">
              <button
                type="button"
                className={rowClass}
                onClick={() => {
                  onClose();
                  logout.mutate();
                }}
              >
                <LogOut aria-hidden="true" className="size-5" />
                Log out
              </button>
            </div>
          </>
        ) : (
          <div className="grid gap-3 border-t border-line px-3 py-5">
            <Link
              href="/auth?tab=register"
              state={state}
              onClick={onClose}
              className={buttonClass('primary')}
            >
              Register
            </Link>
            <Link href="/auth" state={state} onClick={onClose} className={buttonClass('secondary')}>
              Log In
            </Link>
          </div>
        )}
      </nav>
      <ServerStatusPanel />
    </Sheet>
  );
}

function Whoami({ user }: { user: OwnUser }) {
  const name = user.screenName || user.name;
  return (
    <div className="flex items-center gap-3 px-3 pt-2 pb-4">
      <Avatar
        name={displayName(user)}
        imageUrl={user.profileImage}
        seed={`user-${user.id}`}
        isShort
        className="w-12! text-[17px]!"
      />
      <div className="min-w-0">
        <p className="font-bold">{name}</p>
        <p className="text-small wrap-anywhere text-muted">{user.email || user.username}</p>
      </div>
    </div>
  );
}

type SheetLinkProps = (typeof MAIN_LINKS)[number] & Pick<ComponentProps<'a'>, 'onClick'>;

function SheetLink({ href, label, onClick }: SheetLinkProps) {
  const [path] = useLocation();
  const isHere = path === href;
  return (
    <Link
      href={href}
      onClick={onClick}
      aria-current={isHere ? 'page' : undefined}
      className={clsx(rowClass, isHere && 'bg-sunken')}
    >
      <NavIcon href={href} />
      {label}
    </Link>
  );
}
