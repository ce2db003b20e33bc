import clsx from 'clsx';
import { ArrowUpRight } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { displayName, handleOn, type Person } from '#client/features/directory/person.ts';
import { useUnsavedWork } from '#client/lib/use-unsaved-work.ts';
import { displayHandle, parseHandle } from '#contract/handles.ts';
import {
  NOTE_MAX_LENGTH,
  type PaymentDetails,
  parseAmount,
  parseNote,
} from '#contract/payment-details.ts';
import { PLATFORM_LABELS, PLATFORM_RULES, type Platform } from '#contract/platforms/registry.ts';

interface PayOptionsDialogProps {
  person: Person;
  /** What the link that brought the visitor here asks for. */
  shared: PaymentDetails;
  onPay: (platform: Platform, details: PaymentDetails) => void;
  isOpen: boolean;
  onClose: () => void;
}

export default function PayOptionsDialog({
  person,
  shared,
  onPay,
  isOpen,
  onClose,
}: PayOptionsDialogProps) {
  const name = displayName(person);
  const [platform, setPlatform] = useState(person.platforms[0]);
  const [errors, setErrors] = useState<{ amount?: string; note?: string }>({});
  const formRef = useRef<HTMLFormElement>(null);
  useUnsavedWork('pay-options', () => changedTexts(formRef.current));
  if (!platform) return null;
  const handle = handleOn(person, platform);
  const parsed = parseHandle(platform, handle ?? '');

  function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!platform) return;
    const form = event.currentTarget;
    const values = new FormData(form);
    const typedAmount = String(values.get('amount') ?? '').trim();
    const amount = typedAmount === '' ? undefined : parseAmount(typedAmount);
    const note = parseNote(String(values.get('note') ?? ''));
    const found = {
      amount: amount && !amount.ok ? amount.message : undefined,
      note: note.ok ? undefined : note.message,
    };
    setErrors(found);
    const wrongField = found.amount ? 'amount' : found.note ? 'note' : undefined;
    if (wrongField) {
      form.querySelector<HTMLElement>(`[name="${wrongField}"]`)?.focus();
      return;
    }
    onClose();
    onPay(platform, {
      amount: amount?.ok ? amount.amount : undefined,
      note: note.ok ? note.note : '',
    });
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      title={`Pay ${name}`}
      description="Add an amount or a note, then finish in their app. We don’t store it."
    >
      <form ref={formRef} onSubmit={pay} noValidate className="mt-5 grid gap-5">
        {person.platforms.length > 1 && (
          <PlatformChoice platforms={person.platforms} value={platform} onChange={setPlatform} />
        )}
        <TextField
          label="Amount"
          name="amount"
          defaultValue={shared.amount}
          isOptional
          inputMode="decimal"
          autoComplete="off"
          placeholder="0.00"
          prefix="$"
          hint={parsed.ok ? PLATFORM_RULES[platform].carries(parsed) : undefined}
          error={errors.amount}
        />
        <TextareaField
          label="Note"
          name="note"
          defaultValue={shared.note}
          isOptional
          rows={2}
          maxLength={NOTE_MAX_LENGTH}
          error={errors.note}
        />
        <Button type="submit" variant="pay" className="w-full justify-start">
          <PlatformTile platform={platform} isOnBrand className="size-8" />
          <span className="flex-1 text-left">
            Pay with {PLATFORM_LABELS[platform]}
            {handle && (
              <span className="block text-small font-semibold wrap-anywhere">
                {displayHandle(platform, handle)}
              </span>
            )}
          </span>
          <ArrowUpRight aria-hidden="true" className="mr-1.5 size-5" />
        </Button>
      </form>
    </Dialog>
  );
}

function changedTexts(form: HTMLFormElement | null): Record<string, string> {
  const changed: Record<string, string> = {};
  for (const field of form?.querySelectorAll<HTMLInputElement>('[name=amount], [name=note]') ??
    []) {
    if (field.value !== field.defaultValue) changed[field.name] = field.value;
  }
  return changed;
}

interface PlatformChoiceProps {
  platforms: Platform[];
  value: Platform;
  onChange: (platform: Platform) => void;
}

function PlatformChoice({ platforms, value, onChange }: PlatformChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-bold">Pay with</legend>
      <div className="flex flex-wrap gap-2">
        {platforms.map((platform) => (
          <label
            key={platform}
            className={clsx(
              'flex min-h-11 cursor-pointer items-center gap-2 rounded-full border-2 bg-sunken py-1 pr-4 pl-2 text-small font-bold',
              'has-focus-visible:shadow-[0_0_0_2px_var(--color-focus-inner),0_0_0_5px_var(--color-focus-outer)]',
              platform === value ? 'border-ink' : 'border-transparent',
            )}
          >
            <input
              type="radio"
              name={group}
              checked={platform === value}
              onChange={() => onChange(platform)}
              className="sr-only"
            />
            <PlatformTile platform={platform} />
            {PLATFORM_LABELS[platform]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
