import clsx from 'clsx';
import * as RadixTabs from 'radix-ui/tabs';
import { createContext, type MouseEvent, type ReactNode, useContext, useState } from 'react';

const OpenTab = createContext('');

export const useIsTabOpen = (value: string) => useContext(OpenTab) === value;

interface TabsProps {
  value: string;
  onChange: (value: string) => void;
  className?: string;
  children: ReactNode;
}

export function Tabs({ value, onChange, className, children }: TabsProps) {
  return (
    <OpenTab value={value}>
      <RadixTabs.Root value={value} onValueChange={onChange} className={className}>
        {children}
      </RadixTabs.Root>
    </OpenTab>
  );
}

interface TabListProps {
  label: string;
  className?: string;
  children: ReactNode;
}

/** Names with a 4 px line under the selected one; on a phone equal columns, icon over name. */
export function UnderlineTabList({ label, className, children }: TabListProps) {
  return (
    <RadixTabs.List
      aria-label={label}
      className={clsx(
        'grid auto-cols-fr grid-flow-col border-b border-line md:flex md:gap-1',
        className,
      )}
    >
      {children}
    </RadixTabs.List>
  );
}

/** Radix focuses a pressed tab by script, which would show the keyboard's focus ring. */
function focusQuietly({ button, currentTarget }: MouseEvent<HTMLElement>) {
  if (button === 0) currentTarget.focus({ focusVisible: false });
}

interface TabProps {
  value: string;
  icon?: ReactNode;
  children: ReactNode;
}

export function UnderlineTab({ value, icon, children }: TabProps) {
  return (
    <RadixTabs.Trigger
      value={value}
      onMouseDown={focusQuietly}
      className={clsx(
        'group relative flex min-w-0 focus-visible:z-10 flex-col items-center gap-1.5 rounded-t-button px-0.5 pt-3 pb-3.5 text-label text-muted',
        'hover:text-ink data-[state=active]:text-ink md:min-h-14 md:flex-row md:gap-2.5 md:px-4 md:py-2 md:text-button',
      )}
    >
      {icon}
      <span className="text-center">{children}</span>
      <span
        aria-hidden="true"
        className="absolute inset-x-2 -bottom-px h-1 rounded-t-full bg-transparent group-data-[state=active]:bg-ink"
      />
    </RadixTabs.Trigger>
  );
}

export function SegmentedTabList({ label, className, children }: TabListProps) {
  return (
    <RadixTabs.List
      aria-label={label}
      className={clsx(
        'grid auto-cols-fr grid-flow-col gap-1 rounded-[18px] bg-sunken p-1',
        className,
      )}
    >
      {children}
    </RadixTabs.List>
  );
}

export function SegmentedTab({ value, icon, children }: TabProps) {
  return (
    <RadixTabs.Trigger
      value={value}
      onMouseDown={focusQuietly}
      className={clsx(
        'flex min-h-11 items-center justify-center gap-2 rounded-button border-2 border-transparent px-3 text-button text-muted',
        'hover:text-ink data-[state=active]:border-ink data-[state=active]:bg-surface data-[state=active]:text-ink',
      )}
    >
      {icon}
      {children}
    </RadixTabs.Trigger>
  );
}

interface TabPanelProps {
  value: string;
  /** Once opened it stays in the page while another tab shows, so that nothing typed in it is lost. */
  isKept?: boolean;
  className?: string;
  children: ReactNode;
}

export function TabPanel({ value, isKept, className, children }: TabPanelProps) {
  const isOpen = useIsTabOpen(value);
  const [wasOpened, setWasOpened] = useState(isOpen);
  if (isOpen && !wasOpened) setWasOpened(true);
  return (
    <RadixTabs.Content
      value={value}
      forceMount={isKept && wasOpened ? true : undefined}
      className={clsx('rounded-card data-[state=inactive]:hidden', className)}
    >
      {children}
    </RadixTabs.Content>
  );
}
