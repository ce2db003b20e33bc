import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx';

export const VisitorDialog = lazyDialog(() => import('./visitor-dialog.tsx'));
