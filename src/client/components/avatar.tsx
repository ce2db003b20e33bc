import clsx from 'clsx';
import { initials, shortInitials } from '#contract/initials.ts';

/** Bright enough for dark letters in both color schemes. */
const COLORS = [
  'bg-[#FFC83D]',
  'bg-[#FF9B7D]',
  'bg-[#F9B4C0]',
  'bg-[#D9C2F0]',
  'bg-[#9CCFF7]',
  'bg-[#8FDDB6]',
  'bg-[#C9DB7A]',
  'bg-[#F0CFA0]',
];

const SIZES = {
  small: { box: 'w-9', letters: ['text-[13px]', 'text-[11px]', 'text-[9px]'], px: 36 },
  medium: { box: 'w-15', letters: ['text-[21px]', 'text-[17px]', 'text-[13px]'], px: 60 },
  large: { box: 'w-24', letters: ['text-[32px]', 'text-[26px]', 'text-[20px]'], px: 96 },
} as const;

interface AvatarProps {
  /** The display name: the initials come from it. */
  name: string;
  imageUrl?: string | null;
  /** Whatever stays the same for this person, so that the color does too. */
  seed: string | number;
  size?: keyof typeof SIZES;
  /** First and last word only. */
  isShort?: boolean;
  /** The main picture of its screen, which loads before everything below it. */
  isMain?: boolean;
  className?: string;
}

export function colorFor(seed: string | number): string | undefined {
  let hash = 0;
  for (const letter of String(seed)) hash = (hash * 31 + letter.charCodeAt(0)) % 9973;
  return COLORS[hash % COLORS.length];
}

/** Avatars are arch-shaped; alt is empty because the name is next to them. */
export function Avatar(props: AvatarProps) {
  const { name, imageUrl, seed, size = 'medium', isShort, isMain, className } = props;
  const { box, letters, px } = SIZES[size];
  const frame = clsx('arch shrink-0 overflow-hidden', box, className);
  if (imageUrl) {
    return (
      <img
        src={imageUrl}
        alt=""
        width={px}
        height={Math.round(px * 1.1)}
        loading={isMain ? 'eager' : 'lazy'}
        decoding="async"
        className={clsx(frame, 'bg-sunken object-cover')}
      />
    );
  }
  const text = isShort ? shortInitials(name) : initials(name);
  return (
    <span
      aria-hidden="true"
      className={clsx(
        frame,
        'flex items-center justify-center font-display font-bold text-[#2C1125]',
        // Up to two letters, three, four.
        letters[Math.max(0, [...text].length - 2)],
        colorFor(seed),
      )}
    >
      {text}
    </span>
  );
}
