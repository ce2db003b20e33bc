import clsx from 'clsx';
import { setNonce } from 'get-nonce';
import { X } from 'lucide-react';
import * as RadixDialog from 'radix-ui/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useCloseOnBack } from './use-close-on-back.ts';
import { useFocusReturn } from './use-focus-return.ts';

/** Radix adds a style element while a dialog is open; the policy allows it only with the nonce. */
const meta = globalThis.document?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]');
if (meta?.nonce) setNonce(meta.nonce);

export const scrimClass =
  'fixed inset-0 z-40 bg-scrim data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in';

interface DialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** 'rise' comes up from the bottom edge on a phone and is centered elsewhere. */
  placement?: 'center' | 'rise';
  isCentered?: boolean;
  /** Covers a dialog that is open already. */
  isOnTop?: boolean;
  /** Has the focus when it opens, in place of the first control. */
  initialFocus?: RefObject<HTMLElement | null> | 'title';
  /** For forms: a press beside the dialog would discard what was typed. */
  isKeptOnOutsidePress?: boolean;
  className?: string;
  children: ReactNode;
}

export function Dialog({
  isOpen,
  onClose,
  title,
  description,
  placement = 'center',
  isCentered = false,
  isOnTop = false,
  initialFocus,
  isKeptOnOutsidePress = false,
  className,
  children,
}: DialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useFocusReturn();
  useCloseOnBack(isOpen, onClose);
  const heading = useRef<HTMLHeadingElement>(null);
  const focused = initialFocus === 'title' ? heading : initialFocus;
  function focusFirst(event: Event) {
    onOpenAutoFocus();
    if (!focused?.current) return;
    event.preventDefault();
    focused.current.focus();
  }
  return (
    <RadixDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className={clsx(scrimClass, isOnTop && 'z-50!')} />
        <RadixDialog.Content
          onOpenAutoFocus={focusFirst}
          onCloseAutoFocus={onCloseAutoFocus}
          onPointerDownOutside={(event) => isKeptOnOutsidePress && event.preventDefault()}
          {...(description ? {} : { 'aria-describedby': undefined })}
          className={clsx(
            'fixed z-50 max-h-[calc(100dvh-24px)] overflow-y-auto border border-transparent bg-surface shadow-dialog dark:border-line',
            placement === 'rise'
              ? 'inset-x-0 bottom-0 rounded-t-dialog data-[state=closed]:animate-rise-out data-[state=open]:animate-rise-in md:inset-0 md:m-auto md:h-fit md:w-[460px] md:rounded-dialog'
              : 'inset-0 m-auto h-fit w-[min(460px,calc(100vw-32px))] rounded-dialog data-[state=closed]:animate-fade-out data-[state=open]:animate-dialog-in',
            className ?? 'p-6',
            // Clear of the home indicator.
            placement === 'rise' && 'max-md:pb-[calc(24px+env(safe-area-inset-bottom))]',
          )}
        >
          <RadixDialog.Title
            ref={heading}
            tabIndex={-1}
            className={clsx(
              'text-h2 wrap-anywhere',
              isCentered ? 'px-12 text-center' : 'mr-12 w-fit',
            )}
          >
            {title}
          </RadixDialog.Title>
          {description && (
            <RadixDialog.Description className="mt-1 text-muted">
              {description}
            </RadixDialog.Description>
          )}
          {children}
          <RadixDialog.Close
            aria-label="Close"
            className="absolute top-4 right-4 flex size-11 items-center justify-center rounded-button text-current hover:bg-ink/10"
          >
            <X aria-hidden="true" className="size-6" />
          </RadixDialog.Close>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
