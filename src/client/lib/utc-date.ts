/** 'Sep 5, 2026'. Without Intl: its first date format blocks a phone for about 0.1 s. */
export function formatDay(time: string | number): string {
  const [, day, month, year] = new Date(time).toUTCString().split(' ');
  return `${month} ${Number(day)}, ${year}`;
}
