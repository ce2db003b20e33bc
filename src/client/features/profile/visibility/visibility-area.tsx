import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { Eye, EyeOff, Link as LinkIcon, type LucideIcon, Search } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Card } from '#client/components/ui/card.tsx';
import { RadioCard } from '#client/components/ui/radio-card.tsx';
import { Switch } from '#client/components/ui/switch.tsx';
import { TextLink } from '#client/components/ui/text-link.tsx';
import {
  findPublicEmail,
  paymentAccountsQuery,
} from '#client/features/profile/payment-accounts/api.ts';
import type { OwnUser } from '#contract/accounts.ts';
import { PHONE_VISIBILITIES } from '#contract/constants.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { SCREENS } from '#contract/screens.ts';
import type { PhoneVisibility } from '#contract/visibility.ts';
import { useChangeVisibility } from './api.ts';

/** Who sees what of a member. Every choice saves at once; a failure puts it back. */
export function VisibilityArea({ user }: { user: OwnUser }) {
  return (
    <>
      <p className="mt-5 text-lead text-muted md:mt-6">
        Changes count at once, on your page and in search.
      </p>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <PhoneCard user={user} />
          <ListedCard user={user} />
        </div>
        <EverythingElse user={user} />
      </div>
    </>
  );
}

const CHOICES: Record<PhoneVisibility, { label: string; description: string }> = {
  everyone: { label: 'Everyone', description: 'Anyone who opens your page can call you.' },
  members: { label: 'Members', description: 'Only people logged in to Payfolk can call you.' },
  nobody: { label: 'Only me', description: 'Nobody sees it. Your page has no Call button.' },
};

function PhoneCard({ user }: { user: OwnUser }) {
  const id = useId();
  const change = useChangeVisibility();
  const chosen = (change.isPending && change.variables.phoneVisibility) || user.phoneVisibility;
  return (
    <Card className="p-5 md:p-7">
      <h2 id={id} className="text-h3">
        Phone number
      </h2>
      <p className="text-muted wrap-anywhere">
        {user.phoneNumber ?? (
          <>
            Add one under <TextLink href={SCREENS.profile}>My page</TextLink>.
          </>
        )}
      </p>
      <div role="radiogroup" aria-labelledby={id} className="mt-4 grid gap-2">
        {PHONE_VISIBILITIES.map((phoneVisibility) => (
          <RadioCard
            key={phoneVisibility}
            {...CHOICES[phoneVisibility]}
            name={id}
            checked={phoneVisibility === chosen}
            onChange={() => change.mutate({ phoneVisibility })}
          />
        ))}
      </div>
    </Card>
  );
}

function ListedCard({ user }: { user: OwnUser }) {
  const change = useChangeVisibility();
  const isListed = (change.isPending ? change.variables.isListed : undefined) ?? user.isListed;
  return (
    <Card className="p-5 md:p-7">
      <div className="flex items-center justify-between gap-4">
        <h2 className="text-h3">Listed in search</h2>
        <Switch
          label="Listed in search"
          isOn={isListed}
          onChange={(next) => change.mutate({ isListed: next })}
        />
      </div>
      <div className="mt-3 grid gap-2">
        <Consequence icon={Search} isCurrent={isListed}>
          <strong>On:</strong> people find you by name, username or payment name.
        </Consequence>
        <Consequence icon={LinkIcon} isCurrent={!isListed}>
          <strong>Off:</strong> only people with your link or QR code find your page.
        </Consequence>
      </div>
    </Card>
  );
}

interface ConsequenceProps {
  icon: LucideIcon;
  isCurrent: boolean;
  children: ReactNode;
}

function Consequence({ icon: Icon, isCurrent, children }: ConsequenceProps) {
  return (
    <p
      className={clsx(
        'flex gap-3 rounded-button px-3.5 py-3',
        isCurrent ? 'bg-sunken text-ink' : 'text-muted',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      <span>{children}</span>
    </p>
  );
}

function EverythingElse({ user }: { user: OwnUser }) {
  const accounts = useQuery(paymentAccountsQuery);
  const platform = findPublicEmail(accounts.data, user.email);
  const username = user.username ? `@${user.username}` : 'username';
  return (
    <Card className="p-5 md:p-7">
      <h2 className="text-h3">Everything else</h2>
      <dl className="mt-3 grid gap-3">
        <Seen icon={Eye} who="Everyone sees" archClass="bg-brand-soft">
          Your name, screen name, picture, {username}, website, payment names and when you joined.
          {platform && ` Your email too: it is your ${PLATFORM_LABELS[platform]} name.`}
        </Seen>
        <Seen icon={EyeOff} who="Only you see" archClass="bg-sunken">
          {platform || !accounts.data ? 'Your' : 'Your email, your'} contacts and your devices.
          Admins also see your email, and when and from which network you log in.
        </Seen>
      </dl>
      <p className="mt-4 text-small text-muted">
        To take something off your page, remove it under{' '}
        <TextLink href={SCREENS.profile}>My page</TextLink>.
      </p>
    </Card>
  );
}

interface SeenProps {
  icon: LucideIcon;
  who: string;
  archClass: string;
  children: ReactNode;
}

function Seen({ icon: Icon, who, archClass, children }: SeenProps) {
  return (
    <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <dt className="contents">
        <span
          aria-hidden="true"
          className={clsx('arch row-span-2 flex w-9.5 items-center justify-center', archClass)}
        >
          <Icon className="size-5" />
        </span>
        <span className="font-bold">{who}</span>
      </dt>
      <dd className="col-start-2 text-small text-muted wrap-anywhere">{children}</dd>
    </div>
  );
}
