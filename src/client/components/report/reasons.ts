import type { ReportReason } from '#contract/reports.ts';

/** Shown to reporters and admins. */
export const REASON_WORDS: Record<ReportReason, { label: string; description?: string }> = {
  impersonation: {
    label: 'It pretends to be someone else',
    description: 'A copied name, picture or business.',
  },
  'wrong-handle': {
    label: 'A payment name is wrong',
    description: 'Money would go to a stranger.',
  },
  scam: { label: 'It looks like a scam', description: 'Fake goods, pressure or threats.' },
  other: { label: 'Something else' },
};
