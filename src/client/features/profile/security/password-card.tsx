import { useQuery } from '@tanstack/react-query';
import { Button } from '#client/components/ui/button.tsx';
import { Card } from '#client/components/ui/card.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { securityQuery } from '#client/lib/account-security.ts';
import { useAppForm } from '#client/lib/form.ts';
import { formatFullDay } from '#client/lib/format-day.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { SCREENS } from '#contract/screens.ts';
import { useChangePassword } from './api.ts';

const loadRules = async () => (await import('#contract/authentication.ts')).passwordChangeInput;

const EMPTY = { currentPassword: '', newPassword: '' };

export function PasswordCard({ user }: { user: OwnUser }) {
  const { data: security } = useQuery(securityQuery);
  const lastChanged = security?.passwordChangedAt;
  return (
    <Card className="p-5 md:p-7">
      <h2 className="text-h3">Password</h2>
      {security?.hasPassword === false ? (
        <p className="mt-1 text-muted">
          You have no password yet. <TextLink href={SCREENS.forgotPassword}>Choose one</TextLink> by
          email.
        </p>
      ) : (
        <>
          <p className="mt-1 mb-5 text-muted">
            {lastChanged && `Last changed ${formatFullDay(lastChanged)}. `}
            Changing it signs out your other devices.
          </p>
          <PasswordForm user={user} />
        </>
      )}
    </Card>
  );
}

function PasswordForm({ user }: { user: OwnUser }) {
  const change = useChangePassword();
  const form = useAppForm({
    name: 'change-password',
    rules: loadRules,
    defaultValues: EMPTY,
    save: async (input) => {
      await change.mutateAsync(input);
      form.reset(EMPTY);
    },
  });
  return (
    <form noValidate onSubmit={form.submit} className="grid gap-5">
      {/* Tells password managers which account this is. */}
      <input hidden readOnly autoComplete="username" value={user.email ?? user.username ?? ''} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <PasswordField
          {...form.field('currentPassword')}
          label="Current password"
          autoComplete="current-password"
        />
        <PasswordField
          {...form.field('newPassword')}
          label="New password"
          autoComplete="new-password"
          hint="At least 8 characters. Three random words work well."
        />
      </div>
      <Button
        type="submit"
        isBusy={form.isBusy}
        busyLabel="Changing..."
        className="md:justify-self-start"
      >
        Change Password
      </Button>
    </form>
  );
}
