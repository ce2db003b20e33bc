import { Eye, HandCoins, type LucideIcon, ShieldCheck } from 'lucide-react';

const PROMISES: { icon: LucideIcon; title: string; text: string }[] = [
  {
    icon: HandCoins,
    title: 'Free, with no fees',
    text: 'We take nothing from you or from them.',
  },
  {
    icon: ShieldCheck,
    title: 'We never touch the money',
    text: 'You pay inside the app you know.',
  },
  { icon: Eye, title: 'Only what they share', text: 'Profiles show public details only.' },
];

/** What the home screen shows before any search. */
export function DefaultBlock() {
  return (
    <section className="content-width pt-8 md:pt-12">
      <h2 className="text-h2">Who are you paying?</h2>
      <p className="mt-2 max-w-[620px] text-lead text-muted">
        Search by name on PayPal, Venmo, Cash App or Apple Pay. You’ll see which apps they use, then
        pay them there.
      </p>
      <ul className="mt-6 grid gap-4 md:mt-8 md:grid-cols-3 md:gap-6">
        {PROMISES.map(({ icon: Icon, title, text }) => (
          <li key={title} className="flex items-center gap-3.5">
            <span className="arch flex w-11.5 shrink-0 items-center justify-center bg-brand-soft">
              <Icon aria-hidden="true" className="size-5" />
            </span>
            <div>
              <p className="font-bold">{title}</p>
              <p className="text-[15px] leading-6 text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
