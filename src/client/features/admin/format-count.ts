const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

const TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

export const formatTime = (iso: string) => TIME.format(new Date(iso));
export const formatDate = (iso: string) => DATE.format(new Date(iso));
export const formatMoment = (iso: string) => MOMENT.format(new Date(iso));
export const formatCount = (count: number) => count.toLocaleString('en-US');
