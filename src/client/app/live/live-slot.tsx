import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx';
import { isJustRegistered } from '#client/lib/arrival.ts';

const LivePanel = lazyDialog(() => import('./live-panel.tsx'), { isSilent: true });

/** Where registration leads: the member's page exists now. */
export function LiveSlot() {
  const [path, navigate] = useLocation();
  return (
    <LivePanel
      isOpen={isJustRegistered(useHistoryState())}
      onClose={() => navigate(path, { replace: true, state: null })}
    />
  );
}
