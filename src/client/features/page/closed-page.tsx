import { DoorClosed, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { NobodyHere } from '#client/components/nobody-here.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { useTitle } from '#client/lib/use-title.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

/** The page of a deleted account. */
export function ClosedPage({ username }: { username: string }) {
  return (
    <GoToSearch title="This page is closed">
      <strong className="text-handle text-ink">@{username}</strong> left {PRODUCT_NAME}. Nobody else
      can ever take this name, so don’t pay anyone who says they have it.
    </GoToSearch>
  );
}

/** The page of a suspended member. */
export function UnavailablePage() {
  return (
    <GoToSearch title="This page is not available">Don’t pay names you saw here before.</GoToSearch>
  );
}

function GoToSearch({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="content-width flex flex-col items-center py-16 text-center md:py-24">
      <NobodyHere icon={DoorClosed} width="w-14" />
      <h1 className="mt-8 text-h1">{`${title}.`}</h1>
      <p className="mt-3 max-w-md text-muted">{children}</p>
      <Link href={SCREENS.home} className={`${buttonClass('primary')} mt-8 w-full max-w-80`}>
        <Search aria-hidden="true" className="size-5" />
        Go to Search
      </Link>
    </div>
  );
}
