import { ACTIVITY_KINDS, type ActivityEntry, type ActivityKind } from '#contract/authentication.ts';
import { networkOf } from '#server/lib/network-of.ts';

interface AuditRow {
  id: number;
  at: Date;
  action: string;
  ip: string | null;
  details: Record<string, unknown>;
}

interface ActivityPage {
  entries: ActivityEntry[];
  /** The last row of the page, if there are more. */
  next: number | undefined;
}

const KINDS: Record<string, ActivityKind> = {
  ...Object.fromEntries(ACTIVITY_KINDS.map((kind) => [kind, kind])),
  'login-failed': 'wrong-password',
  'password-reset': 'password-changed',
};

/** The details of an audit row that its member sees; the rest is for admins. */
const SHOWN = ['name', 'platform', 'from', 'to'] as const;

/** Wrong passwords in a row are one entry. `hasMore`: there are rows after these. */
export function toActivity(rows: AuditRow[], limit: number, hasMore: boolean): ActivityPage {
  const entries: ActivityEntry[] = [];
  let last: number | undefined;
  for (const row of rows) {
    const entry = toEntry(row);
    if (!entry) continue;
    const previous = entries.at(-1);
    const isRepeated = entry.kind === 'wrong-password' && previous?.kind === 'wrong-password';
    if (isRepeated) {
      previous.details.count = (previous.details.count ?? 1) + 1;
    } else {
      if (entries.length === limit) return { entries, next: last };
      entries.push(entry);
    }
    last = row.id;
  }
  return { entries, next: hasMore ? last : undefined };
}

function toEntry({ id, at, action, ip, details }: AuditRow): ActivityEntry | undefined {
  const kind = KINDS[action];
  if (!kind) return undefined;
  const texts = SHOWN.flatMap((key) => {
    const value = details[key];
    return typeof value === 'string' ? [[key, value]] : [];
  });
  return {
    id,
    kind,
    at: at.toISOString(),
    device: typeof details.device === 'string' ? details.device : null,
    network: ip === null ? null : networkOf(ip),
    details: {
      ...Object.fromEntries(texts),
      ...(kind === 'wrong-password' ? { count: 1 } : {}),
      ...(action === 'password-reset' ? { isReset: true } : {}),
    },
  };
}
