import clsx from 'clsx';
import { ArrowDown, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Marked } from '#client/components/marked.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { VerifiedMark } from '#client/components/verified-badge.tsx';
import { formatFullDay } from '#client/lib/format-day.ts';
import { CHANGES_SHOWN } from '#contract/constants.ts';
import { displayName } from '#contract/display-name.ts';
import { displayHandle } from '#contract/handles.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import type { ReviewPerson } from '#contract/reviews.ts';
import { nameOf } from './person.ts';

interface WhoProps {
  person: ReviewPerson;
  /** Whose letters are compared. */
  other?: ReviewPerson;
}

export function Who({ person, other }: WhoProps) {
  return (
    <div className="flex min-w-0 items-start gap-3.5 max-md:flex-wrap">
      <Avatar
        name={displayName(person)}
        imageUrl={person.profileImage}
        seed={`user-${person.id}`}
      />
      <div className="min-w-0">
        <p className="text-h3 font-display font-bold wrap-anywhere">
          <Marked text={nameOf(person)} other={other && nameOf(other)} />
        </p>
        {person.username && (
          <p className="text-handle text-muted">
            @<Marked text={person.username} other={other?.username ?? undefined} />
          </p>
        )}
        {person.isVerified && (
          <VerifiedMark platforms={person.accounts.map(({ platform }) => platform)} />
        )}
        {person.suspension && (
          <p className="mt-1 wrap-anywhere whitespace-pre-line">
            Suspended since {formatFullDay(person.suspension.since)}
            {person.suspension.reason && `: ${person.suspension.reason}`}
          </p>
        )}
      </div>
    </div>
  );
}

interface HandleProps {
  platform: Platform;
  handle: string;
  other?: string | undefined;
}

function Handle({ platform, handle, other }: HandleProps) {
  return (
    <span className="flex items-center gap-2">
      <PlatformTile platform={platform} className="size-5.5" />
      <span className="text-handle">
        <span className="sr-only">{PLATFORM_LABELS[platform]} </span>
        <Marked
          text={displayHandle(platform, handle)}
          other={other && displayHandle(platform, other)}
        />
      </span>
    </span>
  );
}

export function Handles({ person, other }: WhoProps) {
  if (person.accounts.length === 0) return <p>None</p>;
  const handleOf = (platform: Platform) =>
    other?.accounts.find((account) => account.platform === platform)?.username;
  return (
    <ul className="grid gap-1.5">
      {person.accounts.map(({ platform, username }) => (
        <li key={platform}>
          <Handle platform={platform} handle={username} other={handleOf(platform)} />
        </li>
      ))}
    </ul>
  );
}

/** The newest changes of handles. */
export function Changes({ person }: { person: ReviewPerson }) {
  const [latest] = person.changes;
  if (!latest) return <p>Never</p>;
  const { platform, from, to, at } = latest;
  return (
    <div className="grid gap-1">
      {from && <Handle platform={platform} handle={from} />}
      {from && to && <ArrowDown aria-label="became" role="img" className="size-4 text-muted" />}
      {to && <Handle platform={platform} handle={to} other={from ?? undefined} />}
      {!to && <p>Removed</p>}
      <p className="text-small text-muted">
        {formatFullDay(at)}
        {person.changes.length > 1 && ` · ${countOf(person.changes)} changes`}
      </p>
    </div>
  );
}

/** More than are sent may have happened. */
const countOf = ({ length }: ReviewPerson['changes']) =>
  length === CHANGES_SHOWN ? `${length} or more` : String(length);

export function FactRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[110px_minmax(0,1fr)] gap-3 py-2.5">
      <dt className="text-small text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** What speaks for or against a verification, each in words. */
export function Checks({ person }: { person: ReviewPerson }) {
  const [latest] = person.changes;
  const checks = [
    person.isEmailConfirmed
      ? { isGood: true, words: 'Email confirmed' }
      : { isGood: false, words: 'Email not confirmed' },
    latest
      ? { isGood: false, words: `A payment name changed on ${formatFullDay(latest.at)}` }
      : {
          isGood: true,
          words: `Payment names unchanged since ${formatFullDay(person.memberSince)}`,
        },
    person.openReports > 0
      ? { isGood: false, words: peopleReported(person.openReports) }
      : { isGood: true, words: 'No open reports' },
  ];
  return (
    <ul className="grid content-start gap-2.5">
      {checks.map(({ isGood, words }) => {
        const Icon = isGood ? CircleCheck : TriangleAlert;
        return (
          <li key={words} className="flex gap-2.5">
            <Icon
              aria-hidden="true"
              className={clsx('mt-0.5 size-5 shrink-0', isGood ? 'text-success' : 'text-danger')}
            />
            {words}
          </li>
        );
      })}
    </ul>
  );
}

export const peopleReported = (count: number) =>
  count === 1 ? '1 person reported this page' : `${count} people reported this page`;
