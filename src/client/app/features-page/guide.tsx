import { BookUser, type LucideIcon, QrCode, Search } from 'lucide-react';
import { Card } from '#client/components/ui/card.tsx';

const STEPS = [
  { title: 'Search', text: 'Type a name or a username.', color: 'bg-[#FFC83D]' },
  { title: 'Pick a platform', text: 'See which apps they accept.', color: 'bg-[#FF9B7D]' },
  { title: 'Check the name', text: 'Make sure it’s the right person.', color: 'bg-[#F9B4C0]' },
  { title: 'Pay there', text: 'We open their app. You send it.', color: 'bg-[#8FDDB6]' },
];

export function UsageGuide() {
  return (
    <section>
      <h2 className="text-h2">Four steps, about a minute</h2>
      <ol className="mt-6 grid gap-5 md:grid-cols-4">
        {STEPS.map(({ title, text, color }, index) => (
          <li key={title} className="flex items-center gap-4 md:block">
            <span
              aria-hidden="true"
              className={`arch flex w-12 shrink-0 items-center justify-center font-display text-[21px] font-bold text-[#2C1125] ${color}`}
            >
              {index + 1}
            </span>
            <div className="md:mt-3">
              <h3 className="text-[19px] leading-6">{title}</h3>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FEATURES: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: Search,
    title: 'One search, four apps',
    text: 'Cash App, PayPal, Apple Pay and Venmo in the same place.',
  },
  {
    icon: QrCode,
    title: 'A code for every profile',
    text: 'Show it at the counter, or share it as a link.',
  },
  {
    icon: BookUser,
    title: 'Your own contacts',
    text: 'Add people and businesses. Only you can see them.',
  },
];

export function FeatureCards() {
  return (
    <section aria-label="Features" className="grid gap-4 md:grid-cols-3">
      {FEATURES.map(({ icon: Icon, title, text }) => (
        <Card key={title} className="p-6">
          <span className="arch flex w-12 items-center justify-center bg-brand-soft">
            <Icon aria-hidden="true" className="size-5.5" />
          </span>
          <h3 className="mt-4 text-h3">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </Card>
      ))}
    </section>
  );
}
