const DAY_MS = 86_400_000;

/** 'today', 'yesterday', '3 days ago', '2 months ago' */
export function daysAgo(date: string, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
  const time = Date.parse(date);
  const months = wholeMonths(time, now);
  if (months >= 12) return words.format(-Math.floor(months / 12), 'year');
  if (months >= 1) return words.format(-months, 'month');
  return words.format(-Math.max(0, Math.floor((now - time) / DAY_MS)), 'day');
}

/** Whole calendar months: from May 17 to June 16 there are 0. */
export function wholeMonths(from: number, to: number): number {
  const [start, end] = [new Date(from), new Date(to)];
  const years = end.getUTCFullYear() - start.getUTCFullYear();
  const months = years * 12 + end.getUTCMonth() - start.getUTCMonth();
  return end.getUTCDate() < start.getUTCDate() ? months - 1 : months;
}
