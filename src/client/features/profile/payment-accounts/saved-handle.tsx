import clsx from 'clsx';
import { Copy, Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Breakable } from '#client/components/breakable.tsx';
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
      <PlatformTile platform={platform} className="size-11 shrink-0" />
      {/* The buttons go below a handle that leaves them no room. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3.5 gap-y-2">
        <p className="flex-auto text-handle text-[20px] leading-6">
          <Breakable text={handle} />
        </p>
        <div className="-my-2 -mx-2 flex items-center">
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
        <p className="w-full">
          <Badge
            tone={isHidden ? 'neutral' : 'success'}
            icon={<Icon aria-hidden="true" className="size-4" />}
            className={clsx(isHidden && 'bg-surface!')}
          >
            {isHidden ? 'Hidden from visitors' : 'Visible to visitors'}
          </Badge>
        </p>
      </div>
    </div>
  );
}
