const DATE = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium' });

export const formatDate = (iso: string) => DATE.format(new Date(iso));
export const formatMoment = (iso: string) => MOMENT.format(new Date(iso));
export const formatCount = (count: number) => count.toLocaleString('en-US');
