import clsx from 'clsx';
import { createElement, type SVGProps } from 'react';

interface IconData {
  name: string;
  node: [tag: string, attributes: Record<string, string>][];
}

/**
 * vite.config.ts puts this in the place of the function that lucide-react makes its icons with. That one is
 * also for other frameworks and for sizes, colors and strokes as properties, which would be 1 kB of the first load.
 */
export default function createIcon({ name, node }: IconData) {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes));
  return ({ className, ...rest }: SVGProps<SVGSVGElement>) => (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      {...rest}
      className={clsx(`lucide-${name}`, className)}
    >
      {shapes}
    </svg>
  );
}
