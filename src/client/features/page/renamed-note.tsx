import { ArrowRightLeft, X } from 'lucide-react';
import { useState } from 'react';
import type { PagePerson } from '#contract/pages.ts';

interface RenamedNoteProps {
  person: PagePerson;
  formerUsername: string;
}

export function RenamedNote({ person, formerUsername }: RenamedNoteProps) {
  const [isOpen, setIsOpen] = useState(true);
  if (!isOpen) return null;
  return (
    <div className="content-width pt-1 pb-9 md:max-lg:max-w-172">
      <div className="flex items-start gap-3 rounded-card bg-hero-chip py-3.5 pr-2 pl-4">
        <ArrowRightLeft aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        <p className="min-w-0 flex-1">
          <strong className="block wrap-anywhere">
            {person.displayName} is now @{person.username}
          </strong>
          <span className="text-small text-hero-muted wrap-anywhere">
            Same person, same page. Old links to @{formerUsername} lead here.
          </span>
        </p>
        <button
          type="button"
          aria-label="Close this note"
          onClick={() => {
            document.getElementById('main')?.focus({ preventScroll: true });
            setIsOpen(false);
          }}
          className="-mt-2 flex size-11 shrink-0 items-center justify-center rounded-button hover:bg-hero-hover"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
    </div>
  );
}
