import { CircleCheck, Undo2, Unlink } from 'lucide-react';
import { Link } from 'wouter';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button, buttonClass } from '#client/components/ui/button.tsx';
import { codeOf, sentenceOf } from '#client/lib/request.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { UNDO_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { SCREENS } from '#contract/screens.ts';
import { useUndo } from './api.ts';
import { BackToLogin, NarrowScreen } from './narrow-screen.tsx';
import { useToken } from './use-token.ts';

/** Where the link of a notice leads. Only the button undoes: mail scanners open links. */
export function UndoScreen() {
  useTitle('Undo this change');
  const token = useToken();
  const undo = useUndo();

  if (undo.isSuccess) {
    return (
      <NarrowScreen
        icon={<CircleCheck className="size-7" />}
        isResult
        title="Change undone"
        lead={undo.data.message}
      >
        <BackToLogin />
      </NarrowScreen>
    );
  }
  if (token === '' || codeOf(undo.error) === 'UNDO_TOKEN_INVALID') {
    return <LinkExpired title="Change not undone" isResult={undo.isError} />;
  }
  return (
    <NarrowScreen
      icon={<Undo2 className="size-7" />}
      title="Undo this change"
      lead={
        <>
          <p>Press the button if you did not make the change that we emailed you about.</p>
          <p className="mt-2">
            It brings back what was there before, logs out all devices and emails you a link to
            choose a new password.
          </p>
        </>
      }
    >
      {undo.error && (
        <Alert>{sentenceOf(undo.error, 'Could not undo the change. Please try again.')}</Alert>
      )}
      <Button isBusy={undo.isPending} busyLabel="Undoing..." onClick={() => undo.mutate(token)}>
        Undo this change
      </Button>
    </NarrowScreen>
  );
}

export function LinkExpired(result: { title: string; isResult: boolean }) {
  return (
    <NarrowScreen icon={<Unlink className="size-7" />} lead={UNDO_TOKEN_INVALID} {...result}>
      <Link href={SCREENS.forgotPassword} className={buttonClass()}>
        Request a new password
      </Link>
    </NarrowScreen>
  );
}
