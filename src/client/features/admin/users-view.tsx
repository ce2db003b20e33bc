import { useInfiniteQuery } from '@tanstack/react-query';
import { BadgeCheck, Ban, Search, Shield } from 'lucide-react';
import { type RefObject, useRef, useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Breakable, BreakableName } from '#client/components/breakable.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { Badge } from '#client/components/ui/badge.tsx';
import { DataTable } from '#client/components/ui/data-table.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { ScreenSpinner } from '#client/components/ui/spinner.tsx';
import { linkClass } from '#client/components/ui/text-link.tsx';
import { formatFullDay } from '#client/lib/format-day.ts';
import { sentenceOf } from '#client/lib/request.ts';
import type { AdminUser } from '#contract/admin.ts';
import { QUERY_MAX_LENGTH } from '#contract/constants.ts';
import { displayName } from '#contract/display-name.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { useDeletedIds, usersQuery } from './api.ts';
import { RowActions } from './row-actions.tsx';
import { useDebounced } from './use-debounced.ts';

const PersonDialog = lazyOnOpen(() => import('./person-dialog.tsx'));

const FAILED = 'Failed to fetch users';
const DEBOUNCE_MS = 250;

export function UsersView() {
  const [typed, setTyped] = useState('');
  const query = useDebounced(typed.trim(), DEBOUNCE_MS);
  const users = useInfiniteQuery(usersQuery(query));
  const deletedIds = useDeletedIds();
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = users.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <>
      <search>
        <TextField
          label="Search users"
          isLabelHidden
          type="search"
          placeholder="Search users"
          maxLength={QUERY_MAX_LENGTH}
          prefix={<Search aria-hidden="true" className="size-5" />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          fieldClassName="md:max-w-100"
        />
      </search>
      {users.isPending && <ScreenSpinner />}
      {users.isError && !users.isFetchNextPageError && (
        <Alert className="mt-4" onRetry={() => void users.refetch()}>
          Error loading users: {sentenceOf(users.error, FAILED)}
        </Alert>
      )}
      {users.isSuccess && rows.length === 0 && (
        <p role="status" className="py-16 text-center text-muted">
          No users found
        </p>
      )}
      {rows.length > 0 && (
        <div className="mt-4" aria-busy={users.isPlaceholderData || undefined}>
          <UserTable rows={rows} deletedIds={deletedIds} body={body} />
          <ShowMore query={users} failure={FAILED} list={body} count={rows.length} />
        </div>
      )}
    </>
  );
}

interface UserTableProps {
  rows: AdminUser[];
  deletedIds: number[];
  body: RefObject<HTMLTableSectionElement | null>;
}

function UserTable({ rows, deletedIds, body }: UserTableProps) {
  const isBusy = ({ id }: AdminUser) => deletedIds.includes(id);
  const [openId, setOpenId] = useState<number>();
  const opened = rows.find(({ id }) => id === openId);
  return (
    <>
      <DataTable
        caption="Users"
        rows={rows}
        rowKey={({ id }) => id}
        isRowBusy={isBusy}
        body={body}
        columns={[
          {
            header: 'Name',
            onPhone: 'title',
            cell: (user) => <NameCell user={user} onOpen={() => setOpenId(user.id)} />,
          },
          {
            header: 'Email',
            cell: ({ email }) => (
              <span className="block md:min-w-27 xl:min-w-48">
                {email === null ? <Missing>Not provided</Missing> : <Breakable text={email} />}
              </span>
            ),
          },
          {
            header: 'Username',
            cell: ({ username }) =>
              username === null ? <Missing>Not set</Missing> : <UsernameCell username={username} />,
          },
          { header: 'Payment Accounts', cell: (user) => <AccountsCell user={user} /> },
          { header: 'Status', cell: (user) => <StatusCell user={user} /> },
          {
            header: 'Created',
            cell: ({ createdAt }) => <time dateTime={createdAt}>{formatFullDay(createdAt)}</time>,
            className: 'md:whitespace-nowrap',
          },
          {
            header: 'Actions',
            onPhone: 'actions',
            cell: (user) => <RowActions user={user} isBusy={isBusy(user)} />,
            className: 'whitespace-nowrap',
          },
        ]}
      />
      {opened && <PersonDialog user={opened} isOpen onClose={() => setOpenId(undefined)} />}
    </>
  );
}

function Missing({ children }: { children: string }) {
  return <span className="text-muted">{children}</span>;
}

function UsernameCell({ username }: { username: string }) {
  return (
    <span className="block md:max-w-19 md:wrap-break-word lg:max-w-35 xl:max-w-40">
      <Breakable text={username} />
    </span>
  );
}

/** The screen name over the real name. */
function NameCell({ user, onOpen }: { user: AdminUser; onOpen: () => void }) {
  const shown = user.screenName || user.name;
  return (
    <div className="flex items-center gap-3">
      <Avatar
        name={displayName(user)}
        imageUrl={user.profileImage}
        seed={`user-${user.id}`}
        size="small"
        className="md:max-xl:hidden"
      />
      <div className="min-w-0 md:min-w-24 xl:min-w-36">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onOpen}
          className={`${linkClass} max-w-full cursor-pointer text-left`}
        >
          <BreakableName name={shown} />
        </button>
        {user.screenName && <p className="text-small text-muted">{user.name}</p>}
      </div>
    </div>
  );
}

function AccountsCell({ user }: { user: AdminUser }) {
  if (user.accounts.length === 0) return <Missing>None</Missing>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {user.accounts.map(({ platform }) => (
        <li key={platform} title={PLATFORM_LABELS[platform]} className="flex">
          <PlatformTile platform={platform} />
          <span className="sr-only">{PLATFORM_LABELS[platform]}</span>
        </li>
      ))}
    </ul>
  );
}

function StatusCell({ user }: { user: AdminUser }) {
  if (!user.isAdmin && !user.isVerified && !user.suspension) {
    return (
      <span className="text-muted">
        <span aria-hidden="true">–</span>
        <span className="sr-only">Member</span>
      </span>
    );
  }
  return (
    <div className="flex flex-wrap gap-1.5">
      {user.isAdmin && (
        <Badge tone="ink" icon={<Shield aria-hidden="true" className="size-4" />}>
          Admin
        </Badge>
      )}
      {user.isVerified && (
        <Badge
          tone="success"
          icon={
            <BadgeCheck aria-hidden="true" className="size-4.5 fill-success stroke-success-soft" />
          }
        >
          Verified
        </Badge>
      )}
      {user.suspension && (
        <Badge tone="danger" icon={<Ban aria-hidden="true" className="size-4" />}>
          Suspended
        </Badge>
      )}
    </div>
  );
}
