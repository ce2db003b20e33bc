import { z } from 'zod';
import { REPORT_DETAILS_MAX, REPORT_REASONS } from './constants.ts';
import { clearableText, userIdField } from './fields.ts';
import type { TextRule } from './text-field.ts';

export type ReportReason = (typeof REPORT_REASONS)[number];

const DETAILS: TextRule = { label: 'Details', max: REPORT_DETAILS_MAX };

/** POST /api/reports */
export const reportInput = z.strictObject({
  userId: userIdField,
  reason: z.enum(REPORT_REASONS, { error: `reason must be one of ${REPORT_REASONS.join(', ')}` }),
  details: clearableText(DETAILS, { lines: true }).optional(),
});
export type ReportInput = z.infer<typeof reportInput>;

/** The response to every report, whether it counted or not. */
export const REPORT_ACCEPTED = 'Thanks for telling us. We’ll read it and act if needed.';
