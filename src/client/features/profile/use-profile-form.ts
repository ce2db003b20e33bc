import type { z } from 'zod';
import { type AppForm, useAppForm } from '#client/lib/form.ts';
import type { OwnUser, ProfileInput, profileInput } from '#contract/accounts.ts';
import { useUpdateProfile } from './api.ts';

/** An unchanged picture is undefined, a removed one null, a new one a data URL. */
type ProfileValues = z.input<typeof profileInput>;
export type ProfileForm = AppForm<ProfileValues, ProfileInput>;

const loadRules = async () => (await import('#contract/accounts.ts')).profileInput;

function valuesOf(user: OwnUser): ProfileValues {
  return {
    name: user.name,
    screenName: user.screenName ?? '',
    username: user.username ?? '',
    email: user.email ?? '',
    phoneNumber: user.phoneNumber ?? '',
    websiteUrl: user.websiteUrl ?? '',
    profileImage: undefined,
  };
}

export function useProfileForm(user: OwnUser): ProfileForm {
  const update = useUpdateProfile();
  const form: ProfileForm = useAppForm({
    name: 'profile',
    isRestored: true,
    rules: loadRules,
    defaultValues: valuesOf(user),
    save: async (input) => {
      const saved = await update.mutateAsync(changedIn(form, input));
      form.showSaved(valuesOf(saved));
    },
  });
  return form;
}

/** Only what was changed is sent, so that two devices do not undo each other's changes. */
function changedIn(form: ProfileForm, input: ProfileInput): ProfileInput {
  const { dirtyFields } = form.formState;
  const changes = Object.entries(input).filter(
    ([field, value]) => value !== undefined && dirtyFields[field as keyof ProfileValues],
  );
  return Object.fromEntries(changes);
}
