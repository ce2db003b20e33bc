import { z } from 'zod';
import {
  REPORT_REASONS,
  SUSPENSION_ANSWER_MAX,
  SUSPENSION_REASON_MAX,
  VERIFICATION_NOTE_MAX,
} from './constants.ts';
import { clearableText } from './fields.ts';
import { limitField, pageQuery } from './paging.ts';
import { paymentAccountsResponse } from './payment-accounts.ts';
import { PLATFORMS } from './platforms/registry.ts';
import { boundedText, type TextRule } from './text-field.ts';

export const REVIEW_KINDS = [
  'report',
  'lookalike',
  'verification',
  'lost-badge',
  'answer',
] as const;
export type ReviewKind = (typeof REVIEW_KINDS)[number];

const REVIEW_ACTIONS = ['dismiss', 'verify', 'suspend', 'restore'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

const NOTE: TextRule = { label: 'Note', max: VERIFICATION_NOTE_MAX };
const REASON: TextRule = { label: 'Reason', max: SUSPENSION_REASON_MAX };

/** POST /api/me/verification */
export const verificationInput = z.strictObject({
  note: clearableText(NOTE, { lines: true }).optional(),
});

/** GET /api/me/verification */
export const verificationResponse = z
  .object({ isRequested: z.boolean() })
  .meta({ id: 'VerificationRequest' });
export type VerificationRequest = z.infer<typeof verificationResponse>;

const ANSWER: TextRule = { label: 'Answer', max: SUSPENSION_ANSWER_MAX, min: 1 };
const ANSWER_MISSING = 'Please write an answer';

/** POST /api/me/suspension-answer */
export const suspensionAnswerInput = z.strictObject({
  answer: clearableText(ANSWER, { lines: true }).refine((text) => text !== null, {
    error: ANSWER_MISSING,
  }),
});

/** GET /api/admin/reviews: oldest first. */
export const reviewsQuery = pageQuery.extend({
  kind: z
    .enum(REVIEW_KINDS, { error: `kind must be one of ${REVIEW_KINDS.join(', ')}` })
    .optional(),
  limit: limitField({ max: 50, normally: 20 }),
});

/** What a suspended member reads. */
export const suspensionReasonField = clearableText(REASON, { lines: true });

const REASON_MISSING = 'Please tell the member why';
const VERSION_INVALID = 'version must be the one that came with the item';

/** A fingerprint of the names and handles that an admin saw. */
export const versionField = boundedText(64, {
  wrongType: VERSION_INVALID,
  tooLong: VERSION_INVALID,
});

/** POST /api/admin/reviews/{id} */
export const reviewActionInput = z
  .strictObject({
    action: z.enum(REVIEW_ACTIONS, { error: `action must be one of ${REVIEW_ACTIONS.join(', ')}` }),
    reason: suspensionReasonField.optional(),
    version: versionField.optional(),
    /** As it came with the person. Newer reports are not closed unread. */
    newestReportId: z.int().nullable().optional(),
  })
  .refine(
    ({ action, version }) => (action !== 'verify' && action !== 'restore') || version !== undefined,
    { error: VERSION_INVALID, path: ['version'] },
  )
  // The member reads it.
  .refine(({ action, reason }) => action !== 'suspend' || reason, {
    error: REASON_MISSING,
    path: ['reason'],
  });
export type ReviewActionInput = z.infer<typeof reviewActionInput>;

const reviewPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    screenName: z.string().nullable(),
    username: z.string().nullable(),
    profileImage: z.string().nullable(),
    websiteUrl: z.string().nullable(),
    isVerified: z.boolean(),
    /** While suspended: since when, and what the member was told. */
    suspension: z.object({ since: z.iso.datetime(), reason: z.string().nullable() }).nullable(),
    isEmailConfirmed: z.boolean(),
    memberSince: z.iso.datetime(),
    accounts: paymentAccountsResponse,
    /** The newest 10 changes of handles; null if there was or is none. */
    changes: z.array(
      z.object({
        platform: z.enum(PLATFORMS),
        from: z.string().nullable(),
        to: z.string().nullable(),
        at: z.iso.datetime(),
      }),
    ),
    /** Reports that no admin has looked at yet. */
    openReports: z.int(),
    /** Of the open reports; null if there are none. To be sent back with `verify` and `dismiss`. */
    newestReportId: z.int().nullable(),
    /** To be sent back with an action. */
    version: z.string(),
  })
  .meta({ id: 'ReviewPerson' });
export type ReviewPerson = z.infer<typeof reviewPerson>;

export const REPORTS_SHOWN = 20;

export const review = z
  .object({
    id: z.int(),
    kind: z.enum(REVIEW_KINDS),
    openedAt: z.iso.datetime(),
    person: reviewPerson,
    /** The verified member that a look-alike resembles. */
    other: reviewPerson.nullable(),
    /** The member's words about a verification or a suspension. */
    note: z.string().nullable(),
    /** Each from a different network. */
    reportCount: z.int(),
    /** The newest 20. */
    reports: z.array(
      z.object({
        reason: z.enum(REPORT_REASONS),
        details: z.string().nullable(),
        createdAt: z.iso.datetime(),
        isFromMember: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Review' });
export type Review = z.infer<typeof review>;
export const reviewsResponse = z.array(review);

/** GET /api/admin/reviews/counts */
export const reviewCountsResponse = z
  .object({
    report: z.int(),
    lookalike: z.int(),
    verification: z.int(),
    'lost-badge': z.int(),
    answer: z.int(),
  })
  .meta({ id: 'ReviewCounts' });
export type ReviewCounts = z.infer<typeof reviewCountsResponse>;
