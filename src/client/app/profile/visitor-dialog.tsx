import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { UserCard } from '#client/features/directory/user-card.tsx';
import type { VisitorDialogProps } from '#client/features/profile/account-frame.tsx';
import type { SessionUser } from '#client/lib/session.ts';
import type { SearchResult } from '#contract/directory.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import { PLATFORMS } from '#contract/platforms/registry.ts';

/** The saved card: what is typed but not saved yet is not seen by anybody. */
export default function VisitorDialog({ user, accounts, isOpen, onClose }: VisitorDialogProps) {
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title="View as Visitor"
      description="This is how other people see you."
    >
      <div className="mt-5 grid gap-3">
        <UserCard person={cardOf(user, accounts ?? [])} />
        {!accounts && <p className="text-muted">Your payment accounts have not loaded.</p>}
      </div>
      <Button onClick={onClose} className="mt-5 w-full">
        Done
      </Button>
    </Dialog>
  );
}

function cardOf(user: SessionUser, accounts: OwnHandle[]): SearchResult {
  const handles = Object.fromEntries(
    PLATFORMS.map((platform) => [
      `${platform}Username`,
      accounts.find((account) => account.platform === platform)?.username ?? null,
    ]),
  ) as Pick<SearchResult, `${OwnHandle['platform']}Username`>;
  const { id, username, name, screenName, profileImage, websiteUrl, isVerified, memberSince } =
    user;
  return {
    ...{ id, username, name, screenName, profileImage, websiteUrl, isVerified, memberSince },
    phoneNumber: user.phoneVisibility === 'everyone' ? user.phoneNumber : null,
    ...handles,
    handles: accounts.map(
      ({ platform, username: handle, since, proof, proofDetail, provenAt }) => ({
        ...{ platform, handle, since, proof, proofDetail, provenAt },
      }),
    ),
    caution: null,
    isContact: false,
    contactOwner: false,
    platforms: accounts.map(({ platform }) => platform),
  };
}
