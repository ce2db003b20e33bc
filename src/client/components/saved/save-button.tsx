import clsx from 'clsx';
import { Bookmark } from 'lucide-react';
import { displayName, type Payee } from '#client/components/payer/payee.ts';
import { Button } from '#client/components/ui/button.tsx';
import { SpinnerMark } from '#client/components/ui/spinner.tsx';
import { useSession } from '#client/lib/session.ts';
import { type Savable, useSaved } from './api.ts';

interface SaveButtonProps {
  isOpen: boolean;
  person: Pick<Payee, 'id' | 'screenName' | 'username'>;
  /** The whole width, with words. */
  isRow?: boolean;
}

/** Saves a person for the member. It is open for members, and not on their own card. */
export default function SaveButton({ isOpen, person, isRow = false }: SaveButtonProps) {
  const { user } = useSession();
  const { id, username } = person;
  if (!isOpen || user?.id === id || username === null) return null;
  return <Toggle person={{ id, username, name: displayName(person) }} isRow={isRow} />;
}

function Toggle({ person, isRow }: { person: Savable; isRow: boolean }) {
  const { isSaved, isUnknown, isChanging, toggle } = useSaved(person);
  // No spinner while the ids load: every card would have one.
  const icon = isChanging ? (
    <SpinnerMark className="size-5" />
  ) : (
    <Bookmark
      aria-hidden="true"
      className={clsx('size-5 shrink-0', isSaved && 'fill-current', isUnknown && 'opacity-40')}
    />
  );
  const shared = {
    variant: 'ghost',
    isBusy: isUnknown || isChanging,
    onClick: toggle,
  } as const;
  if (isRow) {
    return (
      <Button {...shared} className="w-full min-h-13 rounded-none border-t border-line text-small">
        {icon}
        <span>
          {isSaved ? 'Saved to My Contacts' : 'Save to My Contacts'}
          <span className="sr-only">
            {isSaved && ', remove'} {person.name}
          </span>
        </span>
      </Button>
    );
  }
  return (
    <Button
      {...shared}
      size="icon"
      aria-pressed={isSaved}
      aria-label={`Save ${person.name}`}
      title={isSaved ? 'Saved' : 'Save'}
      className={clsx(!isSaved && 'text-muted!')}
    >
      {icon}
    </Button>
  );
}
