import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { ArrowUpRight, Download, QrCode } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { linkClass } from '#client/components/ui/text-link.tsx';
import type { OwnUser } from '#contract/accounts.ts';
import { payLink } from '#contract/pay-links.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { useExport, useOrderAccounts } from './api.ts';
import { findAccount, paymentAccountsQuery } from './payment-accounts/api.ts';
import { PlatformOrder } from './platform-order.tsx';
import { YourPageLink } from './your-page-link.tsx';

const NONE: OwnHandle[] = [];

const OwnQrDialog = lazyOnOpen(() => import('./own-qr-dialog.tsx'));

export function OwnQrCard({ user, className }: { user: OwnUser; className?: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card className={clsx('p-5', className)}>
      <h2 className="text-h3">Your QR code</h2>
      <p className="mt-1 text-small text-muted">
        Show it, print it or send it: it opens your card.
      </p>
      <Button variant="secondary" className="mt-4 w-full" onClick={() => setIsOpen(true)}>
        <QrCode aria-hidden="true" className="size-5" />
        Show my QR code
      </Button>
      <YourPageLink username={user.username} />
      <OwnQrDialog user={user} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </Card>
  );
}

export function OwnDataCard() {
  const download = useExport();
  return (
    <Card className="p-5">
      <h2 className="text-h3">Your data</h2>
      <p className="mt-1 text-small text-muted">
        Everything we hold about you and your contacts, in one file.
      </p>
      <Button
        variant="secondary"
        className="mt-4 w-full"
        isBusy={download.isPending}
        busyLabel="Preparing..."
        onClick={() => download.mutate()}
      >
        <Download aria-hidden="true" className="size-5" />
        Download my data
      </Button>
    </Card>
  );
}

/** A wrong letter is found by following one's own link, not by looking at it. */
export function CheckHandleCard({ platform }: { platform: Platform }) {
  const { data } = useQuery(paymentAccountsQuery);
  const username = findAccount(data, platform)?.username;
  if (username === undefined) return null;
  const link = payLink(platform, username);
  // Handles that are copied rather than linked to have no page of their own.
  const url = link && !link.copy ? link.url : undefined;
  return (
    <section className="rounded-card bg-brand-soft p-5">
      <h2 className="text-h3">Check your link</h2>
      <p className="mt-1 text-small">
        One wrong letter could pay a stranger.{' '}
        {url
          ? 'Open your own link once to check it.'
          : 'Read it once more and compare it with your app.'}
      </p>
      {url && (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className={`${linkClass} mt-3 inline-flex items-center gap-1.5 wrap-anywhere`}
        >
          {url.replace(/^https:\/\/(?:www\.)?/, '')}
          <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      )}
    </section>
  );
}

export function OrderCard() {
  const { data = NONE } = useQuery(paymentAccountsQuery);
  const order = useOrderAccounts();
  const saved = useMemo(() => data.map(({ platform }) => platform), [data]);
  const platforms = order.isPending ? order.variables.platforms : saved;
  if (saved.length < 2) return null;
  return (
    <Card className="p-5">
      <h2 className="text-h3">Order on your card</h2>
      <p className="mt-1 mb-4 text-small text-muted">The first one is what the Pay button uses.</p>
      <PlatformOrder
        platforms={platforms}
        onChange={(next) => order.mutate({ platforms: next, before: platforms })}
      />
    </Card>
  );
}
