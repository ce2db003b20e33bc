/** Lines break after these signs first, and inside a word only where one is too long. */
export function Breakable({ text }: { text: string }) {
  return text
    .split(/(?!^)([/@._+-])/)
    .map((part, index) => (index % 2 ? [part, <wbr key={part} />] : part));
}
