import clsx from 'clsx';
import { Bookmark } from 'lucide-react';
import { Button } from '#client/components/ui/button.tsx';
import { SpinnerMark } from '#client/components/ui/spinner.tsx';
import { type Savable, useSaved } from './api.ts';

interface SaveButtonProps {
  isOpen: boolean;
  onClose: () => void;
  person: Savable;
  /** The whole width, with words. */
  isRow?: boolean;
}

/** Saves a person for the member. It is open for members who are not that person. */
export default function SaveButton({ isOpen, ...props }: SaveButtonProps) {
  return isOpen ? <Toggle {...props} /> : null;
}

function Toggle({ person, isRow = false }: Omit<SaveButtonProps, 'isOpen'>) {
  const { isSaved, isBusy, toggle } = useSaved(person);
  const icon = isBusy ? (
    <SpinnerMark className="size-5" />
  ) : (
    <Bookmark aria-hidden="true" className={clsx('size-5 shrink-0', isSaved && 'fill-current')} />
  );
  const shared = {
    variant: 'ghost',
    isBusy,
    onClick: toggle,
  } as const;
  if (isRow) {
    return (
      <Button {...shared} className="w-full min-h-13 rounded-none border-t border-line text-small">
        {icon}
        <span>
          {isSaved ? 'Saved in My Contacts' : 'Save to My Contacts'}
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
