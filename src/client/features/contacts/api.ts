import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { pagedQuery } from '#client/lib/paged-query.ts';
import { request, requestJson, sentenceOf } from '#client/lib/request.ts';
import { removeSearches } from '#client/lib/search-cache.ts';
import { showFailure } from '#client/lib/session.ts';
import { showToast } from '#client/lib/toast-store.ts';
import { toasts } from '#client/lib/toasts.ts';
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

export function useAddPerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (person: AddPersonInput) => requestJson<Contact>('POST', '/api/add-person', person),
    onSuccess: () => {
      showToast(toasts.personAdded());
      void contactsChanged(queryClient);
    },
    onError: (error) => showFailure(error, toasts.personNotAdded(sentenceOf(error, TRY_AGAIN))),
  });
}

export function useUpdateContact(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (changes: UpdateContactInput) =>
      requestJson<Contact>('PATCH', `${ADDRESS}/${id}`, changes),
    onSuccess: (contact) => {
      showToast(toasts.contactUpdated(nameOf(contact)));
      return contactsChanged(queryClient);
    },
    onError: (error) => {
      showFailure(error, toasts.contactChangeFailed(sentenceOf(error, TRY_AGAIN)));
    },
  });
}

export function useRemoveContact() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ id }: Contact) => {
      await request('DELETE', `${ADDRESS}/${id}`);
    },
    onSuccess: (_, contact) => {
      showToast(toasts.contactRemoved(nameOf(contact)));
      return contactsChanged(queryClient);
    },
    onError: (error) => {
      showFailure(error, toasts.contactChangeFailed(sentenceOf(error, TRY_AGAIN)));
    },
  });
}
