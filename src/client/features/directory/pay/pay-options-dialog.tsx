import clsx from 'clsx';
import { ArrowUpRight, ChevronRight } from 'lucide-react';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { Avatar } from '#client/components/avatar.tsx';
import { doubtAbout } from '#client/components/payer/doubt.ts';
import { typedOver } from '#client/components/payer/typed-payment.ts';
import { PlatformTile } from '#client/components/platform-tile.tsx';
import { Button } from '#client/components/ui/button.tsx';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { TextField } from '#client/components/ui/field.tsx';
import { TextareaField } from '#client/components/ui/textarea-field.tsx';
import { PersonBadges } from '#client/components/verified-badge.tsx';
import {
  displayName,
  handleOn,
  type Person,
  personKey,
} from '#client/features/directory/person.ts';
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
  const [chosen, setChosen] = useState<Platform>();
  // Kept after closing: somebody may compare two apps, or come back from one that did not work.
  const [typed, setTyped] = useState({ amount: shared.amount ?? '', note: shared.note ?? '' });
  const amountField = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<{ amount?: string; note?: string }>({});
  useUnsavedWork(`pay-options-${useId()}`, () => (isOpen ? typedOver(typed, shared) : {}));
  const [first] = person.platforms;
  const platform = chosen && person.platforms.includes(chosen) ? chosen : first;
  if (!platform) return null;
  const handle = handleOn(person, platform);
  const parsed = parseHandle(platform, handle ?? '');
  const rules = PLATFORM_RULES[platform];
  const fills = parsed.ok ? rules.fills(parsed) : [];
  const isDoubtful = doubtAbout(person, platform) !== undefined;
  const Arrow = isDoubtful ? ChevronRight : ArrowUpRight;

  function pay(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!platform) return;
    const amount =
      fills.includes('amount') && typed.amount.trim() ? parseAmount(typed.amount) : undefined;
    const note = fills.includes('note') ? parseNote(typed.note) : undefined;
    const found = {
      amount: amount && !amount.ok ? amount.message : undefined,
      note: note && !note.ok ? note.message : undefined,
    };
    setErrors(found);
    const wrongField = found.amount ? 'amount' : found.note ? 'note' : undefined;
    if (wrongField) {
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrongField}"]`)?.focus();
      return;
    }
    onClose();
    onPay(platform, {
      amount: amount?.ok ? amount.amount : undefined,
      note: note?.ok ? note.note : '',
    });
  }

  function type(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) {
    const { name: field, value } = event.target;
    setTyped({ ...typed, [field]: value });
    setErrors({});
  }

  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      placement="rise"
      initialFocus={fills.includes('amount') ? amountField : 'title'}
      title={`Pay ${name}`}
      description="Add an amount or a note, then finish in their app. We don’t store it."
    >
      <div className="mt-4 flex items-center gap-3">
        <Avatar name={name} imageUrl={person.profileImage} seed={personKey(person)} />
        <PersonBadges person={person} platforms={person.platforms} />
      </div>
      <form onSubmit={pay} noValidate className="mt-5 grid gap-5">
        {person.platforms.length > 1 && (
          <PlatformChoice platforms={person.platforms} value={platform} onChange={setChosen} />
        )}
        {fills.includes('amount') && (
          <TextField
            label="Amount"
            name="amount"
            ref={amountField}
            value={typed.amount}
            onChange={type}
            isOptional
            inputMode="decimal"
            autoComplete="off"
            placeholder="0.00"
            prefix="$"
            error={errors.amount}
          />
        )}
        {fills.includes('note') && (
          <TextareaField
            label="Note"
            name="note"
            value={typed.note}
            onChange={type}
            isOptional
            rows={2}
            maxLength={NOTE_MAX_LENGTH}
            error={errors.note}
          />
        )}
        {parsed.ok && <p className="-mt-2 text-small text-muted">{rules.carries(parsed)}</p>}
        <Button
          type="submit"
          variant={isDoubtful ? 'secondary' : 'pay'}
          className={clsx('w-full justify-start', isDoubtful && 'min-h-13 px-2.5!')}
        >
          <PlatformTile platform={platform} isOnBrand={!isDoubtful} className="size-8" />
          <span className="flex-1 text-left">
            Pay with {PLATFORM_LABELS[platform]}
            {handle && (
              <span className="block text-small font-semibold wrap-anywhere">
                {displayHandle(platform, handle)}
              </span>
            )}
          </span>
          <Arrow aria-hidden="true" className="mr-1.5 size-5" />
        </Button>
      </form>
    </Dialog>
  );
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
