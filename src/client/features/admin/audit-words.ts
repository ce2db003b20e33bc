import type { AuditEntry } from '#contract/admin.ts';
import { displayHandle } from '#contract/handles.ts';
import { isPlatform, PLATFORM_LABELS } from '#contract/platforms/registry.ts';

export interface ChangedValue {
  label: string;
  from: string | null;
  to: string | null;
}

/** 'admin-granted' reads 'Admin granted', 'review-suspended' 'Review: suspended'. */
export function actionWords({ action }: AuditEntry): string {
  const words = action
    .replace(/^handle-/, 'payment-name-')
    .replace(/^review-/, 'review:-')
    .replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const FLAGS: Record<string, ChangedValue> = {
  'user-verified': { label: 'Verified', from: 'No', to: 'Yes' },
  'user-unverified': { label: 'Verified', from: 'Yes', to: 'No' },
  'admin-granted': { label: 'Admin', from: 'No', to: 'Yes' },
  'admin-revoked': { label: 'Admin', from: 'Yes', to: 'No' },
};

/** Old and new values of an entry. */
export function changedValues({ action, details }: AuditEntry): ChangedValue[] {
  const flag = FLAGS[action];
  if (flag) return [flag];
  const { changed, platform } = details;
  const all = isRecord(changed) ? Object.entries(changed) : [[platform, details] as const];
  return all.flatMap(([field, values]) => {
    if (!isRecord(values)) return [];
    const from = textOf(field, values.from);
    const to = textOf(field, values.to);
    return from === null && to === null ? [] : [{ label: labelOf(field), from, to }];
  });
}

/** What else there is to say: why, on which website. */
export function remarkOf({ details: { reason, website } }: AuditEntry): string | undefined {
  const found = [reason, website].find((text) => typeof text === 'string');
  return typeof found === 'string' ? found : undefined;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function textOf(field: unknown, value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return isPlatform(field) ? displayHandle(field, value) : value;
}

const NAMES: Record<string, string> = {
  name: 'Name',
  screenName: 'Screen name',
  username: 'Username',
};

function labelOf(field: unknown): string {
  if (isPlatform(field)) return PLATFORM_LABELS[field];
  return typeof field === 'string' ? (NAMES[field] ?? field) : '';
}
