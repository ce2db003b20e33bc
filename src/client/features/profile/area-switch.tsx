import clsx from 'clsx';
import { Eye, Share2, ShieldCheck, User } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { SCREENS } from '#contract/screens.ts';

const AREAS = [
  { href: SCREENS.profile, label: 'My page', Icon: User },
  { href: SCREENS.share, label: 'Share', Icon: Share2 },
  { href: SCREENS.visibility, label: 'Who sees what', Icon: Eye },
  { href: SCREENS.security, label: 'Security', Icon: ShieldCheck },
];

/** The areas of My Account, each with its own address. */
export function AreaSwitch() {
  const [path] = useLocation();
  return (
    <nav aria-label="My Account" className="mt-5 md:mt-7">
      <ul className="grid auto-cols-fr grid-flow-col gap-1 rounded-[18px] bg-sunken p-1 md:w-fit md:auto-cols-auto">
        {AREAS.map(({ href, label, Icon }) => (
          <li key={href}>
            <Link
              href={href}
              aria-current={path === href ? 'page' : undefined}
              className={clsx(
                'flex min-h-16 flex-col items-center justify-center gap-1 rounded-button border-2 px-1 text-center text-label',
                'md:min-h-11 md:flex-row md:gap-2.5 md:px-5 md:text-button',
                path === href
                  ? 'border-ink bg-surface text-ink'
                  : 'border-transparent text-muted hover:text-ink',
              )}
            >
              <Icon aria-hidden="true" className="size-5 shrink-0" />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
