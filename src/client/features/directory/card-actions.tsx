import clsx from 'clsx';
import { BookUser, Copy, Globe, Phone, QrCode } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { copyText } from '#client/lib/clipboard.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
import { displayHandle } from '#contract/handles.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { safeWebsite, shownWebsite } from '#contract/safe-website.ts';
import { handleOn, type Person } from './person.ts';

const PaymentQrDialog = lazyOnOpen(() => import('./pay/payment-qr-dialog.tsx'));

interface CardActionsProps {
  person: Person;
  name: string;
  first: Platform | undefined;
}

const actionClass =
  'flex w-full min-h-15.5 flex-col items-center justify-center gap-1 px-1 text-small font-semibold hover:bg-ink/5 lg:min-h-13 lg:flex-row lg:gap-2 focus-visible:rounded-button focus-visible:relative';
const iconClass = 'size-5 shrink-0';

/** Four equal actions under a line: copy, call, website, QR code. */
export function CardActions({ person, name, first }: CardActionsProps) {
  const edge = person.isContact ? 'border-contact-line' : 'border-line';
  return (
    <ul
      className={clsx(
        'grid border-t',
        person.isContact ? 'grid-cols-[1fr_1fr_1fr_1.35fr]' : 'grid-cols-4',
        edge,
        '[&>li+li]:border-l [&>li]:border-inherit [&>li]:min-w-0',
      )}
    >
      <li>
        <CopyAction person={person} name={name} first={first} />
      </li>
      <li>
        <CallAction person={person} name={name} />
      </li>
      <li>
        <WebsiteAction person={person} name={name} />
      </li>
      <li>
        {person.isContact ? (
          <span className="flex min-h-15.5 items-center justify-center gap-2 px-1 text-center text-small font-semibold text-contact lg:min-h-13">
            <BookUser aria-hidden="true" className={clsx(iconClass, 'max-lg:hidden')} />
            From your contacts
          </span>
        ) : (
          <QrAction person={person} name={name} />
        )}
      </li>
    </ul>
  );
}

function CopyAction({ person, name, first }: CardActionsProps) {
  async function copy() {
    const handle = first && handleOn(person, first);
    if (!handle) {
      showToast(toasts.noHandle());
      return;
    }
    const text = displayHandle(first, handle);
    showToast((await copyText(text)) ? toasts.usernameCopied(text) : toasts.copyFailed());
  }
  return (
    <button type="button" onClick={copy} className={actionClass}>
      <Copy aria-hidden="true" className={iconClass} />
      <Words label="Copy" rest={`username of ${name}`} />
    </button>
  );
}

function CallAction({ person, name }: { person: Person; name: string }) {
  const content = (
    <>
      <Phone aria-hidden="true" className={iconClass} />
      <Words label="Call" rest={name} />
    </>
  );
  if (!person.phoneNumber) {
    return <MissingAction onPress={() => showToast(toasts.noPhone())}>{content}</MissingAction>;
  }
  return (
    <a
      href={`tel:${person.phoneNumber}`}
      onClick={() => showToast(toasts.initiatingCall(name))}
      className={actionClass}
    >
      {content}
    </a>
  );
}

function WebsiteAction({ person, name }: { person: Person; name: string }) {
  const website = safeWebsite(person.websiteUrl);
  const content = (
    <>
      <Globe aria-hidden="true" className={iconClass} />
      <Words label="Website" rest={`of ${name}`} />
    </>
  );
  if (!website) {
    return <MissingAction onPress={() => showToast(toasts.noWebsite())}>{content}</MissingAction>;
  }
  return (
    <a
      href={website.href}
      target="_blank"
      rel="noopener noreferrer nofollow ugc"
      onClick={() => showToast(toasts.openingWebsite(shownWebsite(website)))}
      className={actionClass}
    >
      {content}
    </a>
  );
}

function QrAction({ person, name }: { person: Person; name: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={actionClass}
        onClick={() => setIsOpen(true)}
      >
        <QrCode aria-hidden="true" className={iconClass} />
        <Words label="QR code" rest={`to pay ${name}`} />
      </button>
      <PaymentQrDialog person={person} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

/** There, but quieter: pressing it says what the person has not shared. */
function MissingAction({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" onClick={onPress} className={clsx(actionClass, 'text-muted')}>
      {children}
    </button>
  );
}

function Words({ label, rest }: { label: string; rest: string }) {
  return (
    <span>
      {label}
      <span className="sr-only"> {rest}</span>
    </span>
  );
}
