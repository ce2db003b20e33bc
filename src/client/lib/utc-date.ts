/** Creating the first Intl.DateTimeFormat blocks a phone for about 0.1 s, so a member's page does without. */
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

const monthOf = (date: Date) => MONTHS[date.getUTCMonth()] ?? '';

/** 'September 2026' */
export function formatMonth(time: string | number): string {
  const date = new Date(time);
  return `${monthOf(date)} ${date.getUTCFullYear()}`;
}

/** 'Sep 5, 2026' */
export function formatDay(time: string | number): string {
  const date = new Date(time);
  return `${monthOf(date).slice(0, 3)} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
}
