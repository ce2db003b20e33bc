import { VisitorDialog } from '#client/app/profile/lazy-visitor-dialog.ts';
import { SecurityScreen } from '#client/features/profile/security/security-screen.tsx';

export default function Security() {
  return <SecurityScreen VisitorDialog={VisitorDialog} />;
}
