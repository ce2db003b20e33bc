/** In the reader's time zone. Public pages and the toast of a badge use utc-date.ts. */

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });
const TIME = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });
const SECOND = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

/** 'Jun 2, 2026' */
export function formatFullDay(iso: string): string {
  return DAY_OF_YEAR.format(new Date(iso));
}

/** 'Jun 2', with the year where it is another one than now. */
export function formatDay(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const format = date.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR;
  return format.format(date);
}

/** 'Nov 3, 9:41 AM' */
export function formatMoment(iso: string, now = new Date()): string {
  // Intl puts a narrow space that cannot break before AM and PM.
  return `${formatDay(iso, now)}, ${TIME.format(new Date(iso)).replace('\u202f', ' ')}`;
}

/** 'Nov 3, 2026, 9:41:05 AM' */
export function formatSecond(iso: string): string {
  return SECOND.format(new Date(iso));
}

/** 'today', 'yesterday' or the day. */
export function formatRecentDay(iso: string, now = new Date()): string {
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  const day = new Date(iso).toDateString();
  if (day === now.toDateString()) return 'today';
  if (day === yesterday.toDateString()) return 'yesterday';
  return formatDay(iso, now);
}
