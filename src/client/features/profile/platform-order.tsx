import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import {
  type KeyboardEvent,
  type PointerEvent as ReactPointerEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

interface PlatformOrderProps {
  platforms: Platform[];
  onChange: (platforms: Platform[]) => void;
}

interface Lifted {
  platform: Platform;
  by: 'pointer' | 'keyboard';
  order: Platform[];
}

function moveTo(order: Platform[], platform: Platform, index: number): Platform[] {
  const rest = order.filter((other) => other !== platform);
  return [...rest.slice(0, index), platform, ...rest.slice(index)];
}

/** Drag with a mouse, or a finger on the grip; with the keyboard Space lifts and arrows move. */
export function PlatformOrder({ platforms, onChange }: PlatformOrderProps) {
  const [lifted, setLifted] = useState<Lifted>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const instructionsId = useId();
  const order = lifted?.order ?? platforms;

  const describe = (platform: Platform, words: string, places: Platform[]) =>
    `${words} number ${places.indexOf(platform) + 1} of ${places.length}.`;

  function lift(platform: Platform, by: Lifted['by']) {
    setLifted({ platform, by, order: platforms });
    setAnnouncement(describe(platform, `Picked up ${PLATFORM_LABELS[platform]},`, platforms));
  }

  function move({ platform, by, order: before }: Lifted, index: number) {
    if (index < 0 || index >= before.length || before[index] === platform) return;
    const next = moveTo(before, platform, index);
    setLifted({ platform, by, order: next });
    setAnnouncement(describe(platform, `${PLATFORM_LABELS[platform]} is now`, next));
  }

  function drop({ platform, order: next }: Lifted) {
    setLifted(undefined);
    setAnnouncement(describe(platform, `${PLATFORM_LABELS[platform]} was put down as`, next));
    if (next.some((other, index) => other !== platforms[index])) onChange(next);
  }

  function cancel({ platform }: Lifted) {
    setLifted(undefined);
    setAnnouncement(`${PLATFORM_LABELS[platform]} is back where it was.`);
  }

  function handleKey(event: KeyboardEvent, platform: Platform) {
    const isConfirm = event.key === ' ' || event.key === 'Enter';
    if (!lifted) {
      if (isConfirm) lift(platform, 'keyboard');
      else return;
    } else if (isConfirm) drop(lifted);
    else if (event.key === 'ArrowUp') move(lifted, lifted.order.indexOf(platform) - 1);
    else if (event.key === 'ArrowDown') move(lifted, lifted.order.indexOf(platform) + 1);
    else if (event.key === 'Escape') cancel(lifted);
    else {
      if (event.key === 'Tab') cancel(lifted);
      return;
    }
    event.preventDefault();
  }

  function handlePointer(event: ReactPointerEvent<HTMLElement>, platform: Platform) {
    const isOnGrip = (event.target as Element).closest('[data-grip]') !== null;
    // A finger on the row scrolls the page.
    if (event.button === 0 && (event.pointerType === 'mouse' || isOnGrip))
      lift(platform, 'pointer');
  }

  useEffect(() => {
    if (lifted?.by !== 'pointer') return;
    const follow = (event: PointerEvent) => move(lifted, nearestRow(list.current, event.clientY));
    const end = () => drop(lifted);
    const abort = () => cancel(lifted);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', abort);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', abort);
    };
  });

  // A button that moves in the page loses its focus.
  const lastLifted = useRef<Platform>(undefined);
  useLayoutEffect(() => {
    if (lifted) lastLifted.current = lifted.platform;
    const isFocusLost = document.activeElement === document.body;
    if (!lastLifted.current || !(lifted || isFocusLost)) return;
    list.current?.querySelectorAll('button')[order.indexOf(lastLifted.current)]?.focus();
  }, [lifted, order]);

  return (
    <>
      <ol ref={list} className="grid gap-2">
        {order.map((platform, index) => (
          <li key={platform} className="list-none">
            <button
              type="button"
              aria-describedby={instructionsId}
              aria-pressed={lifted?.platform === platform}
              onKeyDown={(event) => handleKey(event, platform)}
              onPointerDown={(event) => handlePointer(event, platform)}
              className={clsx(
                'flex min-h-12 w-full items-center gap-3 rounded-button border bg-surface pl-3 text-left font-semibold select-none',
                lifted?.platform === platform
                  ? 'border-ink shadow-popover'
                  : 'border-line hover:bg-sunken',
              )}
            >
              <span className="w-4 text-small text-muted">{index + 1}</span>
              <PlatformTile platform={platform} />
              <span className="flex-1">
                {PLATFORM_LABELS[platform]}
                <span className="sr-only">, move</span>
              </span>
              <span data-grip className="flex size-11 touch-none items-center justify-center">
                <GripVertical aria-hidden="true" className="size-5 text-muted" />
              </span>
            </button>
          </li>
        ))}
      </ol>
      <p id={instructionsId} hidden>
        To move a platform, press Space. Use the arrow keys, then press Space again to put it down,
        or Escape to leave it where it was.
      </p>
      <p aria-live="assertive" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function nearestRow(list: HTMLElement | null, y: number): number {
  const distances = [...(list?.children ?? [])].map((row) => {
    const { top, height } = row.getBoundingClientRect();
    return Math.abs(top + height / 2 - y);
  });
  return distances.indexOf(Math.min(...distances));
}
