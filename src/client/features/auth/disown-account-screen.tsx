import { CircleCheck, Trash2, Unlink } from 'lucide-react';
import { Alert } from '#client/components/ui/alert.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { RequestError, sentenceOf } from '#client/lib/request.ts';
import { useTitle } from '#client/lib/use-title.ts';
import { DISOWN_TOKEN_INVALID } from '#contract/mailed-links.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { useDisownAccount } from './api.ts';
import { NarrowScreen } from './narrow-screen.tsx';
import { useToken } from './use-token.ts';

/** Where 'I did not create this account' leads. Only the button deletes: mail scanners open links. */
export function DisownAccountScreen() {
  useTitle('Delete this account');
  const token = useToken();
  const deletion = useDisownAccount();

  if (deletion.isSuccess) {
    return (
      <NarrowScreen
        icon={<CircleCheck className="size-7" />}
        isResult
        title="Account deleted"
        lead={`The account with your email was deleted. You can register on ${PRODUCT_NAME} yourself at any time.`}
      />
    );
  }
  const { error } = deletion;
  if (token === '' || isFinal(error)) {
    return (
      <NarrowScreen
        icon={<Unlink className="size-7" />}
        isResult={error !== null}
        title="Account not deleted"
        lead={error ? sentenceOf(error, DISOWN_TOKEN_INVALID) : DISOWN_TOKEN_INVALID}
      />
    );
  }
  return (
    <NarrowScreen
      icon={<Trash2 className="size-7" />}
      title="Not your account?"
      lead="Someone registered with your email. Delete the account and everything in it if that was not you. It can’t be undone."
    >
      {error && <Alert>{sentenceOf(error, 'Failed to delete account')}</Alert>}
      <Button
        variant="destructive"
        isBusy={deletion.isPending}
        busyLabel="Deleting..."
        onClick={() => deletion.mutate(token)}
      >
        Delete this account
      </Button>
    </NarrowScreen>
  );
}

/** A second attempt would fail in the same way. */
const isFinal = (error: Error | null) =>
  error instanceof RequestError &&
  (error.code === 'DISOWN_TOKEN_INVALID' || error.code === 'ACCOUNT_CONFIRMED');
