import type { LucideIcon } from 'lucide-react';
import { Portrait, type PortraitName } from './portrait.tsx';

interface NobodyHereProps {
  icon: LucideIcon;
  neighbors?: readonly [PortraitName, PortraitName];
  /** A class for the width of the neighbors. */
  width?: string;
}

/** An empty arch between two people, above the sentence that says what is missing. */
export function NobodyHere({
  icon: Icon,
  neighbors: [left, right] = ['ruth', 'omar'],
  width = 'w-13',
}: NobodyHereProps) {
  return (
    <div aria-hidden="true" className="flex items-end gap-3">
      <Portrait who={left} className={width} />
      <span className="arch flex w-18 items-center justify-center border-2 border-dashed border-line-strong text-muted">
        <Icon className="size-7" />
      </span>
      <Portrait who={right} className={width} />
    </div>
  );
}
