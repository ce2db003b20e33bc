import clsx from 'clsx';
import { Check } from 'lucide-react';
import * as RadixMenu from 'radix-ui/dropdown-menu';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { focusNewScreen } from './use-focus-return.ts';

interface DropdownMenuProps {
  /** One focusable element: the button that opens the menu. */
  trigger: ReactNode;
  isOpen?: boolean;
  onOpenChange?: (isOpen: boolean) => void;
  children: ReactNode;
}

export function DropdownMenu({ trigger, isOpen, onOpenChange, children }: DropdownMenuProps) {
  const screen = useRef('');
  useEffect(() => {
    if (isOpen) screen.current = window.location.pathname;
  }, [isOpen]);
  return (
    // A modal menu hides the page with aria-hidden while its button keeps the focus, which axe refuses.
    <RadixMenu.Root modal={false} open={isOpen} onOpenChange={onOpenChange}>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          onCloseAutoFocus={(event) => {
            if (screen.current && focusNewScreen(screen.current)) event.preventDefault();
          }}
          className="z-60 min-w-60 animate-pop-in rounded-card border border-line bg-surface p-2 shadow-popover"
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

interface MenuItemProps {
  icon?: ReactNode;
  tone?: 'default' | 'danger';
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

export function MenuItem({ icon, tone, isDisabled, onSelect, children }: MenuItemProps) {
  return (
    <RadixMenu.Item
      disabled={isDisabled}
      onSelect={onSelect}
      className={clsx(
        'flex min-h-11 cursor-pointer items-center gap-3 rounded-button px-3 font-semibold',
        'data-[highlighted]:bg-sunken data-[disabled]:cursor-default data-[disabled]:text-muted',
        tone === 'danger' && 'text-danger',
      )}
    >
      {icon}
      {children}
    </RadixMenu.Item>
  );
}

interface MenuCheckItemProps {
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
  /** Why it cannot change. It stays reachable, so that everybody can read this. */
  refusal?: string | undefined;
  children: ReactNode;
}

/** Something that is on or off, with a tick while it is on. */
export function MenuCheckItem({ isChecked, onChange, refusal, children }: MenuCheckItemProps) {
  const refusalId = useId();
  return (
    <RadixMenu.CheckboxItem
      checked={isChecked}
      onCheckedChange={(isNowChecked) => !refusal && onChange(isNowChecked)}
      onSelect={(event) => refusal && event.preventDefault()}
      aria-disabled={Boolean(refusal) || undefined}
      aria-describedby={refusal && refusalId}
      className={clsx(
        'flex min-h-11 items-center gap-3 rounded-button px-3 font-semibold data-[highlighted]:bg-sunken',
        refusal ? 'cursor-default py-1.5 text-muted' : 'cursor-pointer',
      )}
    >
      <span className="flex size-5 shrink-0 items-center justify-center rounded-[6px] border border-line-strong">
        <RadixMenu.ItemIndicator>
          <Check aria-hidden="true" className="size-4" />
        </RadixMenu.ItemIndicator>
      </span>
      <span>
        {children}
        {refusal && (
          // Part of the description, not of the name.
          <span id={refusalId} aria-hidden="true" className="block text-small font-normal">
            {refusal}
          </span>
        )}
      </span>
    </RadixMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-3 py-2">{children}</RadixMenu.Label>;
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="-mx-2 my-2 h-px bg-line" />;
}
