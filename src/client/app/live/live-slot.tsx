import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { isJustRegistered } from '#client/lib/arrival.ts';

const LivePanel = lazyOnOpen(() => import('./live-panel.tsx'), { isSilent: true });

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
