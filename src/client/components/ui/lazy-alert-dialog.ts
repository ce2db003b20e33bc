import { lazyOnOpen } from './lazy-on-open.tsx';

export const LazyAlertDialog = lazyOnOpen(async () => {
  const { AlertDialog } = await import('./alert-dialog.tsx');
  return { default: AlertDialog };
});
