import { Copy, Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Badge } from '#client/components/ui/badge.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { useSession } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import type { Platform } from '#contract/platforms/registry.ts';

interface SavedHandleProps {
  platform: Platform;
  username: string;
  /** Beside the copy button. */
  children?: ReactNode;
}

export function SavedHandle({ platform, username, children }: SavedHandleProps) {
  const { user } = useSession();
  const isHidden = Boolean(user?.suspension);
  const Icon = isHidden ? EyeOff : Eye;
  const handle = displayHandle(platform, username);
  async function copy() {
    showToast((await copyText(handle)) ? toasts.usernameCopied(handle) : toasts.copyFailed());
  }
  return (
    <div className="flex items-center gap-3.5 rounded-button bg-sunken p-3.5 md:p-4">
      <PlatformTile platform={platform} className="size-11" />
      <div className="min-w-0 flex-1">
        <p className="text-handle text-[20px] leading-6">{handle}</p>
        <Badge
          tone={isHidden ? 'neutral' : 'success'}
          icon={<Icon aria-hidden="true" className="size-4" />}
          className="mt-1.5"
        >
          {isHidden ? 'Hidden from visitors' : 'Visible to visitors'}
        </Badge>
      </div>
      <div className="flex shrink-0 items-center">
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Copy ${handle}`}
          className="hover:bg-line"
          onClick={copy}
        >
          <Copy aria-hidden="true" className="size-5" />
        </Button>
        {children}
      </div>
    </div>
  );
}
