import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { memberToasts } from '#client/lib/member-toasts.ts';
import { pagedQuery, withRow } from '#client/lib/paged-query.ts';
import { RequestError, request, requestJson, sentenceOf } from '#client/lib/request.ts';
import { removeSearches } from '#client/lib/search-cache.ts';
import { showFailure } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { useSingleMutation } from '#client/lib/use-single-mutation.ts';
import type { AddPersonInput, Contact, UpdateContactInput } from '#contract/contacts.ts';

const ADDRESS = '/api/contacts';
const TRY_AGAIN = 'Something went wrong. Please try again.';

export const contactsQuery = pagedQuery<Contact>([ADDRESS], ADDRESS);

function contactsChanged(queryClient: QueryClient): Promise<void> {
  removeSearches(queryClient);
  return queryClient.invalidateQueries({ queryKey: contactsQuery.queryKey });
}

export function nameOf(contact: Contact): string {
  return contact.nickname || contact.name;
}

/** For a response without a sentence, and for no response. */
const notAdded = (error: unknown) =>
  error instanceof RequestError ? 'Failed to add person' : TRY_AGAIN;

export function useAddPerson() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (person: AddPersonInput) => requestJson<Contact>('POST', '/api/add-person', person),
    onSuccess: () => {
      showToast(memberToasts.personAdded());
      void contactsChanged(queryClient);
    },
    onError: (error) =>
      showFailure(error, memberToasts.personNotAdded(sentenceOf(error, notAdded(error)))),
  });
}

export function useUpdateContact(id: number) {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: (changes: UpdateContactInput) =>
      requestJson<Contact>('PATCH', `${ADDRESS}/${id}`, changes),
    onSuccess: (contact) => {
      showToast(memberToasts.contactUpdated(nameOf(contact)));
      // The dialog may be opened again before the list is there.
      queryClient.setQueryData(contactsQuery.queryKey, (list) => list && withRow(list, contact));
      return contactsChanged(queryClient);
    },
    onError: (error) => {
      showFailure(error, memberToasts.contactChangeFailed(sentenceOf(error, TRY_AGAIN)));
    },
  });
}

export function useRemoveContact() {
  const queryClient = useQueryClient();
  return useSingleMutation({
    mutationFn: async ({ id }: Contact) => {
      await request('DELETE', `${ADDRESS}/${id}`);
    },
    onSuccess: (_, contact) => {
      showToast(memberToasts.contactRemoved(nameOf(contact)));
      return contactsChanged(queryClient);
    },
    onError: (error) => {
      showFailure(error, memberToasts.contactChangeFailed(sentenceOf(error, TRY_AGAIN)));
    },
  });
}
