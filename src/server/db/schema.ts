import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  serial,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Platform } from '#contract/platforms/registry.ts';
import type { ReportReason } from '#contract/reports.ts';
import type { ReviewAction, ReviewKind } from '#contract/reviews.ts';
import type { PhoneVisibility } from '#contract/visibility.ts';

/**
 * The tables as the migrations in drizzle/ make them; a test compares the two.
 * Constraints live in the SQL only: they must hold even if this file is wrong.
 */
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

export const users = pgTable('users', {
  id: serial('id').primaryKey(),
  name: text('name').notNull(),
  screenName: text('screen_name'),
  screenNameKey: text('screen_name_key'),
  username: text('username'),
  email: text('email'),
  emailKey: text('email_key'),
  emailProvenAt: instant('email_proven_at'),
  wasConfirmed: boolean('was_confirmed').notNull().default(false),
  pendingEmail: text('pending_email'),
  pendingEmailKey: text('pending_email_key'),
  passwordHash: text('password_hash'),
  passwordChangedAt: instant('password_changed_at'),
  devicesSince: instant('devices_since'),
  needsNewPassword: boolean('needs_new_password').notNull().default(false),
  hasLoggedIn: boolean('has_logged_in').notNull().default(false),
  passkeyHandle: bytea('passkey_handle'),
  phoneNumber: text('phone_number'),
  websiteUrl: text('website_url'),
  profileImage: text('profile_image'),
  profileImageHash: text('profile_image_hash'),
  isVerified: boolean('is_verified').notNull().default(false),
  /** Set by a trigger when the badge is granted or lost. */
  verifiedAt: instant('verified_at'),
  isAdmin: boolean('is_admin').notNull().default(false),
  isDemo: boolean('is_demo').notNull().default(false),
  phoneVisibility: text('phone_visibility').$type<PhoneVisibility>().notNull().default('everyone'),
  isListed: boolean('is_listed').notNull().default(true),
  reportedUntil: instant('reported_until'),
  suspendedAt: instant('suspended_at'),
  suspendedReason: text('suspended_reason'),
  suspensionAnswer: text('suspension_answer'),
  suspensionAnsweredAt: instant('suspension_answered_at'),
  resetTokenHash: bytea('reset_token_hash'),
  resetTokenExpiry: instant('reset_token_expiry'),
  resetTokenEmailKey: text('reset_token_email_key'),
  lookalikeOf: integer('lookalike_of'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** Usernames that were given up. A trigger keeps everyone but their former owner from having them. */
export const retiredUsernames = pgTable('retired_usernames', {
  username: text('username').primaryKey(),
  userId: integer('user_id'),
  retiredAt: instant('retired_at').notNull().defaultNow(),
});

export const paymentAccounts = pgTable('payment_accounts', {
  id: serial('id').primaryKey(),
  userId: integer('user_id').notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  username: text('username').notNull(),
  position: smallint('position'),
  createdAt: instant('created_at').notNull().defaultNow(),
  handleSince: instant('handle_since').notNull().defaultNow(),
  isReplacement: boolean('is_replacement').notNull().default(false),
  proof: text('proof').$type<'email' | 'website'>(),
  proofDetail: text('proof_detail'),
  provenAt: instant('proven_at'),
  proofFailures: smallint('proof_failures').notNull().default(0),
});

export const handleCodes = pgTable('handle_codes', {
  accountId: integer('account_id').primaryKey(),
  emailKey: text('email_key').notNull(),
  codeHash: bytea('code_hash'),
  attempts: smallint('attempts').notNull().default(0),
  expiresAt: instant('expires_at').notNull(),
});

/** Members whose website proves a handle. */
export const websiteChecks = pgTable('website_checks', {
  userId: integer('user_id').primaryKey(),
  nextAt: instant('next_at').notNull().default(sql`now() + interval '7 days'`),
});

/** Written by triggers: no query can forget it. */
export const handleHistory = pgTable('handle_history', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  userId: integer('user_id').notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  oldHandle: text('old_handle'),
  newHandle: text('new_handle'),
  at: instant('at').notNull().defaultNow(),
});

export const contacts = pgTable('contacts', {
  id: serial('id').primaryKey(),
  userId: integer('user_id').notNull(),
  name: text('name').notNull(),
  nickname: text('nickname'),
  phoneNumber: text('phone_number'),
  relationship: text('relationship'),
  notes: text('notes'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const contactPaymentAccounts = pgTable('contact_payment_accounts', {
  id: serial('id').primaryKey(),
  contactId: integer('contact_id').notNull(),
  platform: text('platform').$type<Platform>().notNull(),
  username: text('username').notNull(),
  isDefault: boolean('is_default').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const savedPeople = pgTable('saved_people', {
  id: bigserial('id', { mode: 'number' }).notNull(),
  ownerId: integer('owner_id').notNull(),
  personId: integer('person_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const sessions = pgTable('sessions', {
  tokenHash: bytea('token_hash').primaryKey(),
  id: uuid('id').notNull().defaultRandom(),
  userId: integer('user_id').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  device: text('device'),
  network: text('network'),
  authenticatedAt: instant('authenticated_at').defaultNow(),
  replacedHash: bytea('replaced_hash'),
});

export const passkeys = pgTable('passkeys', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: integer('user_id').notNull(),
  credentialId: bytea('credential_id').notNull(),
  publicKey: bytea('public_key').notNull(),
  counter: bigint('counter', { mode: 'number' }).notNull(),
  transports: text('transports').array().notNull().default([]),
  name: text('name').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  lastUsedAt: instant('last_used_at'),
});

export const webauthnChallenges = pgTable('webauthn_challenges', {
  challengeHash: bytea('challenge_hash').primaryKey(),
  purpose: text('purpose').notNull(),
  userId: integer('user_id'),
  sessionId: uuid('session_id'),
  expiresAt: instant('expires_at').notNull(),
});

export const emailConfirmations = pgTable('email_confirmations', {
  tokenHash: bytea('token_hash').primaryKey(),
  userId: integer('user_id').notNull(),
  emailKey: text('email_key').notNull(),
  expiresAt: instant('expires_at').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

/** What the link in an emailed notice can restore. */
export const undos = pgTable('undos', {
  id: uuid('id').primaryKey().defaultRandom(),
  tokenHash: bytea('token_hash'),
  userId: integer('user_id').notNull(),
  kind: text('kind').notNull(),
  before: jsonb('before').$type<Record<string, unknown>>().notNull(),
  emailKey: text('email_key').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at').notNull().default(sql`now() + interval '7 days'`),
  usedAt: instant('used_at'),
});

export const jobs = pgTable('jobs', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  lane: text('lane').notNull(),
  task: text('task').notNull(),
  payload: jsonb('payload').notNull().default({}),
  key: text('key'),
  userId: integer('user_id'),
  attempts: integer('attempts').notNull().default(0),
  runAt: instant('run_at').notNull().defaultNow(),
  lastError: text('last_error'),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const auditLog = pgTable('audit_log', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  at: instant('at').notNull().defaultNow(),
  action: text('action').notNull(),
  actorId: integer('actor_id'),
  actor: jsonb('actor'),
  subjectId: integer('subject_id'),
  subject: jsonb('subject'),
  ip: text('ip'),
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
});

export const reviews = pgTable('reviews', {
  id: serial('id').primaryKey(),
  kind: text('kind').$type<ReviewKind>().notNull(),
  userId: integer('user_id').notNull(),
  otherUserId: integer('other_user_id'),
  note: text('note'),
  reportCount: integer('report_count').notNull().default(0),
  openedAt: instant('opened_at').notNull().defaultNow(),
  closedAt: instant('closed_at'),
  closedBy: integer('closed_by'),
  action: text('action').$type<ReviewAction>(),
  reason: text('reason'),
  namesHash: text('names_hash'),
});

export const reports = pgTable('reports', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  userId: integer('user_id').notNull(),
  reviewId: integer('review_id').notNull(),
  networkHash: bytea('network_hash').notNull(),
  memberId: integer('member_id'),
  reason: text('reason').$type<ReportReason>().notNull(),
  details: text('details'),
  isDismissed: boolean('is_dismissed').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  hits: integer('hits').notNull(),
  resetsAt: instant('resets_at').notNull(),
});

export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: bytea('value').notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
});

export const userCounts = pgTable('user_counts', {
  total: integer('total').notNull(),
  verified: integer('verified').notNull(),
});
