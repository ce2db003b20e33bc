/** Never between the halves of a surrogate pair. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const isHalf = /[\ud800-\udbff]/.test(text.charAt(max - 1));
  return text.slice(0, isHalf ? max - 1 : max);
}
