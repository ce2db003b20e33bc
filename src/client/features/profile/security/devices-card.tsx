import { useQuery } from '@tanstack/react-query';
import { Check, LogOut } from 'lucide-react';
import { useRef } from 'react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Badge } from '#client/components/ui/badge.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { IconArch } from '#client/components/ui/icon-arch.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { focusUnlessMoved } from '#client/lib/focus-unless-moved.ts';
import { formatMoment, formatRecentDay } from '#client/lib/format-day.ts';
import { sentenceOf } from '#client/lib/request.ts';
import type { OwnSession } from '#contract/sessions.ts';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './api.ts';
import { deviceIcon } from './device-icon.ts';

/** Where the member is signed in, this device first. */
export function DevicesCard() {
  const sessions = useQuery(sessionsQuery);
  const endOthers = useEndOtherSessions();
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that was pressed goes; the focus must not go with it.
  const keepFocus = (pressed: Element) => focusUnlessMoved(pressed, () => heading.current?.focus());
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent);
  return (
    <Card className="p-5 md:p-7">
      <h2 ref={heading} tabIndex={-1} className="text-h3">
        Devices signed in
      </h2>
      <p className="mt-1 text-muted">Don’t know one? Sign it out, then change your password.</p>
      {/* Shown while it is retried after a failure. As high as the one device that most members have. */}
      {sessions.isPending && <Spinner className="min-h-23.5" />}
      {sessions.isError && (
        <Alert className="mt-4" onRetry={() => void sessions.refetch()}>
          {sentenceOf(sessions.error, 'Failed to fetch your devices. Please try again.')}
        </Alert>
      )}
      <ul aria-label="Devices signed in" className="mt-2 divide-y divide-line">
        {sessions.data?.map((session) => (
          <DeviceRow key={session.id} session={session} onEnded={keepFocus} />
        ))}
      </ul>
      {hasOthers && (
        <Button
          variant="secondary"
          className="mt-3 text-danger! max-md:w-full"
          isBusy={endOthers.isPending}
          busyLabel="Signing out..."
          onClick={({ currentTarget }) =>
            endOthers.mutate(undefined, { onSuccess: () => keepFocus(currentTarget) })
          }
        >
          <LogOut aria-hidden="true" className="size-5" />
          Sign out everywhere else
        </Button>
      )}
    </Card>
  );
}

interface DeviceRowProps {
  session: OwnSession;
  onEnded: (pressed: Element) => void;
}

function DeviceRow({ session, onEnded }: DeviceRowProps) {
  const { device, network, createdAt, lastUsedAt, isCurrent } = session;
  const end = useEndSession();
  return (
    <li className="flex items-center gap-3 py-3.5">
      <IconArch icon={deviceIcon(device)} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-bold">
          {device}
          {isCurrent && (
            <Badge tone="success" icon={<Check aria-hidden="true" className="size-4" />}>
              This device
            </Badge>
          )}
        </p>
        <p className="text-small text-muted">
          Signed in {formatMoment(createdAt)} · active{' '}
          {isCurrent ? 'now' : formatRecentDay(lastUsedAt)}
        </p>
        {network && <p className="text-small wrap-anywhere text-muted">{network}</p>}
      </div>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="small"
          className="min-h-11 shrink-0"
          isBusy={end.isPending}
          // The row is gone by then, and callbacks of `mutate` with it.
          onClick={({ currentTarget }) =>
            void end.mutateAsync(session).then(
              () => onEnded(currentTarget),
              () => undefined,
            )
          }
        >
          <span>
            Sign out
            <span className="sr-only">
              {' '}
              {device}
              {network && `, ${network}`}, signed in {formatMoment(createdAt)}
            </span>
          </span>
        </Button>
      )}
    </li>
  );
}
