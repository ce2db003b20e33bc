import { CircleCheck, KeyRound, Unlink } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { Link } from 'wouter';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { PasswordField } from '#client/components/ui/password-field.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import { useAppForm } from '#client/lib/form.ts';
import { RequestError } from '#client/lib/request.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { RESET_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { SCREENS } from '#contract/screens.ts';
import { useResetPassword } from './api.ts';
import { BackToLogin, NarrowScreen } from './narrow-screen.tsx';
import { StrengthHint } from './strength-hint.tsx';
import { useToken } from './use-token.ts';

const loadRules = async () => (await import('#contract/accounts.ts')).resetPasswordInput;

export function ResetPasswordScreen() {
  useTitle('Reset password');
  const token = useToken();
  // A second link opened in the same tab starts with empty fields.
  return token ? <ResetForm key={token} token={token} /> : <InvalidLink />;
}

function InvalidLink() {
  return (
    <NarrowScreen
      icon={<Unlink className="size-7" />}
      title="Invalid Reset Link"
      lead="This password reset link is invalid or has expired."
    >
      <Link href={SCREENS.forgotPassword} className={buttonClass()}>
        Request new reset link
      </Link>
      <BackToLogin />
    </NarrowScreen>
  );
}

function ResetForm({ token }: { token: string }) {
  const reset = useResetPassword();
  const form = useAppForm({
    name: 'reset-password',
    rules: loadRules,
    defaultValues: { token, password: '', confirmPassword: '' },
    save: reset.mutateAsync,
  });
  const password = useWatch({ control: form.control, name: 'password' });

  if (reset.isSuccess) return <ResetComplete />;
  const isLinkDead =
    reset.error instanceof RequestError && reset.error.code === 'RESET_TOKEN_INVALID';
  return (
    <NarrowScreen
      icon={<KeyRound className="size-7" />}
      title="Choose a new password"
      lead={
        <>
          <p>All your devices are logged out when you change it.</p>
          <p className="mt-2">
            If your email was never confirmed, the account’s payment names, phone number, website
            and picture are removed too: someone else may have added them.
          </p>
        </>
      }
    >
      {isLinkDead && (
        <Alert>
          {RESET_TOKEN_INVALID}{' '}
          <TextLink href={SCREENS.forgotPassword}>Request new reset link</TextLink>
        </Alert>
      )}
      <form noValidate onSubmit={form.submit} className="grid gap-5">
        <PasswordField
          {...form.field('password', {
            // The other field may match now.
            onChange: () =>
              form.getFieldState('confirmPassword').isTouched && form.trigger('confirmPassword'),
          })}
          label="New Password"
          autoComplete="new-password"
          hint={<StrengthHint password={password} />}
        />
        <PasswordField
          {...form.field('confirmPassword')}
          label="Confirm New Password"
          autoComplete="new-password"
        />
        <Button type="submit" isBusy={form.isBusy} busyLabel="Resetting...">
          Reset password
        </Button>
      </form>
      <BackToLogin />
    </NarrowScreen>
  );
}

function ResetComplete() {
  return (
    <NarrowScreen
      icon={<CircleCheck className="size-7" />}
      isResult
      title="Password Reset Complete"
      lead="Your password has been updated. You can now login with your new password."
    >
      <Link href={SCREENS.auth} className={buttonClass()}>
        Continue to login
      </Link>
    </NarrowScreen>
  );
}
