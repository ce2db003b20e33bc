import { Flag } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import type { Reported } from './reported.ts';

const ReportDialog = lazyOnOpen(() => import('./report-dialog.tsx'));

export function ReportButton(person: Reported) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-haspopup="dialog"
        aria-label={`Report ${person.name}`}
        title="Report"
        className="text-muted!"
        onClick={() => setIsOpen(true)}
      >
        <Flag aria-hidden="true" className="size-5" />
      </Button>
      <ReportDialog person={person} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}
