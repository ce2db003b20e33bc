import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx';
import { ProfileScreen } from '#client/features/profile/profile-screen.tsx';

const VisitorDialog = lazyDialog(() => import('#client/app/profile/visitor-dialog.tsx'));

export default function Profile() {
  return <ProfileScreen VisitorDialog={VisitorDialog} />;
}
