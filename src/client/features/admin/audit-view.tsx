import { useInfiniteQuery } from '@tanstack/react-query';
import { Alert } from '#client/components/ui/alert.tsx';
import { DataTable } from '#client/components/ui/data-table.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import type { AuditEntry, AuditPerson } from '#contract/admin.ts';
import { auditQuery } from './api.ts';
import { formatMoment } from './format.ts';

const FAILED = 'Failed to fetch the activity';

/** What happened, newest first. The record outlives the people in it. */
export function AuditView() {
  const audit = useInfiniteQuery(auditQuery);
  if (audit.isPending) return <Spinner className="py-16" />;
  if (!audit.data) {
    return (
      <Alert onRetry={() => void audit.refetch()}>
        Error loading activity: {sentenceOf(audit.error, FAILED)}
      </Alert>
    );
  }
  const rows = audit.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) {
    return <p className="py-16 text-center text-muted">Nothing has happened yet.</p>;
  }
  return (
    <>
      <DataTable
        caption="Activity"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            header: 'When',
            onPhone: 'title',
            cell: ({ at }) => (
              <time dateTime={at} className="text-small text-muted">
                {formatMoment(at)}
              </time>
            ),
          },
          { header: 'What', cell: (entry) => <strong>{actionWords(entry)}</strong> },
          { header: 'By', cell: ({ actor, actorId }) => <Who person={actor} id={actorId} /> },
          {
            header: 'User',
            cell: ({ subject, subjectId }) => <Who person={subject} id={subjectId} />,
          },
          { header: 'IP address', cell: ({ ip }) => ip ?? '–' },
        ]}
      />
      <ShowMore query={audit} failure={FAILED} />
    </>
  );
}

/** 'admin-granted' reads 'Admin granted'. */
function actionWords({ action }: AuditEntry): string {
  const words = action.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Who({ person, id }: { person: AuditPerson | null; id: number | null }) {
  if (!person) return <span className="text-muted">{id === null ? '–' : `Number ${id}`}</span>;
  return (
    <>
      {person.name}
      <span className="block text-small text-muted">{person.email ?? person.username}</span>
    </>
  );
}
