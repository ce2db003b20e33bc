import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import clsx from 'clsx';
import { GripVertical } from 'lucide-react';
import { useMemo } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { isPlatform, PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';

interface PlatformOrderProps {
  platforms: Platform[];
  onChange: (platforms: Platform[]) => void;
}

const indexIn = (platforms: readonly unknown[], id: unknown) => platforms.indexOf(id);
const nameOf = (id: unknown) => (isPlatform(id) ? PLATFORM_LABELS[id] : '');

/** What a screen reader hears on the way. */
function announcementsFor(platforms: Platform[]): Announcements {
  const placeOf = (id: unknown) => `${indexIn(platforms, id) + 1} of ${platforms.length}`;
  // The first thing a picked-up row lies over is its own place, which was just said.
  let isFirstPlace = true;
  return {
    onDragStart: ({ active }) => {
      isFirstPlace = true;
      return `Picked up ${nameOf(active.id)}, number ${placeOf(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      const isNews = over && !isFirstPlace;
      isFirstPlace = false;
      return isNews ? `${nameOf(active.id)} is now number ${placeOf(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was put down as number ${placeOf(over.id)}.` : undefined,
    onDragCancel: ({ active }) => `${nameOf(active.id)} is back where it was.`,
  };
}

/** Drag with a mouse or finger; with the keyboard Space picks up, arrows move, Space puts down. */
export default function PlatformOrder({ platforms, onChange }: PlatformOrderProps) {
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = useMemo(() => announcementsFor(platforms), [platforms]);
  function finish({ active, over }: DragEndEvent) {
    const from = indexIn(platforms, active.id);
    const to = indexIn(platforms, over?.id);
    if (to !== -1 && from !== to) onChange(arrayMove(platforms, from, to));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={finish}
      accessibility={{
        announcements,
        screenReaderInstructions: {
          draggable:
            'To move a platform, press Space. Use the arrow keys, then press Space again to put it down, or Escape to leave it where it was.',
        },
      }}
    >
      <SortableContext items={platforms} strategy={verticalListSortingStrategy}>
        <ol className="grid gap-2">
          {platforms.map((platform, index) => (
            <OrderRow key={platform} platform={platform} place={index + 1} />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function OrderRow({ platform, place }: { platform: Platform; place: number }) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: platform,
  });
  return (
    <li
      ref={setNodeRef}
      style={{
        transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined,
        transition,
      }}
      className={clsx('relative list-none', isDragging && 'z-10')}
    >
      <button
        type="button"
        {...attributes}
        {...listeners}
        className={clsx(
          'flex min-h-12 w-full touch-none items-center gap-3 rounded-button border bg-surface px-3 text-left font-semibold',
          isDragging ? 'border-ink shadow-popover' : 'border-line hover:bg-sunken',
        )}
      >
        <span className="w-4 text-small text-muted">{place}</span>
        <PlatformTile platform={platform} />
        <span className="flex-1">
          {PLATFORM_LABELS[platform]}
          <span className="sr-only">, move</span>
        </span>
        <GripVertical aria-hidden="true" className="size-5 text-muted" />
      </button>
    </li>
  );
}
