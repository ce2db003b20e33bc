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
  hasLoggedIn: boolean('has_logged_in').notNull().default(false),
  passkeyHandle: bytea('passkey_handle'),
  phoneNumber: text('phone_number'),
  websiteUrl: text('website_url'),
  profileImage: text('profile_image'),
  profileImageHash: text('profile_image_hash'),
  isVerified: boolean('is_verified').notNull().default(false),
  isAdmin: boolean('is_admin').notNull().default(false),
  isDemo: boolean('is_demo').notNull().default(false),
  resetTokenHash: bytea('reset_token_hash'),
  resetTokenExpiry: instant('reset_token_expiry'),
  resetTokenEmailKey: text('reset_token_email_key'),
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

/** What the link in a mailed notice can restore. */
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

export const mailQueue = pgTable('mail_queue', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  kind: text('kind').notNull(),
  recipient: text('recipient').notNull(),
  userId: integer('user_id'),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
  attempts: integer('attempts').notNull().default(0),
  nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
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
