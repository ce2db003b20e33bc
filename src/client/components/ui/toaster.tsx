import clsx from 'clsx';
import { Check, CircleAlert, Info, X } from 'lucide-react';
import * as RadixToast from 'radix-ui/toast';
import { dismissToast, type ShownToast, useToasts } from '#client/lib/toast-store.ts';

const DEFAULT_MS = 5_000;
const SWIPE_PX = 50;

/**
 * Bottom right, full width on a phone, and there at the top while a dialog is open, whose buttons are
 * at the bottom, or the panel that says what was opened to pay. F8 moves the focus to it.
 */
export function Toaster() {
  return (
    <RadixToast.Provider swipeDirection="right" swipeThreshold={SWIPE_PX} duration={DEFAULT_MS}>
      {useToasts().map((toast) => (
        <ToastCard key={toast.id} {...toast} />
      ))}
      <RadixToast.Viewport
        hotkey={['F8']}
        className="toast-place fixed right-0 bottom-0 z-60 flex w-full max-w-[420px] flex-col gap-2 p-3 outline-none max-md:max-w-none md:p-5"
      />
    </RadixToast.Provider>
  );
}

function ToastCard({
  id,
  title,
  description,
  tone = 'default',
  isNote,
  durationMs,
  action,
  isOpen,
}: ShownToast) {
  const isFailure = tone === 'destructive';
  const Icon = isFailure ? CircleAlert : isNote ? Info : Check;
  return (
    <RadixToast.Root
      open={isOpen}
      data-tone={tone}
      duration={durationMs}
      onOpenChange={(open) => !open && dismissToast(id)}
      // Otherwise the browser closes a dialog below the toast too.
      onEscapeKeyDown={(event) => {
        event.preventDefault();
        dismissToast(id);
      }}
      className={clsx(
        'pointer-events-auto flex items-start gap-3 rounded-card border p-3 shadow-dialog data-[state=open]:animate-toast-in data-[state=closed]:animate-fade-out',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=cancel]:translate-x-0 data-[swipe=end]:animate-swipe-out',
        isFailure
          ? 'border-danger bg-danger-soft text-ink'
          : 'border-toast-line bg-toast text-on-toast',
      )}
    >
      <span
        aria-hidden="true"
        className={clsx(
          'flex size-9 shrink-0 items-center justify-center rounded-[10px]',
          isFailure ? 'bg-danger text-on-danger' : 'bg-brand text-on-brand',
        )}
      >
        <Icon className="size-5" />
      </span>
      <div className="min-w-0 flex-1 py-0.5">
        <RadixToast.Title className="font-bold">{title}</RadixToast.Title>
        {description && (
          <RadixToast.Description className="text-small wrap-anywhere">
            {description}
          </RadixToast.Description>
        )}
        {action && (
          <RadixToast.Action
            altText={action.label}
            onClick={action.onSelect}
            className="mt-2 min-h-10 rounded-button border border-current px-3 text-small font-bold hover:bg-current/10"
          >
            {action.label}
          </RadixToast.Action>
        )}
      </div>
      <RadixToast.Close
        aria-label="Dismiss"
        className="flex size-9 shrink-0 items-center justify-center rounded-[10px] hover:bg-current/10"
      >
        <X aria-hidden="true" className="size-5" />
      </RadixToast.Close>
    </RadixToast.Root>
  );
}
