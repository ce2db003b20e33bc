import { type UseFormReturn, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useRules, WHEN_LEFT } from '#client/lib/form.ts';
import type { SessionUser } from '#client/lib/session.ts';
import { useDraft } from '#client/lib/use-draft.ts';
import type { ProfileInput, profileInput } from '#contract/accounts.ts';

/** An unchanged picture is undefined, a removed one null, a new one a data URL. */
type ProfileValues = z.input<typeof profileInput>;
export type ProfileForm = UseFormReturn<ProfileValues, unknown, ProfileInput>;

const loadRules = async () => (await import('#contract/accounts.ts')).profileInput;

function valuesOf(user: SessionUser): ProfileValues {
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

export function useProfileForm(user: SessionUser): ProfileForm {
  const form = useForm({
    ...WHEN_LEFT,
    resolver: useRules(loadRules),
    defaultValues: valuesOf(user),
  });
  useDraft(form, 'profile');
  return form;
}

/** Only what was changed is sent, so that two devices do not undo each other's changes. */
export function changedIn(form: ProfileForm, input: ProfileInput): ProfileInput {
  const { dirtyFields } = form.formState;
  const changes = Object.entries(input).filter(
    ([field, value]) => value !== undefined && dirtyFields[field as keyof ProfileValues],
  );
  return Object.fromEntries(changes);
}

/** After saving: what the server keeps is what the form starts from. */
export function startFrom(form: ProfileForm, user: SessionUser): void {
  form.reset(valuesOf(user));
}
