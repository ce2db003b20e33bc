import { EllipsisVertical, Trash2 } from 'lucide-react';
import { Button } from '#client/components/ui/button.tsx';
import { DropdownMenu, MenuCheckItem } from '#client/components/ui/dropdown-menu.tsx';
import { SpinnerMark } from '#client/components/ui/spinner.tsx';
import type { AdminUser } from '#contract/admin.ts';
import { useChangeFlags, useDeleteUser } from './api.ts';

export function RowActions({ user, isBusy }: { user: AdminUser; isBusy: boolean }) {
  const deletion = useDeleteUser();
  const change = useChangeFlags();
  const name = user.screenName || user.name;

  function remove() {
    const question = `Are you sure you want to delete ${user.name}'s account? This action cannot be undone.`;
    if (window.confirm(question)) deletion.mutate(user);
  }

  if (isBusy) {
    return (
      <span
        role="status"
        className="inline-flex min-h-11 items-center gap-2.5 px-2 font-bold text-muted"
      >
        <SpinnerMark className="size-5" />
        Deleting...
      </span>
    );
  }
  return (
    <span className="inline-flex items-center">
      <Button
        variant="ghost"
        size="small"
        className="px-2.5! text-danger! max-md:size-11"
        aria-label={`Delete ${user.name}`}
        onClick={remove}
      >
        <Trash2 aria-hidden="true" className="size-5" />
        <span className="max-lg:sr-only">Delete</span>
      </Button>
      <DropdownMenu
        trigger={
          <Button variant="ghost" size="icon" aria-label={`More actions for ${user.name}`}>
            <EllipsisVertical aria-hidden="true" className="size-5" />
          </Button>
        }
      >
        <MenuCheckItem
          isChecked={user.isVerified}
          onChange={(isVerified) =>
            change.mutate({
              user,
              flags: isVerified ? { isVerified, version: user.version } : { isVerified },
              done: `${name} is ${isVerified ? 'now' : 'no longer'} verified.`,
            })
          }
        >
          Verified
        </MenuCheckItem>
        <MenuCheckItem
          isChecked={user.isAdmin}
          onChange={(isAdmin) =>
            change.mutate({
              user,
              flags: { isAdmin },
              done: `${name} is ${isAdmin ? 'now' : 'no longer'} an admin.`,
            })
          }
        >
          Admin
        </MenuCheckItem>
      </DropdownMenu>
    </span>
  );
}
