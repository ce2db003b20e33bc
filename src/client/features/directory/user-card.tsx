import clsx from 'clsx';
import { ArrowUpRight, BookUser } from 'lucide-react';
import { useState } from 'react';
import { useSearch } from 'wouter';
import { Avatar } from '#client/components/avatar.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Badge } from '#client/components/ui/badge.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { lazyDialog } from '#client/components/ui/lazy-dialog.tsx';
import { VerifiedBadge } from '#client/components/verified-badge.tsx';
import { displayHandle } from '#contract/handles.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { CardActions } from './card-actions.tsx';
import { readSharedPayment } from './pay/shared-payment.ts';
import { startPayment } from './pay/start-payment.ts';
import { displayName, handleOn, type Person, personKey } from './person.ts';

const PayOptionsDialog = lazyDialog(() => import('./pay/pay-options-dialog.tsx'));

export function UserCard({ person }: { person: Person }) {
  const name = displayName(person);
  const first = person.platforms[0];
  const details = readSharedPayment(useSearch(), person.isContact ? null : person.username);
  return (
    <article
      aria-label={name}
      tabIndex={-1}
      className={clsx(
        'flex flex-col overflow-hidden rounded-card border shadow-card',
        person.isContact ? 'border-contact-line bg-contact-soft' : 'border-line bg-surface',
      )}
    >
      <div className="flex flex-1 flex-col gap-4 p-5">
        <CardHead person={person} name={name} first={first} />
        <ul aria-label="Accepts" className="flex flex-wrap gap-2">
          {person.platforms.map((platform) => (
            <li key={platform}>
              <PlatformChip person={person} name={name} platform={platform} details={details} />
            </li>
          ))}
        </ul>
        <div className="mt-auto">
          <SharedPayment {...details} />
          <PayRow person={person} name={name} first={first} details={details} />
        </div>
      </div>
      <CardActions person={person} name={name} first={first} />
    </article>
  );
}

interface CardPartProps {
  person: Person;
  name: string;
  first: Platform | undefined;
}

function CardHead({ person, name, first }: CardPartProps) {
  const handle = first && handleOn(person, first);
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} imageUrl={person.profileImage} seed={personKey(person)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="text-h3 wrap-anywhere">{name}</h3>
          {person.isVerified && <VerifiedBadge platforms={person.platforms} />}
          {person.isContact && (
            <Badge tone="contact" icon={<BookUser aria-hidden="true" className="size-4" />}>
              Contact
            </Badge>
          )}
        </div>
        {first && handle && (
          <p className="text-handle text-muted">{displayHandle(first, handle)}</p>
        )}
        {person.contactOwner && (
          <p className="text-small font-semibold text-contact">Your contact • Added by you</p>
        )}
      </div>
    </div>
  );
}

/** What the link that brought the visitor here asks for, said before they leave to pay. */
function SharedPayment({ amount, note }: PaymentDetails) {
  if (!amount && !note) return null;
  return (
    <p className="mb-3 text-small wrap-anywhere">
      This link asks for {amount && <strong>${amount}</strong>}
      {amount && note && ', '}
      {note && <>with the note “{note}”</>}
    </p>
  );
}

interface PlatformChipProps {
  person: Person;
  name: string;
  platform: Platform;
  details: PaymentDetails;
}

function PlatformChip({ person, name, platform, details }: PlatformChipProps) {
  return (
    <button
      type="button"
      onClick={() => startPayment({ platform, handle: handleOn(person, platform), name, details })}
      className={clsx(
        'inline-flex min-h-8.5 items-center gap-2 rounded-full py-1 pr-3 pl-1.5 text-small font-semibold text-ink transition-colors',
        person.isContact ? 'bg-contact-badge hover:bg-contact-line' : 'bg-sunken hover:bg-line',
      )}
    >
      <PlatformTile platform={platform} className="size-5.5" />
      <span>
        <span className="sr-only">Pay {name} with </span>
        {PLATFORM_LABELS[platform]}
      </span>
    </button>
  );
}

function PayRow({ person, name, first, details }: CardPartProps & { details: PaymentDetails }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!first) return <p className="text-muted">No payment platforms yet.</p>;
  return (
    <div className="flex gap-2">
      <Button
        variant="pay"
        className="min-w-0 flex-1"
        onClick={() =>
          startPayment({ platform: first, handle: handleOn(person, first), name, details })
        }
      >
        <PlatformTile platform={first} isOnBrand className="size-8" />
        <span className="flex-1 text-left">
          Pay with {PLATFORM_LABELS[first]}
          <span className="sr-only"> to {name}</span>
        </span>
        <ArrowUpRight aria-hidden="true" className="mr-1.5 size-5" />
      </Button>
      <Button
        variant="secondary"
        aria-label={`Add an amount or note for ${name}`}
        className="min-h-13 shrink-0 px-4!"
        onClick={() => setIsOpen(true)}
      >
        Amount
      </Button>
      <PayOptionsDialog
        person={person}
        shared={details}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </div>
  );
}
