import { BadgeCheck } from 'lucide-react';
import { useRef } from 'react';
import { formatFullDay } from '#client/lib/format-day.ts';
import { parseHandle } from '#contract/handles.ts';
import { payLink } from '#contract/pay-links.ts';
import type { OwnHandle } from '#contract/payment-accounts.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { EmailProof } from './email-proof.tsx';
import { WebsiteProof } from './website-proof.tsx';

/** What payers see about a saved handle, and how its owner can prove it. */
export default function HandleProof({ handle }: { handle: OwnHandle }) {
  const section = useRef<HTMLElement>(null);
  const label = `Proof of your ${PLATFORM_LABELS[handle.platform]} name`;
  return (
    <section ref={section} tabIndex={-1} aria-label={label}>
      {handle.proof && <ProofLine {...handle} />}
      <HowToProve handle={handle} onProven={() => section.current?.focus()} />
    </section>
  );
}

function ProofLine({ proof, proofDetail, provenAt }: OwnHandle) {
  return (
    <p className="flex gap-2 text-small text-muted wrap-anywhere">
      <BadgeCheck
        aria-hidden="true"
        className="size-4.5 shrink-0 fill-success stroke-success-soft"
      />
      {proof === 'website'
        ? `Listed on ${proofDetail}, checked ${formatFullDay(provenAt ?? '')}`
        : 'Email confirmed'}
    </p>
  );
}

function HowToProve({ handle, onProven }: { handle: OwnHandle; onProven: () => void }) {
  const { platform, username, proof } = handle;
  const parsed = parseHandle(platform, username);
  if (proof === 'email' || !parsed.ok) return null;
  if (parsed.kind === 'email') {
    return <EmailProof platform={platform} email={parsed.clean} onProven={onProven} />;
  }
  const link = payLink(platform, username);
  if (parsed.kind === 'name' && link && !link.copy) {
    return <WebsiteProof platform={platform} payUrl={link.url} isProven={proof === 'website'} />;
  }
  return (
    <p className="text-small text-muted">
      Payers can’t tell that this name is yours. Use an email address instead and you can confirm
      it.
    </p>
  );
}
