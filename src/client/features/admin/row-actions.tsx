import { EllipsisVertical, Trash2 } from 'lucide-react';
import { Button } from '#client/components/ui/button.tsx';
import { DropdownMenu, MenuCheckItem } from '#client/components/ui/dropdown-menu.tsx';
import { SpinnerMark } from '#client/components/ui/spinner.tsx';
import type { AdminUser } from '#contract/admin.ts';
import { useChangeRole, useChangeVerified, useConfirmedDeletion } from './api.ts';

export function RowActions({ user, isBusy }: { user: AdminUser; isBusy: boolean }) {
  const deletion = useConfirmedDeletion(user);
  const verified = useChangeVerified(user);
  const role = useChangeRole(user);
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
        // Quiet: it is on every row.
        className="px-2.5! text-muted! hover:text-danger! max-md:size-11"
        aria-label={`Delete ${user.name}`}
        onClick={deletion.ask}
      >
        <Trash2 aria-hidden="true" className="size-5" />
        <span className="sr-only">Delete</span>
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
          onChange={verified.change}
          refusal={verified.refusal}
        >
          Verified
        </MenuCheckItem>
        <MenuCheckItem isChecked={user.isAdmin} onChange={role.change} refusal={role.refusal}>
          Admin
        </MenuCheckItem>
      </DropdownMenu>
    </span>
  );
}
