import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DIRECTORY } from '#server/cards/stored-card.ts';
import type { Db } from '#server/db/client.ts';
import { indexContact, indexPeople } from '#server/db/index-people.ts';
import { issueResetToken } from '#server/db/mail-tokens.ts';
import { deleteLogin, insertLogin } from '#server/db/sessions.ts';
import { restoreUser, suspendUser } from '#server/db/suspension.ts';
import { findUserForUpdate, type UserRow } from '#server/db/users.ts';
import { updateEmailProven } from '#server/features/accounts/email/queries.ts';
import {
  insertFailedLogin,
  updatePasswordByToken,
} from '#server/features/accounts/password/queries.ts';
import { deleteUser, insertUser, updateUser } from '#server/features/accounts/profile/queries.ts';
import { updateFlags } from '#server/features/admin/queries.ts';
import { deleteContact, insertContact, updateContact } from '#server/features/contacts/queries.ts';
import {
  deleteAccount,
  saveAccount,
  updateRanking,
} from '#server/features/payment-accounts/queries.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The queries alone, without a route around them: none may forget the search index or the audit log. */
let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

const IP = '192.0.2.7';
const BY_COMMAND = { actor: null, ip: IP };
const ORIGIN = { ip: IP, device: 'Firefox on Linux' };
let members = 0;

function addMember(): Promise<UserRow> {
  members += 1;
  const email = `member${members}@example.com`;
  const row = { name: `Member ${members}`, username: `member${members}`, email, emailKey: email };
  const account = { platform: 'venmo', username: '@member-pays' } as const;
  return test.db.transaction((tx) => insertUser(tx, row, [account], IP));
}

async function change<T>(id: number, work: (tx: Db, before: UserRow) => Promise<T>): Promise<T> {
  return test.db.transaction(async (tx) => {
    const before = await findUserForUpdate(tx, id);
    if (!before) throw new Error('There is no such user.');
    return work(tx, before);
  });
}

async function readIndex(owner: number, id: number) {
  const { rows } = await test.pool.query(
    'SELECT platforms, card, at_read, keys, names FROM search_people WHERE owner = $1 AND id = $2',
    [owner, id],
  );
  return rows;
}

/** Indexes the row again and compares: a query that forgot leaves something to change. */
async function expectIndexed(owner: number, id: number) {
  const stored = await readIndex(owner, id);
  expect(stored).toHaveLength(1);
  await test.pool.query('DELETE FROM search_people WHERE owner = $1 AND id = $2', [owner, id]);
  if (owner === DIRECTORY) await indexPeople(test.db, [id]);
  else await indexContact(test.db, owner, id);
  expect(stored).toEqual(await readIndex(owner, id));
}

const CHANGES: Record<string, (tx: Db, before: UserRow) => Promise<unknown>> = {
  updateUser: (tx, before) => updateUser(tx, before, { name: 'Another Name' }, ORIGIN),
  updateFlags: (tx, subject) =>
    updateFlags(
      tx,
      { subject, actor: subject, ip: IP },
      { isVerified: !subject.isVerified, isAdmin: false },
    ),
  saveAccount: (tx, user) =>
    saveAccount(tx, user, { platform: 'cashapp', username: '$member' }, ORIGIN),
  updateRanking: async (tx, user) => {
    await saveAccount(tx, user, { platform: 'paypal', username: '@member' }, ORIGIN);
    await updateRanking(tx, user, ['venmo', 'paypal']);
  },
  deleteAccount: (tx, user) => deleteAccount(tx, user, 'venmo', ORIGIN),
};

describe('the search index', () => {
  it('has a new user', async () => {
    const { id } = await addMember();
    await expectIndexed(DIRECTORY, id);
  });

  it.each(Object.keys(CHANGES))('is up to date after %s', async (name) => {
    const { id } = await addMember();
    const before = await readIndex(DIRECTORY, id);
    await change(id, async (tx, row) => CHANGES[name]?.(tx, row));
    expect(await readIndex(DIRECTORY, id)).not.toEqual(before);
    await expectIndexed(DIRECTORY, id);
  });

  it('has contacts, as long as they exist', async () => {
    const { id: owner } = await addMember();
    const { id } = await test.db.transaction((tx) =>
      insertContact(tx, owner, {
        name: 'Rosa Contact',
        screenName: 'rosa',
        paymentPlatform: 'venmo',
        paymentUsername: '@rosa-pays',
      }),
    );
    await expectIndexed(owner, id);
    await test.db.transaction((tx) => updateContact(tx, owner, id, { name: 'Rosa Renamed' }));
    expect(await readIndex(owner, id)).toMatchObject([
      { card: expect.stringContaining('Rosa Renamed') },
    ]);
    await expectIndexed(owner, id);
    await deleteContact(test.db, owner, id);
    expect(await readIndex(owner, id)).toEqual([]);
  });

  it('has no suspended user, also after a change, until the page is restored', async () => {
    const { id } = await addMember();
    await change(id, (tx, before) =>
      suspendUser(tx, { ...BY_COMMAND, subject: before, reason: 'Scam' }),
    );
    expect(await readIndex(DIRECTORY, id)).toEqual([]);
    await change(id, (tx, before) => updateUser(tx, before, { name: 'Another Name' }, ORIGIN));
    expect(await readIndex(DIRECTORY, id)).toEqual([]);
    await change(id, (tx, before) => restoreUser(tx, { ...BY_COMMAND, subject: before }));
    await expectIndexed(DIRECTORY, id);
  });

  it('has no deleted user', async () => {
    const { id } = await addMember();
    await change(id, (tx, before) => deleteUser(tx, before, before, ORIGIN));
    expect(await readIndex(DIRECTORY, id)).toEqual([]);
  });
});

const EVENTS: Record<string, (tx: Db, user: UserRow) => Promise<unknown>> = {
  'logged-in': (tx, user) => insertLogin(tx, hashToken(createToken()), user, ORIGIN),
  'logged-out': (tx, user) => deleteLogin(tx, hashToken(createToken()), user, IP),
  'login-failed': (tx, user) => insertFailedLogin(tx, user, 'typed@example.com', ORIGIN),
  'email-changed': (tx, user) => {
    const email = `new-${user.email}`;
    return updateUser(tx, user, { email, emailKey: email }, ORIGIN);
  },
  'email-confirmed': (tx, user) => updateEmailProven(tx, user, IP),
  'reset-requested': (tx, { emailKey }) =>
    issueResetToken(tx, {
      userId: null,
      emailKey: emailKey ?? '',
      tokenHash: hashToken(createToken()),
      ip: IP,
      isRetry: false,
    }),
  'user-verified': (tx, subject) =>
    updateFlags(tx, { subject, actor: null, ip: IP }, { isVerified: true, isAdmin: false }),
  'admin-granted': (tx, subject) =>
    updateFlags(tx, { subject, actor: null, ip: IP }, { isVerified: false, isAdmin: true }),
  'user-suspended': (tx, user) => suspendUser(tx, { ...BY_COMMAND, subject: user, reason: 'Scam' }),
  'user-deleted': (tx, user) => deleteUser(tx, user, user, ORIGIN),
};

describe('the audit log', () => {
  const actionsOf = async (id: number) => {
    const { rows } = await test.pool.query<{ action: string; ip: string }>(
      'SELECT action, ip FROM audit_log WHERE subject_id = $1 ORDER BY id',
      [id],
    );
    expect(rows.every(({ ip }) => ip === IP)).toBe(true);
    return rows.map(({ action }) => action);
  };

  it.each(Object.keys(EVENTS))('has an entry: %s', async (action) => {
    const { id } = await addMember();
    await change(id, async (tx, user) => EVENTS[action]?.(tx, user));
    expect(await actionsOf(id)).toEqual(['registered', action]);
  });

  it('has an entry for a password that was reset', async () => {
    const { id, emailKey } = await addMember();
    const tokenHash = hashToken(createToken());
    const request = { userId: id, emailKey: emailKey ?? '', tokenHash, ip: IP, isRetry: false };
    await issueResetToken(test.db, request);
    await issueResetToken(test.db, { ...request, isRetry: true });
    await test.db.transaction((tx) => updatePasswordByToken(tx, tokenHash, 'a hash', IP));
    expect(await actionsOf(id)).toEqual(['registered', 'reset-requested', 'password-reset']);
  });
});
