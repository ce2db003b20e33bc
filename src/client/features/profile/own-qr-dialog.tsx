import { QrDialog } from '#client/components/qr-dialog.tsx';
import { useQrCode } from '#client/lib/qr-code.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { displayName } from '#contract/display-name.ts';
import { YourPageLink } from './your-page-link.tsx';

interface OwnQrDialogProps {
  user: OwnUser;
  isOpen: boolean;
  onClose: () => void;
}

export default function OwnQrDialog({ user, isOpen, onClose }: OwnQrDialogProps) {
  const type = 'profile';
  return (
    <QrDialog
      isOpen={isOpen}
      onClose={onClose}
      type={type}
      qr={useQrCode({ isOpen, type, username: user.username })}
      name={displayName(user)}
      imageUrl={user.profileImage}
      seed={`user-${user.id}`}
      footer={<YourPageLink username={user.username} />}
    />
  );
}
