import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Breakable } from '#client/components/breakable.tsx';
import { readPaid } from '#client/components/payer/paid-before.ts';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { PAID_HANDLES, removeFlag } from '#client/lib/local-flags.ts';
import { info, showToast } from '#client/lib/toast-store.ts';
import { pagePath } from '#contract/pages.ts';
import { isPlatform, PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

const SHOWN_AT_MOST = 5;

interface Recent {
  id: number;
  name: string;
  username: string;
  platform: Platform;
  handle: string;
}

/** The people this browser paid last, each with the platform that was used last. */
function listRecent(): Recent[] {
  const people = new Map<number, Recent>();
  for (const [id, platform, handle, , name, username] of [...readPaid()].reverse()) {
    if (typeof name !== 'string' || typeof username !== 'string') continue;
    if (people.has(id) || !isPlatform(platform)) continue;
    people.set(id, { id, name, username, platform, handle });
    if (people.size === SHOWN_AT_MOST) break;
  }
  return [...people.values()];
}

interface RecentPaymentsProps {
  isOpen: boolean;
}

/** Only this browser knows the list. Each entry leads to the person's page, which has the current payment names. */
export default function RecentPayments({ isOpen }: RecentPaymentsProps) {
  const [people, setPeople] = useState(listRecent);
  if (!isOpen || people.length === 0) return null;

  function clear() {
    removeFlag(PAID_HANDLES);
    setPeople([]);
    showToast(
      info(
        'Cleared',
        'This browser forgot who you paid. It can no longer warn you when a payment name has changed.',
      ),
    );
    // The button had the focus.
    document.querySelector('main')?.focus();
  }

  return (
    <section aria-labelledby="recent-payments" className="content-width pt-8 md:pt-12">
      <div className="flex items-center justify-between gap-4">
        <h2 id="recent-payments" className="text-h2">
          Recent payments
        </h2>
        <Button variant="ghost" className="-mr-4 text-link!" onClick={clear}>
          Clear<span className="sr-only"> recent payments</span>
        </Button>
      </div>
      <p className="text-small text-muted">Only this browser keeps this list.</p>
      <ul className="mt-4 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-card">
        {people.map((person) => (
          <li key={person.id}>
            <RecentLink {...person} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function RecentLink({ id, name, username, platform, handle }: Recent) {
  return (
    // A new document: the server sends the page as it is now.
    <a
      href={pagePath(username)}
      className="flex min-h-17 items-center gap-3.5 px-4 py-3 hover:bg-sunken focus-visible:relative focus-visible:rounded-button"
    >
      <Avatar name={name} seed={`user-${id}`} size="small" className="w-11!" />
      <span className="grid min-w-0 flex-1 gap-0.5 md:flex md:items-center md:gap-6">
        <span className="font-bold wrap-anywhere md:flex-1">
          <span className="sr-only">Pay </span>
          {name}
          <span className="sr-only"> again with {PLATFORM_LABELS[platform]}, </span>
        </span>
        <span className="flex min-w-0 gap-2 md:flex-1">
          <PlatformTile platform={platform} className="mt-0.5 size-5" />
          <span className="min-w-0 text-handle text-muted">
            <Breakable text={handle} />
          </span>
        </span>
      </span>
      <span aria-hidden="true" className="text-small font-bold max-md:hidden">
        Pay again
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0" />
    </a>
  );
}
