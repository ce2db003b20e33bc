import { useWatch } from 'react-hook-form';
import { HandleField } from '#client/components/payment-accounts/handle-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { VerifiedWarning } from '#client/components/verified-warning.tsx';
import { useSession } from '#client/lib/session.ts';
import { CHANGED_DAYS, isSameHandle } from '#contract/handles.ts';
import { PLATFORM_LABELS, type Platform } from '#contract/platforms/registry.ts';
import type { HandleForm } from './use-handle-form.ts';

interface AccountFormProps {
  platform: Platform;
  form: HandleForm;
}

/** Used on /profile and /payment-accounts. */
export function AccountForm({ platform, form }: AccountFormProps) {
  const { user } = useSession();
  const isSuspended = Boolean(user?.suspension);
  const typed = useWatch({ control: form.control, name: 'username' });
  const saved = form.formState.defaultValues?.username;
  const isChanged = Boolean(form.formState.dirtyFields.username);
  return (
    <form noValidate onSubmit={form.submit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <HandleField
        {...form.field('username')}
        platform={platform}
        typed={typed}
        disabled={isSuspended}
        note={isSuspended ? 'You can change it again once your page is back.' : undefined}
      />
      <div className="grid gap-2">
        <Button
          type="submit"
          disabled={isSuspended}
          isBusy={form.isBusy}
          busyLabel="Saving..."
          className="md:justify-self-start"
        >
          Save {PLATFORM_LABELS[platform]}
        </Button>
        {saved && (
          <p role="status" className="text-small text-muted">
            {!isSameHandle(platform, saved, typed) &&
              `For ${CHANGED_DAYS} days, we ask people to check a changed name with you before they pay.`}
          </p>
        )}
        <VerifiedWarning isShown={isChanged} />
      </div>
    </form>
  );
}
