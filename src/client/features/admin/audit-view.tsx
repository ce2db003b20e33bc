import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { useRef, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { DataTable } from '#client/components/ui/data-table.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { formatSecond } from '#client/lib/format-day.ts';
import { sentenceOf } from '#client/lib/request.ts';
import type { AuditKind, AuditPerson } from '#contract/admin.ts';
import { auditQuery } from './api.ts';
import { actionWords } from './audit-words.ts';
import { ChangedValues } from './changed-values.tsx';

const FAILED = 'Failed to fetch the activity';

const FILTERS: { kind: AuditKind; label: string; none: string }[] = [
  { kind: 'admin', label: 'Admin actions', none: 'No admin actions yet.' },
  { kind: 'changes', label: 'Changes', none: 'No changes yet.' },
  { kind: 'logins', label: 'Logins', none: 'No logins yet.' },
  { kind: 'all', label: 'All', none: 'Nothing has happened yet.' },
];

/** What happened, newest first. The record outlives the people in it. */
export function AuditView() {
  const [kind, setKind] = useState<AuditKind>('admin');
  return (
    <>
      <fieldset className="mb-4 grid grid-cols-2 gap-2 md:flex md:flex-wrap">
        <legend className="sr-only">Show</legend>
        {FILTERS.map((filter) => (
          <button
            key={filter.kind}
            type="button"
            aria-pressed={filter.kind === kind}
            onClick={() => setKind(filter.kind)}
            className={clsx(
              'min-h-11 rounded-button px-4 text-button',
              filter.kind === kind
                ? 'bg-primary text-on-primary'
                : 'bg-sunken text-ink hover:bg-line',
            )}
          >
            {filter.label}
          </button>
        ))}
      </fieldset>
      <Entries kind={kind} />
    </>
  );
}

function Entries({ kind }: { kind: AuditKind }) {
  const audit = useInfiniteQuery(auditQuery({ kind }));
  const body = useRef<HTMLTableSectionElement>(null);
  if (audit.isPending) return <ScreenSpinner />;
  if (!audit.data) {
    return (
      <Alert onRetry={() => void audit.refetch()}>
        Error loading activity: {sentenceOf(audit.error, FAILED)}
      </Alert>
    );
  }
  const rows = audit.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) {
    const none = FILTERS.find((filter) => filter.kind === kind)?.none;
    return <p className="py-16 text-center text-muted">{none}</p>;
  }
  return (
    <div aria-busy={audit.isPlaceholderData || undefined}>
      <DataTable
        caption="Activity"
        rows={rows}
        rowKey={({ id }) => id}
        body={body}
        columns={[
          {
            header: 'When',
            onPhone: 'title',
            cell: ({ at }) => (
              <time dateTime={at} className="text-small text-muted">
                {formatSecond(at)}
              </time>
            ),
          },
          {
            header: 'What',
            cell: (entry) => (
              <>
                <strong>{actionWords(entry)}</strong>
                <ChangedValues entry={entry} />
              </>
            ),
          },
          { header: 'By', cell: ({ actor, actorId }) => <Who person={actor} id={actorId} /> },
          {
            header: 'User',
            cell: ({ subject, subjectId }) => <Who person={subject} id={subjectId} />,
          },
          { header: 'IP address', cell: ({ ip }) => ip ?? '–' },
        ]}
      />
      <ShowMore query={audit} failure={FAILED} list={body} count={rows.length} />
    </div>
  );
}

function Who({ person, id }: { person: AuditPerson | null; id: number | null }) {
  if (!person) return <span className="text-muted">{id === null ? '–' : `User ${id}`}</span>;
  return (
    <>
      {person.username ? (
        <TextLink href={`/?${new URLSearchParams({ search: person.username })}`}>
          {person.name}
        </TextLink>
      ) : (
        person.name
      )}
      <span className="block text-small text-muted wrap-anywhere">
        {person.email ?? person.username}
      </span>
    </>
  );
}
