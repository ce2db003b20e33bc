import { z } from 'zod';
import { ownUser } from './accounts.ts';
import { QUERY_MAX_LENGTH } from './constants.ts';
import { pageQuery } from './paging.ts';
import { paymentAccountsResponse } from './payment-accounts.ts';
import { versionField } from './reviews.ts';
import { atMost, boundedText, type TextRule, typedText } from './text-field.ts';

const QUERY: TextRule = { label: 'Query', max: QUERY_MAX_LENGTH };

/** GET /api/admin/users: newest first. */
export const adminUsersQuery = pageQuery.extend({
  query: typedText(QUERY, 'Query must be text').trim().check(atMost(QUERY)).optional(),
});

export const adminUser = ownUser
  .extend({
    accounts: paymentAccountsResponse,
    /** A fingerprint of the names and handles. */
    version: z.string(),
  })
  .meta({ id: 'AdminUser' });
export type AdminUser = z.infer<typeof adminUser>;
export const adminUsersResponse = z.array(adminUser);

/** GET /api/admin/stats */
export const adminStatsResponse = z
  .object({
    totalUsers: z.int(),
    verifiedUsers: z.int(),
    adminUsers: z.int(),
  })
  .meta({ id: 'AdminStats' });
export type AdminStats = z.infer<typeof adminStatsResponse>;

/** PATCH /api/admin/users/{id} */
export const adminPatchInput = z
  .strictObject({
    isVerified: z.boolean({ error: 'isVerified must be true or false' }).optional(),
    isAdmin: z.boolean({ error: 'isAdmin must be true or false' }).optional(),
    /** If it is given, the user is verified only as they were when the version was read. */
    version: versionField.optional(),
  })
  .refine(({ isVerified, isAdmin }) => isVerified !== undefined || isAdmin !== undefined, {
    error: 'Please give isVerified or isAdmin',
  });
export type AdminPatchInput = z.infer<typeof adminPatchInput>;

export const AUDIT_KINDS = ['all', 'admin', 'changes', 'logins'] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];

const USER_ID_INVALID = 'userId must be the number of a user';

/** GET /api/admin/audit: newest first. */
export const auditQuery = pageQuery.extend({
  kind: z
    .enum(AUDIT_KINDS, { error: `kind must be one of ${AUDIT_KINDS.join(', ')}` })
    .default('all'),
  /** Only what concerns this user. */
  userId: boundedText(10, { wrongType: USER_ID_INVALID, tooLong: USER_ID_INVALID })
    .regex(/^[1-9]\d{0,8}$/, { error: USER_ID_INVALID })
    .transform(Number)
    .optional(),
});

/** The user's names at that time: the record outlives the account. */
const auditPerson = z.object({
  name: z.string(),
  email: z.string().nullable(),
  username: z.string().nullable(),
});
export type AuditPerson = z.infer<typeof auditPerson>;

export const auditEntry = z
  .object({
    id: z.int(),
    at: z.iso.datetime(),
    action: z.string(),
    actorId: z.int().nullable(),
    actor: auditPerson.nullable(),
    subjectId: z.int().nullable(),
    subject: auditPerson.nullable(),
    ip: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditResponse = z.array(auditEntry);
