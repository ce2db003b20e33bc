import { KeyRound, MailCheck } from 'lucide-react';
import { PersonField } from '#client/components/person-field.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { useAppForm } from '#client/lib/form.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { useForgotPassword } from './api.ts';
import { BackToLogin, NarrowScreen } from './narrow-screen.tsx';
import { keepTypedEmail, readTypedEmail } from './typed-email.ts';

const loadRules = async () => (await import('#contract/accounts.ts')).forgotPasswordInput;

export function ForgotPasswordScreen() {
  useTitle('Forgot password');
  const forgot = useForgotPassword();
  const form = useAppForm({
    name: 'forgot-password',
    rules: loadRules,
    defaultValues: { email: readTypedEmail() },
    save: forgot.mutateAsync,
  });
  const back = <BackToLogin onClick={() => keepTypedEmail(form.getValues('email'))} />;

  if (forgot.isSuccess) {
    return (
      <NarrowScreen
        icon={<MailCheck className="size-7" />}
        isResult
        title="Check your email"
        lead={
          <>
            <p>If an account exists with that email, a reset link was sent.</p>
            <p className="mt-2">
              Nothing there? Check your spam folder, or try again in a few minutes.
            </p>
          </>
        }
      >
        {back}
      </NarrowScreen>
    );
  }
  return (
    <NarrowScreen
      icon={<KeyRound className="size-7" />}
      title="Forgot your password?"
      lead="Enter your email and we’ll send you a link to choose a new one."
    >
      <form noValidate onSubmit={form.submit} className="grid gap-5">
        <PersonField kind="email" {...form.field('email')} />
        <Button type="submit" isBusy={form.isBusy} busyLabel="Sending...">
          Send reset link
        </Button>
      </form>
      {back}
    </NarrowScreen>
  );
}
