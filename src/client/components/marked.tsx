import { markDifference } from '#client/lib/letters.ts';

/** Text with the letters marked that another text does not have. */
export function Marked({ text, other }: { text: string; other: string | undefined }) {
  if (other === undefined) return text;
  let end = 0;
  return markDifference(text, other).map((piece) => {
    end += piece.text.length;
    if (!piece.isMarked) return piece.text;
    return (
      <mark
        key={end}
        className="rounded-[5px] bg-brand px-px text-on-brand underline decoration-2 underline-offset-4"
      >
        {piece.text}
      </mark>
    );
  });
}
