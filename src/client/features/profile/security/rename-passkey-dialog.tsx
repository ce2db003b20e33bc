import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { useAppForm } from '#client/lib/form.ts';
import type { Passkey } from '#contract/passkeys.ts';
import { useRenamePasskey } from './api.ts';

const loadRules = async () => (await import('#contract/passkeys.ts')).passkeyPatchInput;

interface RenameDialogProps {
  passkey: Passkey;
  isOpen: boolean;
  onClose: () => void;
}

export default function RenamePasskeyDialog({ passkey, isOpen, onClose }: RenameDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Rename this passkey">
      <RenameForm passkey={passkey} onDone={onClose} />
    </Dialog>
  );
}

function RenameForm({ passkey, onDone }: { passkey: Passkey; onDone: () => void }) {
  const rename = useRenamePasskey();
  const form = useAppForm({
    name: 'rename-passkey',
    rules: loadRules,
    defaultValues: { name: passkey.name },
    save: ({ name }) => rename.mutateAsync({ id: passkey.id, name }),
    onSaved: onDone,
  });
  return (
    <form noValidate onSubmit={form.submit} className="mt-5 grid gap-5">
      <TextField {...form.field('name')} label="Name" autoComplete="off" />
      <Button type="submit" isBusy={form.isBusy} busyLabel="Saving...">
        Save
      </Button>
    </form>
  );
}
