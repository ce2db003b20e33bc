import clsx from 'clsx';
import type { ReactNode } from 'react';
import { daysAgo } from '#client/components/payer/relative-day.ts';
import { REASON_WORDS } from '#client/components/report/reasons.ts';
import { formatFullDay, formatMoment } from '#client/lib/format-day.ts';
import type { Review, ReviewKind, ReviewPerson } from '#contract/reviews.ts';
import { Changes, Checks, FactRow, Handles, peopleReported, Who } from './facts.tsx';

/** The facts of an item, by its kind. */
export function ReviewBody({ review }: { review: Review }) {
  if (review.kind === 'lookalike' && review.other) {
    return <LookAlike person={review.person} other={review.other} />;
  }
  return (
    <div className="grid gap-5 md:grid-cols-2 md:gap-7">
      <div className="grid content-start gap-4">
        <Who person={review.person} />
        {review.kind === 'report' ? <Words review={review} /> : <Asks review={review} />}
      </div>
      {review.kind === 'report' ? (
        <ReportFacts review={review} />
      ) : (
        <Checks person={review.person} />
      )}
    </div>
  );
}

/** What the reporters say, newest first. */
function Words({ review: { reports, reportCount } }: { review: Review }) {
  return (
    <ul className="grid gap-3" aria-label="Reports">
      {reports.map(({ reason, details, createdAt, isFromMember }) => (
        <li key={createdAt + reason}>
          <p className="font-bold">{REASON_WORDS[reason].label}</p>
          {details && (
            <p className="mt-1 rounded-button bg-sunken px-3.5 py-3 wrap-anywhere whitespace-pre-line">
              “{details}”
            </p>
          )}
          <p className="mt-1 text-small text-muted">
            {formatMoment(createdAt)}
            {isFromMember && ' · from a member'}
          </p>
        </li>
      ))}
      {reportCount > reports.length && (
        <li className="text-small text-muted">And {reportCount - reports.length} older ones.</li>
      )}
    </ul>
  );
}

function ReportFacts({ review: { person, reportCount } }: { review: Review }) {
  return (
    <dl className="divide-y divide-line">
      <FactRow label="Reports">{peopleReported(reportCount)}</FactRow>
      <FactRow label="Payment names">
        <Handles person={person} />
      </FactRow>
      <FactRow label="Changed">
        <Changes person={person} />
      </FactRow>
      <FactRow label="Joined">{formatFullDay(person.memberSince)}</FactRow>
      <FactRow label="Email">{person.isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}</FactRow>
    </dl>
  );
}

const ASKS: Partial<Record<ReviewKind, string>> = {
  'lost-badge': 'Lost the badge after a change',
  verification: 'Asks to be verified',
  answer: 'Answers the suspension',
};

function Asks({ review: { kind, note, person } }: { review: Review }) {
  return (
    <div className="grid gap-2.5">
      <p className="font-bold">{ASKS[kind]}</p>
      {note && (
        <p className="rounded-button bg-sunken px-3.5 py-3 wrap-anywhere whitespace-pre-line">
          “{note}”
        </p>
      )}
      <Handles person={person} />
    </div>
  );
}

function LookAlike({ person, other }: { person: ReviewPerson; other: ReviewPerson }) {
  return (
    <>
      <h2 className="text-h3">A page looks like a verified one</h2>
      <div className="mt-4 divide-y divide-line">
        <Pair
          label=""
          own={<Who person={person} other={other} />}
          others={<Who person={other} />}
        />
        <Pair
          label="Payment names"
          own={<Handles person={person} other={other} />}
          others={<Handles person={other} />}
        />
        <Pair label="Joined" own={<Joined person={person} />} others={<Joined person={other} />} />
        <Pair
          label="Email"
          own={person.isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}
          others={other.isEmailConfirmed ? 'Confirmed' : 'Not confirmed'}
        />
        <Pair
          label="Picture"
          own={person.profileImage ? 'Own picture' : 'None'}
          others={other.profileImage ? 'Own picture' : 'None'}
        />
        <Pair
          label="Reports"
          own={person.openReports || 'None'}
          others={other.openReports || 'None'}
        />
      </div>
    </>
  );
}

/** How long ago is what tells a copy from the original. */
function Joined({ person: { memberSince } }: { person: ReviewPerson }) {
  return (
    <>
      {formatFullDay(memberSince)}{' '}
      <span className="text-small text-muted">{daysAgo(memberSince)}</span>
    </>
  );
}

interface PairProps {
  label: string;
  own: ReactNode;
  others: ReactNode;
}

/** Two people side by side at every width; on a phone the label is above them. */
function Pair({ label, own, others }: PairProps) {
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0 md:grid-cols-[120px_1fr_1fr]">
      <p className={clsx('text-small text-muted', label ? 'max-md:col-span-2' : 'max-md:hidden')}>
        {label}
      </p>
      <div className="min-w-0">{own}</div>
      <div className="min-w-0">{others}</div>
    </div>
  );
}
