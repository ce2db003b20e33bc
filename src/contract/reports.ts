import { z } from 'zod';
import { clearableText, userIdField } from './fields.ts';
import type { TextRule } from './text-field.ts';

export const REPORT_REASONS = ['impersonation', 'wrong-handle', 'scam', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];

const DETAILS: TextRule = { label: 'Details', max: 1_000 };
export const REPORT_DETAILS_MAX = DETAILS.max;

/** POST /api/reports */
export const reportInput = z.strictObject({
  userId: userIdField,
  reason: z.enum(REPORT_REASONS, { error: `reason must be one of ${REPORT_REASONS.join(', ')}` }),
  details: clearableText(DETAILS, { lines: true }).optional(),
});
export type ReportInput = z.infer<typeof reportInput>;

/** The response to every report, whether it counted or not. */
export const REPORT_ACCEPTED = 'Thanks for telling us. We’ll read it and act if needed.';
