import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';

export const VisitorDialog = lazyOnOpen(() => import('./visitor-dialog.tsx'));
