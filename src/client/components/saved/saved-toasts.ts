import { failure, info, type ToastMessage } from '#client/lib/toast-store.ts';

export const savedToasts = {
  saved: (name: string) => info('Saved', `${name} is in My Contacts. Only you see that.`),
  removed: (name: string, undo: () => void): ToastMessage => ({
    ...info('Removed', `${name} is no longer in My Contacts.`),
    action: { label: 'Undo', onSelect: undo },
  }),
  failed: (isSaving: boolean, sentence: string) =>
    failure(isSaving ? 'Not Saved' : 'Not Removed', sentence),
};
