import { ShieldCheck } from 'lucide-react';
import { useLayoutEffect } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Breakable, BreakableName } from '#client/components/breakable.tsx';
import { daysAgo, wholeMonths } from '#client/components/payer/relative-day.ts';
import { PersonBadges } from '#client/components/verified-badge.tsx';
import { useTitle } from '#client/lib/use-title.ts';
import { type PersonPage as PageOfPerson, pageTitle } from '#contract/pages.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { formatMonth } from './format-month.ts';
import { OnComputer } from './on-computer.tsx';
import { PageActions } from './page-actions.tsx';
import { PayPanel } from './pay-panel.tsx';
import { RenamedNote } from './renamed-note.tsx';

/** The header continues the band of this page; the server sends the document with the mark. */
function useHeroHeader() {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.page = 'hero';
    return () => {
      delete dataset.page;
    };
  }, []);
}

/** Readable and payable before, or without, its code. */
export function PersonPage({ page }: { page: PageOfPerson }) {
  const { person } = page;
  useTitle(pageTitle(page));
  useHeroHeader();
  return (
    <>
      <section data-surface="hero" className="pb-18 lg:pb-34">
        {page.formerUsername !== null && (
          <RenamedNote person={person} formerUsername={page.formerUsername} />
        )}
      </section>
      <div className="content-width -mt-16 pb-8 md:max-lg:max-w-172 lg:-mt-24 lg:grid lg:grid-cols-[376px_minmax(0,1fr)] lg:grid-rows-[auto_auto_1fr] lg:gap-x-6">
        <Identity page={page} />
        <PayPanel page={page} />
        <PageActions page={page} />
        <OnComputer username={person.username} />
      </div>
      <p className="border-t border-line">
        <span className="content-width flex items-center gap-2.5 pt-8 font-semibold">
          <ShieldCheck aria-hidden="true" className="size-5 shrink-0" />
          <span>
            {PRODUCT_NAME} opens the app.{' '}
            <span className="inline-block">You send the money there.</span>
          </span>
        </span>
      </p>
    </>
  );
}

/** How long the payment names have been what they are, in the words that fit. */
function HandlesSince({ page }: { page: PageOfPerson }) {
  const { caution, handles } = page.person;
  if (caution?.kind === 'changed') {
    return (
      <>
        <span className="sr-only"> · </span>
        <strong className="block text-ink">
          {PLATFORM_LABELS[caution.platform]} name changed {daysAgo(caution.since, page.asOf)}
        </strong>
      </>
    );
  }
  const latest = Math.max(...handles.map(({ since }) => Date.parse(since)));
  const months = wholeMonths(latest, page.asOf);
  if (handles.length === 0 || months < 1) return null;
  return (
    <>
      <span className="sr-only"> · </span>
      <span className="block">
        handles unchanged for {months} {months === 1 ? 'month' : 'months'}
      </span>
    </>
  );
}

function Identity({ page }: { page: PageOfPerson }) {
  const { person } = page;
  const { displayName: name, handles } = person;
  return (
    <div className="flex flex-col items-center text-center lg:rounded-t-card lg:border lg:border-b-0 lg:border-line lg:bg-surface lg:px-6 lg:pt-8 lg:pb-6">
      <Avatar
        name={name}
        imageUrl={person.profileImage}
        seed={`user-${person.id}`}
        isMain
        className="w-31! text-[40px]! ring-6 ring-canvas lg:w-36! lg:ring-0"
      />
      <h1 className="mt-4 text-[30px] leading-9 wrap-anywhere lg:text-[34px] lg:leading-10">
        <BreakableName name={name} />
      </h1>
      <p className="mt-1 flex flex-wrap items-center justify-center gap-x-2.5 gap-y-1">
        <span className="text-handle text-muted">
          <Breakable text={`@${person.username}`} />
        </span>
        <PersonBadges person={person} platforms={handles.map(({ platform }) => platform)} />
      </p>
      <p className="mt-2.5 text-small text-muted">
        On {PRODUCT_NAME} since {formatMonth(person.memberSince)}
        <HandlesSince page={page} />
      </p>
    </div>
  );
}
