const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** 'Jun 2', with the year where it is another one than now. */
export function formatDay(iso: string, now = new Date()): string {
  const date = new Date(iso);
  const format = date.getFullYear() === now.getFullYear() ? DAY : DAY_OF_YEAR;
  return format.format(date);
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
