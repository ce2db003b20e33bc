import clsx from 'clsx';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

interface PlatformOrderProps {
  platforms: Platform[];
  onChange: (platforms: Platform[]) => void;
}

type Direction = 'up' | 'down';

interface Move {
  platform: Platform;
  direction: Direction;
}

const ICONS = { up: ArrowUp, down: ArrowDown };

/** Buttons rather than dragging: a swipe over the rows only scrolls the page. */
export function PlatformOrder({ platforms, onChange }: PlatformOrderProps) {
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const lastMove = useRef<Move>(undefined);

  function move({ platform, direction }: Move) {
    const from = platforms.indexOf(platform);
    const to = direction === 'up' ? from - 1 : from + 1;
    const other = platforms[to];
    if (!other) return;
    lastMove.current = { platform, direction };
    const next = platforms.with(from, other).with(to, platform);
    setAnnouncement(`${PLATFORM_LABELS[platform]} is now number ${to + 1} of ${platforms.length}.`);
    onChange(next);
  }

  // A row that moves in the page loses the focus.
  useLayoutEffect(() => {
    if (!lastMove.current || document.activeElement !== document.body) return;
    const { platform, direction } = lastMove.current;
    const row = list.current?.children[platforms.indexOf(platform)];
    row?.querySelector<HTMLElement>(`[data-direction="${direction}"]`)?.focus();
  }, [platforms]);

  return (
    <>
      <ol ref={list} className="grid gap-2">
        {platforms.map((platform, index) => (
          <li
            key={platform}
            className="flex min-h-12 list-none items-center gap-3 rounded-button border border-line bg-surface pl-3 font-semibold"
          >
            <span className="w-4 text-small text-muted">{index + 1}</span>
            <PlatformTile platform={platform} />
            <span className="flex-1">{PLATFORM_LABELS[platform]}</span>
            <span className="flex">
              <MoveButton move={{ platform, direction: 'up' }} isEnd={index === 0} onPress={move} />
              <MoveButton
                move={{ platform, direction: 'down' }}
                isEnd={index === platforms.length - 1}
                onPress={move}
              />
            </span>
          </li>
        ))}
      </ol>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

interface MoveButtonProps {
  move: Move;
  isEnd: boolean;
  onPress: (move: Move) => void;
}

/** At the end it stays, so that it does not lose the focus. */
function MoveButton({ move, isEnd, onPress }: MoveButtonProps) {
  const { platform, direction } = move;
  const Icon = ICONS[direction];
  return (
    <Button
      variant="ghost"
      size="icon"
      data-direction={direction}
      aria-label={`Move ${PLATFORM_LABELS[platform]} ${direction}`}
      aria-disabled={isEnd || undefined}
      className={clsx('px-0!', isEnd && 'text-muted! opacity-40 hover:bg-transparent!')}
      onClick={() => !isEnd && onPress(move)}
    >
      <Icon aria-hidden="true" className="size-5" />
    </Button>
  );
}
