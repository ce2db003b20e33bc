import clsx from 'clsx';
import { ArrowUpRight, BookUser, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { Breakable, BreakableName } from '#client/components/breakable.tsx';
import { doubtAbout } from '#client/components/payer/doubt.ts';
import { CautionNote } from '#client/components/payer/lazy-caution-note.ts';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { ReportButton } from '#client/components/report/report-button.tsx';
import { Badge } from '#client/components/ui/badge.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { PersonBadges } from '#client/components/verified-badge.tsx';
import { useSession } from '#client/lib/session.ts';
import { useSearchPart } from '#client/lib/use-search-part.ts';
import { displayHandle } from '#contract/handles.ts';
import { formatAmount, type PaymentDetails } from '#contract/payment-details.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import { CardActions } from './card-actions.tsx';
import { readSharedPayment } from './pay/shared-payment.ts';
import { usePayment } from './pay/use-payment.ts';
import { displayName, handleOn, type Person, personKey } from './person.ts';

const PayOptionsDialog = lazyOnOpen(() => import('./pay/pay-options-dialog.tsx'));
const AskFirstDialog = lazyOnOpen(() => import('#client/components/payer/ask-first-dialog.tsx'));
const HandOffPanel = lazyOnOpen(() => import('./pay/hand-off-panel.tsx'), { isSilent: true });
const SaveButton = lazyOnOpen(() => import('#client/components/saved/save-button.tsx'), {
  isSilent: true,
});

// It opens inside the card: late code would move what is below.
const prepareHandOff = () => void HandOffPanel.prepare();

type Pay = ReturnType<typeof usePayment>['pay'];

interface UserCardProps {
  person: Person;
  /** The visitor's link is for this person, maybe by a former username. */
  isLinked?: boolean;
}

export function UserCard({ person, isLinked }: UserCardProps) {
  const name = displayName(person);
  const first = person.platforms[0];
  const username = person.isContact ? null : person.username;
  const details = readSharedPayment(useSearchPart(), username, isLinked);
  const payment = usePayment(person);
  const kind = person.caution?.kind;
  const hasStrip = kind === 'lookalike' || kind === 'reported';
  return (
    <article
      aria-label={name}
      tabIndex={-1}
      onFocusCapture={prepareHandOff}
      onPointerEnter={prepareHandOff}
      className={clsx(
        'flex flex-col overflow-hidden rounded-card border shadow-card',
        person.isContact && 'border-contact-line bg-contact-soft',
        !person.isContact && 'bg-surface',
        !person.isContact && (hasStrip ? 'border-danger' : 'border-line'),
      )}
    >
      <CautionNote
        isOpen={hasStrip}
        person={person}
        fallback={hasStrip && <p className={warningClass}>{warning(name)}</p>}
      />
      <div className="flex flex-1 flex-col gap-4 p-5">
        <CardHead person={person} name={name} />
        <ul aria-label="Accepts" className="grid gap-2">
          {person.platforms.map((platform) => (
            <PlatformRow
              key={platform}
              person={person}
              name={name}
              platform={platform}
              onPay={() => payment.pay(platform, details)}
            />
          ))}
        </ul>
        <div className="mt-auto">
          <SharedPayment {...details} />
          <PayRow person={person} name={name} first={first} details={details} pay={payment.pay} />
          <HandOffPanel
            isOpen={payment.opened !== undefined}
            onClose={payment.close}
            person={person}
            opened={payment.opened}
            onOpen={payment.open}
            fallback={payment.opened && <div className="mt-3 h-20 max-sm:h-25" />}
          />
        </div>
      </div>
      <CardActions person={person} name={name} first={first} />
      <AskFirstDialog
        isOpen={payment.question !== undefined}
        onClose={payment.cancel}
        person={person}
        question={payment.question}
        onPay={payment.open}
      />
    </article>
  );
}

const warningClass = 'px-5 py-3.5 font-bold';

/** The caution if its words cannot be loaded. */
const warning = (name: string) => `Check with ${name} before you pay.`;

interface CardPartProps {
  person: Person;
  name: string;
  first: Platform | undefined;
}

function CardHead({ person, name }: Omit<CardPartProps, 'first'>) {
  const { user, isLoading } = useSession();
  const mayBeSaved = (isLoading || user) && user?.id !== person.id && person.username !== null;
  return (
    <div className="flex items-center gap-4">
      <Avatar name={name} imageUrl={person.profileImage} seed={personKey(person)} />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="text-h3 wrap-anywhere">
            <BreakableName name={name} />
          </h3>
          <PersonBadges person={person} platforms={person.platforms} />
          {person.isContact && (
            <Badge tone="contact" icon={<BookUser aria-hidden="true" className="size-4" />}>
              Contact
            </Badge>
          )}
        </div>
        {person.contactOwner && (
          <p className="text-small font-semibold text-contact">Your contact • Added by you</p>
        )}
      </div>
      {!person.isContact && (
        <div className="-mt-2 -mr-2 flex shrink-0 self-start max-sm:flex-col">
          <SaveButton
            isOpen={!!user}
            person={person}
            fallback={mayBeSaved && <span className="size-11" />}
          />
          <ReportButton id={person.id} name={name} platforms={person.platforms} />
        </div>
      )}
    </div>
  );
}

/** What the link that brought the visitor here asks for, said before they leave to pay. */
function SharedPayment({ amount, note }: PaymentDetails) {
  if (!amount && !note) return null;
  return (
    <p className="mb-3 text-small wrap-anywhere">
      This link asks for {amount && <strong>{formatAmount(amount)}</strong>}
      {amount && note && ', '}
      {note && <>with the note “{note}”</>}
    </p>
  );
}

interface PlatformRowProps {
  person: Person;
  name: string;
  platform: Platform;
  onPay: () => void;
}

/** Where a doubt is, no row is marigold, and the arrow says that a question comes first. */
function PlatformRow({ person, name, platform, onPay }: PlatformRowProps) {
  const handle = handleOn(person, platform);
  const doubt = doubtAbout(person, platform);
  const isNoted = doubt?.of === undefined && Boolean(doubt?.since || doubt?.old);
  const Arrow = doubt ? ChevronRight : ArrowUpRight;
  return (
    <li className={clsx(isNoted && 'rounded-card border border-danger bg-danger-soft p-3')}>
      <CautionNote
        isOpen={isNoted}
        person={person}
        platform={platform}
        doubt={doubt}
        fallback={isNoted && <p className={warningClass}>{warning(name)}</p>}
      />
      <button
        type="button"
        onClick={onPay}
        className={clsx(
          'flex min-h-12 w-full items-center gap-3 rounded-button py-1.5 pr-3.5 pl-2.5 text-left text-ink transition-colors',
          doubt && 'border border-line-strong bg-surface hover:bg-sunken',
          !doubt && person.isContact && 'bg-contact-badge hover:bg-contact-line',
          !doubt &&
            !person.isContact &&
            (platform === person.platforms[0] ? 'bg-brand-soft' : 'bg-sunken'),
          !doubt && !person.isContact && 'hover:bg-line',
        )}
      >
        <PlatformTile platform={platform} className="size-7" />
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span className="text-small font-semibold">
            <span className="sr-only">Pay {name} with </span>
            {PLATFORM_LABELS[platform]}
            <span className="sr-only">, </span>
          </span>
          {handle && (
            <span className="text-handle">
              <Breakable text={displayHandle(platform, handle)} />
            </span>
          )}
        </span>
        <Arrow aria-hidden="true" className="size-4 shrink-0" />
      </button>
    </li>
  );
}

function PayRow({
  person,
  name,
  first,
  details,
  pay,
}: CardPartProps & { details: PaymentDetails; pay: Pay }) {
  const [isOpen, setIsOpen] = useState(false);
  if (!first) return <p className="text-muted">No payment platforms yet.</p>;
  const isDoubtful = doubtAbout(person, first) !== undefined;
  const Arrow = isDoubtful ? ChevronRight : ArrowUpRight;
  return (
    <div className="flex gap-2">
      <Button
        variant={isDoubtful ? 'secondary' : 'pay'}
        className={clsx('min-w-0 flex-1', isDoubtful && 'min-h-13 px-2.5!')}
        onClick={() => pay(first, details)}
      >
        <PlatformTile platform={first} isOnBrand={!isDoubtful} className="size-8" />
        <span className="flex-1 text-left">
          Pay with {PLATFORM_LABELS[first]}
          <span className="sr-only"> to {name}</span>
        </span>
        <Arrow aria-hidden="true" className="mr-1.5 size-5" />
      </Button>
      <Button
        variant="secondary"
        aria-label={`Add an amount or note for ${name}`}
        className="min-h-13 shrink-0 px-2.5! sm:px-4!"
        onClick={() => setIsOpen(true)}
      >
        Amount
      </Button>
      <PayOptionsDialog
        person={person}
        shared={details}
        onPay={pay}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
      />
    </div>
  );
}
