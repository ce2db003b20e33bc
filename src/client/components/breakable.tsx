const SIGN = /(?!^)([/@._+-])/;
const SIGN_OR_WORD = /(?!^)([/@._+-]|(?=\p{Lu}\p{Ll}))/u;

const breakAt = (text: string, place: RegExp) =>
  text.split(place).map((part, index) => (index % 2 ? [part, <wbr key={part} />] : part));

/** Lines break after these signs first, and inside a word only where one is too long. */
export function Breakable({ text }: { text: string }) {
  return breakAt(text, SIGN);
}

/**
 * In a heading. Names break at their spaces. One with a long word, such as TheCornerShopInTown, breaks before a capital
 * too, and is smaller, so that fewer of them break inside of a word.
 */
export function BreakableName({ name }: { name: string }) {
  if (!/[^\s-]{16}/.test(name)) return name;
  return <span className="long-name">{breakAt(name, SIGN_OR_WORD)}</span>;
}
