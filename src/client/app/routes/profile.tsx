import { LiveSlot } from '#client/app/live/live-slot.tsx';
import { VisitorDialog } from '#client/app/profile/lazy-visitor-dialog.ts';
import { ProfileScreen } from '#client/features/profile/profile-screen.tsx';

export default function Profile() {
  return (
    <>
      <LiveSlot />
      <ProfileScreen VisitorDialog={VisitorDialog} />
    </>
  );
}
