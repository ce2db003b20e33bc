import { VisitorDialog } from '#client/app/profile/lazy-visitor-dialog.ts';
import { ShareScreen } from '#client/features/profile/share/share-screen.tsx';

export default function Share() {
  return <ShareScreen VisitorDialog={VisitorDialog} />;
}
