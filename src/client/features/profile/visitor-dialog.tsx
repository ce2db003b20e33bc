import { Avatar } from '#client/components/avatar.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { VerifiedBadge } from '#client/components/verified-badge.tsx';
import type { SessionUser } from '#client/lib/session.ts';
import type { PaymentAccount } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';

interface VisitorDialogProps {
  user: SessionUser;
  /** Undefined while they load, and after they failed to. */
  accounts: PaymentAccount[] | undefined;
  isOpen: boolean;
  onClose: () => void;
}

/** The saved card: what is typed but not saved yet is not seen by anybody. */
export default function VisitorDialog({ user, accounts, isOpen, onClose }: VisitorDialogProps) {
  const name = user.screenName || user.username || 'User';
  const platforms = (accounts ?? []).map(({ platform }) => platform);
  const isPhoneShown = user.phoneNumber && user.phoneVisibility === 'everyone';
  const extras = [isPhoneShown && 'call you', user.websiteUrl && 'open your website']
    .filter(Boolean)
    .join(' and ');
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title="View as Visitor"
      description="This is how other people see you."
    >
      <div className="mt-5 flex flex-col items-center gap-3 rounded-card border border-line bg-canvas px-5 py-7 text-center dark:border-transparent dark:bg-sunken">
        <Avatar name={name} imageUrl={user.profileImage} seed={`user-${user.id}`} size="large" />
        <p className="text-h2 font-display font-bold wrap-anywhere">{name}</p>
        {user.isVerified && <VerifiedBadge platforms={platforms} />}
        {!accounts && <p className="text-muted">Your payment accounts have not loaded.</p>}
        {accounts?.length === 0 && <p className="text-muted">No payment platforms yet.</p>}
        {platforms.length > 0 && (
          <ul aria-label="Accepts" className="mt-1 flex flex-wrap justify-center gap-2">
            {platforms.map((platform) => (
              <li
                key={platform}
                className="inline-flex min-h-8.5 items-center gap-2 rounded-full bg-sunken py-1 pr-3 pl-1.5 text-small font-semibold dark:bg-canvas"
              >
                <PlatformTile platform={platform} className="size-5.5" />
                {PLATFORM_LABELS[platform]}
              </li>
            ))}
          </ul>
        )}
        {extras && <p className="text-small text-muted">Visitors can also {extras}.</p>}
      </div>
      <Button onClick={onClose} className="mt-5 w-full">
        Done
      </Button>
    </Dialog>
  );
}
