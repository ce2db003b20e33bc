import { useQuery } from '@tanstack/react-query';
import { Inbox, ScrollText, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { TabPanel, Tabs, UnderlineTab, UnderlineTabList } from '#client/components/ui/tabs.tsx';
import { WhenLoaded } from '#client/components/ui/when-loaded.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import { useSession } from '#client/lib/session.ts';
import { dropDraft, hasDraft } from '#client/lib/unsaved-work.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { canSeeAdminPanel } from '#contract/permissions.ts';
import { statsQuery } from './api.ts';
import { AuditView } from './audit-view.tsx';
import { formatCount } from './format-count.ts';
import { reviewCountsQuery } from './review/api.ts';
import { formatWaiting, waitingIn } from './review/counts.ts';
import { ReviewView } from './review/review-view.tsx';
import { SUSPENDING } from './review/suspension-draft.ts';
import { UsersView } from './users-view.tsx';

export function AdminScreen() {
  useTitle('Admin Panel');
  const { user } = useSession();
  return (
    <div className="content-width py-6 md:py-10">
      <h1 className="text-h1">Admin Panel</h1>
      {canSeeAdminPanel(user) ? (
        <Panel />
      ) : (
        <>
          <Alert className="mt-6">
            Access Denied: You don't have permission to access the admin panel.
          </Alert>
          <p className="mt-4 text-muted wrap-anywhere">
            The site operator can make you an admin with{' '}
            <code>npm run admin -- grant {user?.email}</code>
          </p>
        </>
      )}
    </div>
  );
}

function Panel() {
  const [tab, setTab] = useState(() => (hasDraft(SUSPENDING) ? 'review' : 'users'));
  useEffect(() => dropDraft(SUSPENDING), []);
  // Both are above or beside what admins press.
  const counts = [useQuery(statsQuery), useQuery(reviewCountsQuery)];
  return (
    <WhenLoaded isLoading={counts.some(({ isFetched }) => !isFetched)}>
      <Counts />
      <Tabs value={tab} onChange={setTab} className="mt-5">
        <UnderlineTabList label="Admin Panel" className="mb-5">
          <UnderlineTab value="users" icon={<Users aria-hidden="true" className="size-5" />}>
            Users
          </UnderlineTab>
          <UnderlineTab value="review" icon={<Inbox aria-hidden="true" className="size-5" />}>
            Review <Waiting />
          </UnderlineTab>
          <UnderlineTab
            value="activity"
            icon={<ScrollText aria-hidden="true" className="size-5" />}
          >
            Activity
          </UnderlineTab>
        </UnderlineTabList>
        <TabPanel value="users">
          <UsersView />
        </TabPanel>
        <TabPanel value="review">
          <ReviewView />
        </TabPanel>
        <TabPanel value="activity">
          <AuditView />
        </TabPanel>
      </Tabs>
    </WhenLoaded>
  );
}

function Waiting() {
  const { data } = useQuery(reviewCountsQuery);
  const waiting = waitingIn(data);
  if (!waiting) return null;
  return (
    <span className="ml-1 inline-flex min-w-6 justify-center rounded-full bg-primary px-1.5 py-0.5 text-label text-on-primary">
      {formatWaiting(waiting)}
      <span className="sr-only"> waiting</span>
    </span>
  );
}

function Counts() {
  const { data, isError, error, refetch } = useQuery(statsQuery);
  if (isError && !data) {
    return (
      <Alert className="mt-5" onRetry={() => void refetch()}>
        {sentenceOf(error, 'Failed to fetch the counts')}
      </Alert>
    );
  }
  return (
    <dl className="mt-5 grid grid-cols-3 gap-2 md:gap-5">
      <Count label="Total Users" count={data?.totalUsers} />
      <Count label="Verified Users" count={data?.verifiedUsers} />
      <Count label="Admin Users" count={data?.adminUsers} />
    </dl>
  );
}

function Count({ label, count }: { label: string; count: number | undefined }) {
  return (
    <Card className="flex flex-col justify-between p-3.5 md:p-6">
      <dt className="text-label text-muted md:text-body">{label}</dt>
      <dd className="mt-1 font-display text-h2 font-bold">
        {count === undefined ? '–' : formatCount(count)}
      </dd>
    </Card>
  );
}
