import { useSession } from '#client/lib/session.ts';

export const VERIFIED_WARNING = 'This removes Verified until we check it again.';

/** Under the save button of what a verified member was verified by. */
export function VerifiedWarning({ isShown }: { isShown: boolean }) {
  const { user } = useSession();
  if (!user?.isVerified) return null;
  // Empty at first: a status is read out when its text changes.
  return (
    <p role="status" className="text-small font-semibold text-ink">
      {isShown && VERIFIED_WARNING}
    </p>
  );
}
