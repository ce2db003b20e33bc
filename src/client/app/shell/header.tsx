import clsx from 'clsx';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { LogoLink } from '#client/components/logo.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx';
import { ServerBadge } from '#client/features/status/server-badge.tsx';
import { useSession } from '#client/lib/session.ts';
import { AvatarMenuSlot } from './avatar-menu-slot.tsx';
import { ADD_PERSON_LINK, MAIN_LINKS } from './nav-items.ts';

const SideSheet = lazyDialog(() => import('./side-sheet.tsx'));

/** On the home and How It Works screens the header lies on the marigold band. */
export function Header({ isOnHero }: { isOnHero: boolean }) {
  const { user } = useSession();
  const links = user ? [...MAIN_LINKS, ADD_PERSON_LINK] : MAIN_LINKS;
  return (
    <header
      className={clsx(
        isOnHero ? 'bg-hero text-hero-ink' : 'border-b border-line bg-surface text-ink',
      )}
    >
      <div className="content-width flex h-17 items-center gap-3 md:h-18 md:gap-8">
        <LogoLink isOnHero={isOnHero} />
        <nav aria-label="Main" className="hidden gap-1 md:flex">
          {links.map(({ href, label }) => (
            <NavLink key={href} href={href} label={label} isOnHero={isOnHero} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:gap-5">
          <ServerBadge isOnHero={isOnHero} />
          <div className="hidden items-center gap-2 md:flex">
            <AccountCorner isOnHero={isOnHero} />
          </div>
          <MenuButton isOnHero={isOnHero} />
        </div>
      </div>
    </header>
  );
}

function NavLink({ href, label, isOnHero }: { href: string; label: string; isOnHero: boolean }) {
  const [path] = useLocation();
  const isHere = path === href;
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={clsx(
        'flex min-h-10 items-center rounded-button px-3.5 font-bold',
        isOnHero ? 'hover:bg-hero-hover' : 'hover:bg-sunken',
        isHere && (isOnHero ? 'bg-hero-active' : 'bg-sunken'),
      )}
    >
      {label}
    </Link>
  );
}

function AccountCorner({ isOnHero }: { isOnHero: boolean }) {
  const { user, isLoading } = useSession();
  if (isLoading) return <div className="h-10 w-46" />;
  if (user) return <AvatarMenuSlot user={user} isOnHero={isOnHero} />;
  return (
    <>
      <Link
        href="/auth"
        className={clsx(
          'flex min-h-10 items-center rounded-button px-4 font-bold',
          isOnHero ? 'hover:bg-hero-hover' : 'hover:bg-sunken',
        )}
      >
        Log In
      </Link>
      <Link href="/auth?tab=register" className={buttonClass('primary', 'small')}>
        Register
      </Link>
    </>
  );
}

function MenuButton({ isOnHero }: { isOnHero: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        className={clsx(
          '-mr-2 flex size-12 items-center justify-center rounded-button md:hidden',
          isOnHero ? 'hover:bg-hero-hover' : 'hover:bg-sunken',
        )}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
