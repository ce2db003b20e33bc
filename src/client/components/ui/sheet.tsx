import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import type { ReactNode } from 'react';
import { scrimClass } from './dialog.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface SheetProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** Beside the close button. */
  heading: ReactNode;
  children: ReactNode;
}

/** A panel from the right edge, 320 px wide. */
export function Sheet({ isOpen, onClose, title, heading, children }: SheetProps) {
  const focusReturn = useFocusReturn();
  useCloseOnBack(isOpen, onClose);
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={scrimClass} />
        <RadixDialog.Content
          {...focusReturn}
          aria-describedby={undefined}
          className="fixed inset-y-0 right-0 z-50 flex w-[min(320px,calc(100vw-40px))] flex-col overflow-y-auto rounded-l-dialog border-l border-transparent bg-surface p-3 pt-[max(12px,env(safe-area-inset-top))] pr-[max(12px,env(safe-area-inset-right))] pb-[max(12px,env(safe-area-inset-bottom))] shadow-dialog data-[state=closed]:animate-sheet-out data-[state=open]:animate-sheet-in dark:border-line"
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          <div className="flex items-center justify-between py-1 pl-3">
            {heading}
            <RadixDialog.Close
              aria-label="Close"
              className="flex size-11 items-center justify-center rounded-button hover:bg-sunken"
            >
              <X aria-hidden="true" className="size-6" />
            </RadixDialog.Close>
          </div>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
