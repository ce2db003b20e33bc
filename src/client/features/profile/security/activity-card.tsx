import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { IconArch } from '#client/components/ui/icon-arch.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { formatMoment } from '#client/lib/format-day.ts';
import { sentenceOf } from '#client/lib/request.ts';
import type { ActivityEntry } from '#contract/authentication.ts';
import { activityWords } from './activity-words.ts';
import { activityQuery } from './api.ts';

const FAILED = 'Failed to fetch your activity. Please try again.';

export function ActivityCard() {
  const activity = useInfiniteQuery(activityQuery);
  const list = useRef<HTMLUListElement>(null);
  const entries = activity.data?.pages.flatMap(({ rows }) => rows) ?? [];
  return (
    <Card className="p-5 md:p-6">
      <h2 className="text-h3">Recent security activity</h2>
      <p className="mt-1 text-small text-muted">We email you about important changes too.</p>
      {activity.isPending && <Spinner className="py-6" />}
      {activity.isError && !activity.isFetchNextPageError && (
        <Alert className="mt-4" onRetry={() => void activity.refetch()}>
          {sentenceOf(activity.error, FAILED)}
        </Alert>
      )}
      {activity.isSuccess && entries.length === 0 && (
        <p className="mt-4 text-muted">Nothing yet.</p>
      )}
      <ul ref={list} aria-label="Recent security activity" className="mt-1 divide-y divide-line">
        {entries.map((entry) => (
          <ActivityRow key={entry.id} entry={entry} />
        ))}
      </ul>
      <ShowMore query={activity} failure={FAILED} list={list} count={entries.length} isWide />
    </Card>
  );
}

function ActivityRow({ entry }: { entry: ActivityEntry }) {
  const { icon, isAlarm, title, detail } = activityWords(entry);
  const isAboutDevice = entry.kind === 'new-device';
  const where = [isAboutDevice ? undefined : entry.device, entry.network].filter(Boolean);
  return (
    <li className="flex items-start gap-3 py-3.5">
      <IconArch icon={icon} tone={isAlarm ? 'danger' : 'default'} />
      <div className="min-w-0">
        <p className="font-bold">{title}</p>
        {isAboutDevice && entry.device && <p className="text-small">{entry.device}</p>}
        {detail && <Detail detail={detail} />}
        <p className="text-small wrap-anywhere text-muted">
          {[formatMoment(entry.at), ...where].join(' · ')}
        </p>
      </div>
    </li>
  );
}

function Detail({ detail }: { detail: NonNullable<ReturnType<typeof activityWords>['detail']> }) {
  if (typeof detail === 'string') return <p className="text-small wrap-anywhere">{detail}</p>;
  return (
    <p className="text-small wrap-anywhere">
      <span className="text-handle">{detail.from}</span> to{' '}
      <span className="text-handle">{detail.to}</span>
    </p>
  );
}
