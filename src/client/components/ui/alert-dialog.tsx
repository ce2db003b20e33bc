import * as RadixAlertDialog from 'radix-ui/alert-dialog';
import type { ReactNode, RefObject } from 'react';
import { Button, buttonClass } from './button.tsx';
import { scrimClass } from './dialog.tsx';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useFocusReturn } from './use-focus-return.ts';

interface AlertDialogProps {
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
  title: string;
  description: ReactNode;
  confirmLabel: string;
  busyLabel: string;
  isBusy?: boolean;
  /** Gets the focus if the opener is gone after the dialog closes. */
  focusFallback?: RefObject<HTMLElement | null>;
}

/** For what cannot be undone: a click beside it does not close it, and Cancel has the focus. */
export function AlertDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  description,
  confirmLabel,
  busyLabel,
  isBusy = false,
  focusFallback,
}: AlertDialogProps) {
  return (
    <AlertDialogFrame
      isOpen={isOpen}
      onClose={() => !isBusy && onClose()}
      title={title}
      description={description}
      focusFallback={focusFallback}
    >
      <div className="mt-6 flex flex-col-reverse gap-3 md:flex-row md:justify-end">
        <RadixAlertDialog.Cancel className={buttonClass('secondary')}>
          Cancel
        </RadixAlertDialog.Cancel>
        <Button
          variant="destructive"
          isBusy={isBusy}
          busyLabel={busyLabel}
          // While it fades out, it can still be pressed.
          onClick={() => isOpen && onConfirm()}
        >
          {confirmLabel}
        </Button>
      </div>
    </AlertDialogFrame>
  );
}

interface AlertDialogFrameProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  description: ReactNode;
  /** Has the focus at first, instead of Cancel. */
  focusFirst?: RefObject<HTMLElement | null>;
  focusFallback?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

export function AlertDialogFrame({
  isOpen,
  onClose,
  title,
  description,
  focusFirst,
  focusFallback,
  children,
}: AlertDialogFrameProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn(focusFallback);
  useCloseOnBack(isOpen, onClose);
  function focusOnOpen(event: Event) {
    onOpenAutoFocus();
    if (!focusFirst) return;
    event.preventDefault();
    // Scrolled down to its buttons, the dialog would not show what it asks.
    focusFirst.current?.focus({ preventScroll: true });
  }
  return (
    <RadixAlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixAlertDialog.Portal>
        <RadixAlertDialog.Overlay className={scrimClass} />
        <RadixAlertDialog.Content
          onOpenAutoFocus={focusOnOpen}
          onCloseAutoFocus={onCloseAutoFocus}
          className="fixed inset-0 z-50 m-auto h-fit max-h-[calc(100dvh-24px)] w-[min(460px,calc(100vw-32px))] overflow-y-auto rounded-dialog border border-transparent bg-surface p-6 shadow-dialog data-[state=closed]:animate-fade-out data-[state=open]:animate-dialog-in dark:border-line"
        >
          <RadixAlertDialog.Title className="text-h3 wrap-anywhere">{title}</RadixAlertDialog.Title>
          <RadixAlertDialog.Description className="mt-2 text-muted wrap-anywhere">
            {description}
          </RadixAlertDialog.Description>
          {children}
        </RadixAlertDialog.Content>
      </RadixAlertDialog.Portal>
    </RadixAlertDialog.Root>
  );
}
