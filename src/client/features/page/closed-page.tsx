import { DoorClosed, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Portrait } from '#client/components/portrait.tsx';
import { buttonClass } from '#client/components/ui/button.tsx';
import { useTitle } from '#client/lib/use-title.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';

/** The page of a deleted account. */
export function ClosedPage({ username }: { username: string }) {
  return (
    <NobodyHere title="This page is closed">
      <strong className="text-handle text-ink">@{username}</strong> left {PRODUCT_NAME}. Nobody else
      can ever take this name, so don’t pay anyone who says they have it.
    </NobodyHere>
  );
}

/** The page of a suspended member. */
export function UnavailablePage() {
  return (
    <NobodyHere title="This page is not available">Don’t pay names you saw here before.</NobodyHere>
  );
}

function NobodyHere({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title);
  return (
    <div className="content-width flex flex-col items-center py-16 text-center md:py-24">
      <div className="flex items-end gap-3" aria-hidden="true">
        <Portrait who="ruth" className="w-14" />
        <span className="arch flex w-18 items-center justify-center border-2 border-dashed border-line-strong text-muted">
          <DoorClosed className="size-7" />
        </span>
        <Portrait who="omar" className="w-14" />
      </div>
      <h1 className="mt-8 text-h1">{`${title}.`}</h1>
      <p className="mt-3 max-w-md text-muted">{children}</p>
      <Link href={SCREENS.home} className={`${buttonClass('primary')} mt-8 w-full max-w-80`}>
        <Search aria-hidden="true" className="size-5" />
        Go to Search
      </Link>
    </div>
  );
}
