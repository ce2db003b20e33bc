import { useInfiniteQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { BadgeCheck, EllipsisVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { DropdownMenu, MenuCheckItem, MenuItem } from '#client/components/ui/dropdown-menu.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { linkClass } from '#client/components/ui/text-link.tsx';
import { formatFullDay, formatSecond } from '#client/lib/format-day.ts';
import { sentenceOf } from '#client/lib/request.ts';
import type { AdminUser } from '#contract/admin.ts';
import { displayName } from '#contract/display-name.ts';
import { displayHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { auditQuery, useChangeRole, useChangeVerified, useConfirmedDeletion } from './api.ts';
import { actionWords } from './audit-words.ts';
import { ChangedValues } from './changed-values.tsx';

interface PersonDialogProps {
  user: AdminUser;
  isOpen: boolean;
  onClose: () => void;
}

/** A member as visitors see them, what happened to the account, and what an admin can do. */
export default function PersonDialog({ user, isOpen, onClose }: PersonDialogProps) {
  const name = user.screenName || user.name;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={name}
      description={user.username === null ? user.name : `@${user.username}`}
      placement="rise"
      // No control: a second Enter would press it.
      initialFocus="title"
      // As high as it may be: the history that loads later moves nothing above it.
      className="h-full! p-6 md:max-h-[min(704px,calc(100dvh-24px))]"
    >
      <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="flex items-center gap-4">
          <Avatar name={displayName(user)} imageUrl={user.profileImage} seed={`user-${user.id}`} />
          <dl className="min-w-0 flex-1 text-small">
            <Fact label="Name">{user.name}</Fact>
            <Fact label="Email">
              {user.email === null
                ? 'Not provided'
                : `${user.email}${user.isEmailConfirmed ? '' : ' (not confirmed)'}`}
            </Fact>
            <Fact label="Joined">{formatFullDay(user.createdAt)}</Fact>
            {user.phoneNumber && <Fact label="Phone">{user.phoneNumber}</Fact>}
            {user.websiteUrl && (
              <Fact label="Website">
                <Outside href={user.websiteUrl}>{user.websiteUrl}</Outside>
              </Fact>
            )}
            {user.suspension && (
              <Fact label="Suspended">{formatFullDay(user.suspension.since)}</Fact>
            )}
          </dl>
        </div>
        <Handles user={user} />
        {user.username && !user.suspension && (
          <p>
            <Outside href={`/?${new URLSearchParams({ search: user.username })}`}>
              Open public card
            </Outside>
          </p>
        )}
        <Actions user={user} onDeleted={onClose} />
        <History userId={user.id} />
      </div>
    </Dialog>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Outside({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className={linkClass}>
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  );
}

function Handles({ user }: { user: AdminUser }) {
  if (user.accounts.length === 0) return <p className="text-muted">No payment names</p>;
  return (
    <ul aria-label="Payment names" className="grid gap-2">
      {user.accounts.map(({ platform, username }) => {
        const link = payLink(platform, username);
        const handle = displayHandle(platform, username);
        return (
          <li key={platform} className="flex min-h-11 items-center gap-3">
            <PlatformTile platform={platform} />
            <span className="sr-only">{PLATFORM_LABELS[platform]}</span>
            <span className="min-w-0 text-handle wrap-anywhere">
              {link && !link.copy ? <Outside href={link.url}>{handle}</Outside> : handle}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Actions({ user, onDeleted }: { user: AdminUser; onDeleted: () => void }) {
  const verified = useChangeVerified(user);
  const role = useChangeRole(user);
  const deletion = useConfirmedDeletion(user, onDeleted);
  const { refusal } = verified;
  const refusalId = useId();
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        variant={user.isVerified || refusal ? 'secondary' : 'primary'}
        className={clsx(
          'flex-1',
          refusal && 'cursor-default border-transparent! bg-sunken! text-muted!',
        )}
        isBusy={verified.isPending}
        aria-disabled={Boolean(refusal) || undefined}
        aria-describedby={refusal && refusalId}
        onClick={() => !refusal && verified.change(!user.isVerified)}
      >
        <BadgeCheck aria-hidden="true" className="size-5" />
        {user.isVerified ? 'Remove Verified' : 'Verify'}
      </Button>
      <DropdownMenu
        trigger={
          <Button variant="secondary" size="icon" aria-label="More actions" className="size-12">
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </Button>
        }
      >
        <MenuCheckItem isChecked={user.isAdmin} onChange={role.change} refusal={role.refusal}>
          Admin
        </MenuCheckItem>
        <MenuItem
          tone="danger"
          icon={<Trash2 aria-hidden="true" className="size-5" />}
          onSelect={deletion.ask}
        >
          Delete account
        </MenuItem>
      </DropdownMenu>
      {refusal && (
        <p id={refusalId} className="w-full text-small text-muted">
          {refusal}
        </p>
      )}
    </div>
  );
}

const FAILED = 'Failed to fetch the history';

function History({ userId }: { userId: number }) {
  const audit = useInfiniteQuery(auditQuery({ userId }));
  const list = useRef<HTMLUListElement>(null);
  const rows = audit.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-labelledby="person-history">
      <h3 id="person-history" className="text-h3">
        History
      </h3>
      {audit.isPending && <Spinner className="py-6" />}
      {audit.isError && !audit.data && (
        <Alert onRetry={() => void audit.refetch()}>{sentenceOf(audit.error, FAILED)}</Alert>
      )}
      {audit.isSuccess && rows.length === 0 && <p className="text-muted">Nothing yet.</p>}
      <ul ref={list} className="divide-y divide-line">
        {rows.map((entry) => (
          <li key={entry.id} className="py-2.5">
            <strong>{actionWords(entry)}</strong>
            <ChangedValues entry={entry} />
            <span className="block text-small text-muted">
              {formatSecond(entry.at)}
              {entry.actorId !== entry.subjectId && entry.actor && ` · by ${entry.actor.name}`}
            </span>
          </li>
        ))}
      </ul>
      <ShowMore query={audit} failure={FAILED} list={list} count={rows.length} />
    </section>
  );
}
