import {
  AtSign,
  KeyRound,
  Lock,
  LogIn,
  LogOut,
  type LucideIcon,
  MailCheck,
  ShieldAlert,
  UserPen,
} from 'lucide-react';
import type { ActivityEntry, ActivityKind } from '#contract/authentication.ts';
import { displayHandle } from '#contract/handles.ts';
import { isPlatform, PLATFORM_LABELS } from '#contract/platforms/registry.ts';

interface ActivityWords {
  icon: LucideIcon;
  /** Somebody may be trying to get in. */
  isAlarm?: true;
  title: string;
  /** What it was about, if there is something to say. */
  detail?: string | { from: string; to: string };
}

type Details = ActivityEntry['details'];

const WORDS: Record<ActivityKind, (details: Details) => ActivityWords> = {
  'wrong-password': ({ count = 1 }) => ({
    icon: ShieldAlert,
    isAlarm: true,
    title: count > 1 ? `Wrong password, ${count} times` : 'Wrong password',
    detail: 'Nobody got in.',
  }),
  'new-device': () => ({ icon: LogIn, title: 'Signed in on a new device' }),
  'password-changed': ({ isReset }) => ({
    icon: Lock,
    title: 'Password changed',
    ...(isReset ? { detail: 'With a link from your email' } : {}),
  }),
  'passkey-added': ({ name }) => ({ icon: KeyRound, title: 'Passkey added', detail: name }),
  'passkey-removed': ({ name }) => ({ icon: KeyRound, title: 'Passkey removed', detail: name }),
  'email-changed': (details) => ({
    icon: MailCheck,
    title: 'Email changed',
    detail: change(details),
  }),
  'email-confirmed': ({ to }) => ({ icon: MailCheck, title: 'Email confirmed', detail: to }),
  'username-changed': (details) => ({
    icon: UserPen,
    title: 'Username changed',
    detail: change(details),
  }),
  'handle-added': (details) => ({
    icon: AtSign,
    title: `${platformOf(details)} name added`,
    detail: handle(details, details.to),
  }),
  'handle-changed': (details) => ({
    icon: AtSign,
    title: `${platformOf(details)} name changed`,
    detail: change(details),
  }),
  'handle-removed': (details) => ({
    icon: AtSign,
    title: `${platformOf(details)} name removed`,
    detail: handle(details, details.from),
  }),
  'other-sessions-ended': () => ({ icon: LogOut, title: 'Signed out everywhere else' }),
};

export function activityWords({ kind, details }: ActivityEntry): ActivityWords {
  return WORDS[kind](details);
}

function platformOf({ platform }: Details): string {
  return isPlatform(platform) ? PLATFORM_LABELS[platform] : 'Payment';
}

function handle({ platform }: Details, name: string | undefined): string | undefined {
  return name !== undefined && isPlatform(platform) ? displayHandle(platform, name) : name;
}

function change(details: Details): ActivityWords['detail'] {
  const from = handle(details, details.from);
  const to = handle(details, details.to);
  return from !== undefined && to !== undefined ? { from, to } : (to ?? from);
}
