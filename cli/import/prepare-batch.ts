import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { DIRECTORY } from '#server/cards/stored-card.ts';
import { CopyLines, copyText } from '#server/db/copy.ts';
import { EntryLines } from '#server/db/copy-search-entries.ts';
import { entryOf } from '#server/search/entry.ts';
import { accountsOf } from './read-people.ts';
import type { Keyed } from './taken.ts';

/** What COPY sends for a batch. */
export interface Prepared {
  count: number;
  users: CopyLines;
  accounts: CopyLines;
  entries: EntryLines;
}

/** A new handle replaces none and is not proven. */
const NEW_HANDLE = { isReplacement: false, proof: null, proofDetail: null, provenAt: null };

/** Other work, such as sending the batch before, gets its turn after so many people. */
const PEOPLE_PER_TURN = 50;

export async function prepareBatch(pool: pg.Pool, people: readonly Keyed[]): Promise<Prepared> {
  const ids = await takeIds(pool, people.length);
  const users = new CopyLines();
  const accounts = new CopyLines();
  const entries = new EntryLines();
  const now = Date.now();
  // Stored too, so that the card agrees with it.
  const time = new Date(now).toISOString();
  for (const [at, each] of people.entries()) {
    const { person, emailKey, screenNameKey } = each;
    const { name, screenName, username, email, phoneNumber, websiteUrl, isVerified } = person;
    const id = ids[at]?.[0] ?? 0;
    users.add(
      `${id}\t${copyText(name)}\t${copyText(screenName)}\t${copyText(screenNameKey)}\t${copyText(username)}\t` +
        `${copyText(email)}\t${copyText(emailKey)}\t${copyText(phoneNumber)}\t${copyText(websiteUrl)}\t${isVerified}\t${time}\t${isVerified ? time : copyText(null)}\n`,
    );
    const handles = accountsOf(person);
    for (const handle of handles) {
      accounts.add(`${id}\t${handle.platform}\t${copyText(handle.username)}\t${time}\n`);
    }
    entries.add(
      entryOf({
        owner: DIRECTORY,
        id,
        name,
        screenName,
        username,
        isVerified,
        verifiedAt: isVerified ? now : null,
        isFictional: false,
        profileImageHash: null,
        phoneNumber,
        phoneVisibility: 'everyone',
        websiteUrl,
        accounts: handles.map((handle) => ({ ...handle, ...NEW_HANDLE, since: now })),
        isListed: true,
        reportedUntil: null,
        formerUsernames: [],
        emailKey,
        emailProvenAt: null,
        createdAt: now,
        lookalikeOf: null,
      }),
    );
    if (at % PEOPLE_PER_TURN === 0) await nextTurn();
  }
  return { count: people.length, users, accounts, entries };
}

/** Numbers that no one else gets, whether they are used or not. */
async function takeIds(pool: pg.Pool, count: number): Promise<[number][]> {
  const { rows } = await pool.query<[number]>({
    // The sequence is looked up once, not for every person.
    text: `WITH ids AS MATERIALIZED (SELECT pg_get_serial_sequence('users', 'id')::regclass AS sequence)
           SELECT nextval(ids.sequence)::int FROM ids, generate_series(1, $1::int)`,
    values: [count],
    rowMode: 'array',
  });
  return rows;
}

export async function copyUsers(client: pg.PoolClient, { users, accounts }: Prepared) {
  await users.copyInto(
    client,
    `users (id, name, screen_name, screen_name_key, username, email, email_key, phone_number,
       website_url, is_verified, created_at, verified_at)`,
  );
  await accounts.copyInto(client, 'payment_accounts (user_id, platform, username, handle_since)');
}
