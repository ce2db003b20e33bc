const SIGN = /(?!^)([/@._+-])/;
const SIGN_OR_WORD = /(?!^)([/@._+-]|(?=\p{Lu}\p{Ll}))/u;

const breakAt = (text: string, place: RegExp) =>
  text.split(place).map((part, index) => (index % 2 ? [part, <wbr key={part} />] : part));

/** Lines break after these signs first, and inside a word only where one is too long. */
export function Breakable({ text }: { text: string }) {
  return breakAt(text, SIGN);
}

/**
 * In a heading. A name without spaces, such as TheCornerShop, breaks before its words too; others
 * break at their spaces. One with a long word is smaller, so that fewer of them break inside of it.
 */
export function BreakableName({ name }: { name: string }) {
  const parts = name.includes(' ') ? name : breakAt(name, SIGN_OR_WORD);
  return /[^\s-]{16}/.test(name) ? <span className="text-[.8em]">{parts}</span> : parts;
}
