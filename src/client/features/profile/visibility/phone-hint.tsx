import { TextLink } from '#client/components/ui/text-link.tsx';
import { SCREENS } from '#contract/screens.ts';
import type { PhoneVisibility } from '#contract/visibility.ts';

const WORDS: Record<PhoneVisibility, string> = {
  everyone: 'Visitors can call it.',
  members: 'People who are logged in can call it.',
  nobody: 'Only you see it.',
};

/** Who can call, next to the phone field. */
export function PhoneHint({ visibility }: { visibility: PhoneVisibility }) {
  return (
    <>
      {WORDS[visibility]} <TextLink href={SCREENS.visibility}>Who sees what</TextLink>
    </>
  );
}
