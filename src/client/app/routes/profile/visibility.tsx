import { VisitorDialog } from '#client/app/profile/lazy-visitor-dialog.ts';
import { VisibilityScreen } from '#client/features/profile/visibility/visibility-screen.tsx';

export default function Visibility() {
  return <VisibilityScreen VisitorDialog={VisitorDialog} />;
}
