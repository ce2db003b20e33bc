import { useInfiniteQuery } from '@tanstack/react-query';
import { HandCoins, Pencil, Trash2, UserPlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import { Avatar } from '#client/components/avatar.tsx';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Portrait } from '#client/components/portrait.tsx';
import { Alert } from '#client/components/ui/alert.tsx';
import { AlertDialog } from '#client/components/ui/alert-dialog.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { lazyOnOpen } from '#client/components/ui/lazy-on-open.tsx';
import { ShowMore } from '#client/components/ui/show-more.tsx';
import { Spinner } from '#client/components/ui/spinner.tsx';
import { WhenLoaded } from '#client/components/ui/when-loaded.tsx';
import { sentenceOf } from '#client/lib/request.ts';
import { hasDraft } from '#client/lib/unsaved-work.ts';
import { useTitle } from '#client/lib/use-title.ts';
import type { Contact } from '#contract/contacts.ts';
import { displayHandle } from '#contract/handles.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { SCREENS } from '#contract/screens.ts';
import { contactsQuery, nameOf, useRemoveContact } from './api.ts';
import { contactFormName } from './contact-values.ts';

const FAILED = 'Failed to fetch contacts. Please try again.';

const EditContactDialog = lazyOnOpen(() => import('./edit-contact-dialog.tsx'));

interface ContactsScreenProps {
  /** The people who were saved, above the contacts. */
  saved: ReactNode;
  /** Undefined while it is not known. */
  hasSaved: boolean | undefined;
  /** While they load. */
  isLoading: boolean;
}

export function ContactsScreen({ saved, hasSaved, isLoading }: ContactsScreenProps) {
  useTitle('My Contacts');
  const contacts = useInfiniteQuery(contactsQuery);
  const list = useRef<HTMLUListElement>(null);
  const rows = contacts.data?.pages.flatMap((page) => page.rows);
  const isEmpty = rows?.length === 0 && hasSaved === false;
  return (
    <div className="content-width py-8 md:py-12">
      <div className="mb-6 grid gap-4 md:flex md:items-center md:justify-between">
        <div>
          <h1 className="text-h1">My Contacts</h1>
          <p className="mt-2 text-muted">
            People and businesses you saved or added. Only you see them.
          </p>
        </div>
        {!isEmpty && (
          <Link href={SCREENS.addPerson} className={buttonClass()}>
            <UserPlus aria-hidden="true" className="size-5" />
            Add Person
          </Link>
        )}
      </div>
      <WhenLoaded isLoading={isLoading || !contacts.isFetched}>
        {saved}
        {contacts.isPending && <Spinner className="py-16" />}
        {isEmpty && <NoContacts />}
        {rows && rows.length > 0 && (
          <section aria-labelledby="added-by-you">
            <h2 id="added-by-you" className="mb-4 text-h2">
              Added by you
            </h2>
            <ul ref={list} className="grid gap-4 md:grid-cols-2">
              {rows.map((contact) => (
                <li key={contact.id} className="flex">
                  <ContactCard contact={contact} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {contacts.isError && !contacts.isFetchNextPageError && (
          <Alert className={rows && 'mt-5'} onRetry={() => void contacts.refetch()}>
            {sentenceOf(contacts.error, FAILED)}
          </Alert>
        )}
        <ShowMore query={contacts} failure={FAILED} list={list} count={rows?.length ?? 0} />
      </WhenLoaded>
    </div>
  );
}

function NoContacts() {
  return (
    <div className="flex flex-col items-center py-10 text-center">
      <div className="flex items-end gap-3" aria-hidden="true">
        <Portrait who="ines" className="w-14" />
        <span className="arch w-18 border-2 border-dashed border-line-strong" />
        <Portrait who="theo" className="w-14" />
      </div>
      <p className="mt-6 mb-5 max-w-md text-muted">
        No contacts yet. Save people you find in the search, or add people you pay often.
      </p>
      <Link href={SCREENS.addPerson} className={buttonClass()}>
        <UserPlus aria-hidden="true" className="size-5" />
        Add Person
      </Link>
    </div>
  );
}

function ContactCard({ contact }: { contact: Contact }) {
  const name = nameOf(contact);
  const details = [contact.nickname && contact.name, contact.relationship, contact.phoneNumber];
  return (
    <article
      aria-label={name}
      className="flex w-full flex-col gap-4 rounded-card border border-contact-line bg-contact-soft p-5"
    >
      <div className="flex items-center gap-4">
        <Avatar name={name} seed={`contact-${contact.id}`} />
        <div className="min-w-0 flex-1">
          <h3 className="text-h3 wrap-anywhere">{name}</h3>
          <p className="text-small wrap-anywhere text-muted">
            {details.filter(Boolean).join(' · ')}
          </p>
        </div>
      </div>
      <ul className="grid gap-2">
        {contact.accounts.map(({ platform, username }) => (
          <li key={platform} className="flex items-center gap-2.5">
            <PlatformTile platform={platform} />
            <span className="sr-only">{PLATFORM_LABELS[platform]}:</span>
            <span className="text-handle">{displayHandle(platform, username)}</span>
          </li>
        ))}
      </ul>
      {contact.notes && (
        <p className="text-small wrap-anywhere whitespace-pre-line">{contact.notes}</p>
      )}
      <ContactActions contact={contact} name={name} />
    </article>
  );
}

function ContactActions({ contact, name }: { contact: Contact; name: string }) {
  // A draft was kept.
  const [isEditing, setIsEditing] = useState(() => hasDraft(contactFormName(contact)));
  const [isAsking, setIsAsking] = useState(false);
  const removal = useRemoveContact();
  return (
    <div className="mt-auto flex flex-wrap gap-2">
      <Link
        href={`${SCREENS.home}?search=${encodeURIComponent(name)}`}
        className={buttonClass('primary', 'small')}
      >
        <HandCoins aria-hidden="true" className="size-4.5" />
        Pay<span className="sr-only"> {name}</span>
      </Link>
      <Button variant="secondary" size="small" onClick={() => setIsEditing(true)}>
        <Pencil aria-hidden="true" className="size-4.5" />
        Edit<span className="sr-only"> {name}</span>
      </Button>
      <Button
        variant="ghost"
        size="small"
        className="text-danger! hover:bg-contact-badge"
        onClick={() => setIsAsking(true)}
      >
        <Trash2 aria-hidden="true" className="size-4.5" />
        Remove<span className="sr-only"> {name}</span>
      </Button>
      <EditContactDialog contact={contact} isOpen={isEditing} onClose={() => setIsEditing(false)} />
      <AlertDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        onConfirm={() => removal.mutate(contact, { onSettled: () => setIsAsking(false) })}
        title={`Remove ${name} from your contacts?`}
        description="Their payment names and your notes about them are deleted."
        confirmLabel="Remove"
        busyLabel="Removing..."
        isBusy={removal.isPending}
      />
    </div>
  );
}
