import { TriangleAlert } from 'lucide-react';
import { displayHandle } from '#contract/handles.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import type { Doubt } from './doubt.ts';
import { displayName, handleOn, type Payee } from './payee.ts';
import { daysAgo } from './relative-day.ts';
import { hasSameName } from './same-name.ts';

interface CautionNoteProps {
  isOpen: boolean;
  person: Payee;
  /** Missing in the strip above a whole card. */
  platform?: Platform;
  doubt?: Doubt | undefined;
  /** For pages that the server renders, in milliseconds. */
  now?: number;
}

/** Says what is wrong: above a card that looks like somebody else's, or above one platform. */
export default function CautionNote(props: CautionNoteProps) {
  const { isOpen, person, platform, doubt = {}, now } = props;
  if (!isOpen) return null;
  const icon = <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />;
  if (!platform && person.caution?.kind === 'reported') {
    return (
      <div className="flex gap-3 bg-danger-soft px-5 py-3.5 wrap-anywhere">
        {icon}
        <div className="min-w-0">
          <p className="font-bold">Several people reported this profile.</p>
          <p className="text-small">Check with {displayName(person)} before you pay.</p>
        </div>
      </div>
    );
  }
  if (!platform) {
    const of = person.caution?.kind === 'lookalike' ? person.caution.of.name : '';
    return (
      <div className="flex gap-3 bg-danger-soft px-5 py-3.5 wrap-anywhere">
        {icon}
        <div className="min-w-0">
          <p className="font-bold">Not the verified {of}</p>
          <p className="text-small">
            Joined {daysAgo(person.memberSince ?? '', now)} with{' '}
            {hasSameName(person, of) ? 'the same name' : 'nearly the same name'}.
          </p>
        </div>
      </div>
    );
  }
  const handle = displayHandle(platform, handleOn(person, platform) ?? '');
  return (
    <p className="mb-2.5 flex gap-3 wrap-anywhere">
      {icon}
      <span className="min-w-0">
        {doubt.since && (
          <>
            <strong>
              This {PLATFORM_LABELS[platform]} name changed {daysAgo(doubt.since, now)}.
            </strong>{' '}
          </>
        )}
        {doubt.old && (
          <>
            <strong>
              You paid {doubt.old} last time. This is {handle}.
            </strong>{' '}
          </>
        )}
        Check with {displayName(person)} before you pay.
      </span>
    </p>
  );
}
