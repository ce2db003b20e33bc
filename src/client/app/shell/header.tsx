import clsx from 'clsx';
import { Menu } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useLoginState } from '#client/app/use-login-state.ts';
import { LogoLink } from '#client/components/logo.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { ServerBadge } from '#client/features/status/server-badge.tsx';
import { useSession } from '#client/lib/session.ts';
import { SCREENS } from '#contract/screens.ts';
import { AvatarMenuSlot, hoverClass } from './avatar-menu-slot.tsx';
import { ADD_PERSON_LINK, MAIN_LINKS } from './nav-items.ts';

const SideSheet = lazyOnOpen(() => import('./side-sheet.tsx'));

const HERO_SCREENS: string[] = [SCREENS.home, SCREENS.features];

export function Header() {
  const [path] = useLocation();
  const { user } = useSession();
  const links = user ? [...MAIN_LINKS, ADD_PERSON_LINK] : MAIN_LINKS;
  return (
    <header
      data-surface={HERO_SCREENS.includes(path) ? 'hero' : undefined}
      className="border-b border-line bg-surface pt-[env(safe-area-inset-top)] text-ink hero:border-0 hero:bg-hero hero:text-hero-ink"
    >
      <div className="content-width flex h-17 items-center md:h-18 md:gap-8">
        <LogoLink />
        <nav aria-label="Main" className="hidden gap-1 md:flex">
          {links.map(({ href, label }) => (
            <NavLink key={href} href={href} label={label} />
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:gap-5">
          <ServerBadge />
          <div className="hidden items-center gap-2 md:flex">
            <AccountCorner />
          </div>
          <MenuButton />
        </div>
      </div>
    </header>
  );
}

function NavLink({ href, label }: { href: string; label: string }) {
  const [path] = useLocation();
  const isHere = path === href;
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={clsx(
        'flex min-h-10 items-center rounded-button px-3.5 font-bold',
        hoverClass,
        isHere && 'bg-sunken hero:bg-hero-active',
      )}
    >
      {label}
    </Link>
  );
}

function AccountCorner() {
  const { user, isLoading } = useSession();
  const state = useLoginState();
  if (isLoading) return <div className="h-10 w-46" />;
  if (user) return <AvatarMenuSlot user={user} />;
  return (
    <>
      <Link
        href="/auth"
        state={state}
        className={clsx('flex min-h-10 items-center rounded-button px-4 font-bold', hoverClass)}
      >
        Log In
      </Link>
      <Link href="/auth?tab=register" state={state} className={buttonClass('primary', 'small')}>
        Register
      </Link>
    </>
  );
}

function MenuButton() {
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
          hoverClass,
        )}
      >
        <Menu aria-hidden="true" className="size-6" />
      </button>
      <SideSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
