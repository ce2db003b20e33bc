import type pg from 'pg';
import { copyInto, copyText } from '#server/db/copy.ts';
import { copyEntries, insertPairs, insertWords } from '#server/db/copy-search-entries.ts';
import { usernameCandidates, usernameFrom } from '#server/lib/derive-username.ts';
import { emailKey, screenNameKey } from '#server/lib/keys.ts';
import type { WordPairs } from '#server/lib/word-pairs.ts';
import { entryOf } from '#server/search/index-people.ts';
import { DIRECTORY } from '#server/search/keys.ts';
import { accountsOf, type PersonRow, type ReadRow } from './read-people.ts';

export interface Stored {
  added: number;
  /** Rows that are in the directory already: an import that is run again changes nothing. */
  known: number;
  refused: { row: ReadRow; reason: string }[];
}

interface Keyed {
  row: ReadRow;
  person: PersonRow;
  emailKey: string | null;
  screenNameKey: string | null;
}

/** What an import remembers from one batch to the next. */
export interface Memory {
  /** Words that were stored already. */
  words: Set<string>;
  pairs: WordPairs;
  /**
   * Whether somebody of the file is in the directory already. Until then a batch goes in unasked, which
   * is how most imports go from beginning to end; from then on each asks first who is there.
   */
  asksFirst: boolean;
}

/** What the people of a batch have that a search needs to know. */
interface Known {
  words: string[];
  pairs: number[];
}

/** Tries again where somebody registered at the same moment and took a name from under us. */
const ROUNDS = 5;
/** A unique key that somebody has, and two batches that wait for each other's. */
const TAKEN = new Set<unknown>(['23505', '40P01']);

/** Stores a batch in one transaction: all rows that can go in, or none. */
export async function storePeople(
  pool: pg.Pool,
  rows: readonly ReadRow[],
  memory: Memory,
): Promise<Stored> {
  for (let round = 1; ; round += 1) {
    const client = await pool.connect();
    let broken: unknown;
    try {
      await client.query('BEGIN');
      await client.query('SET LOCAL statement_timeout = 0');
      await client.query('SET LOCAL synchronous_commit = off');
      const { stored, words, pairs } = await storeRows(client, rows, memory);
      // Outside the transaction: batches at the same time share pairs and would wait for each other.
      await insertPairs(pool, memory.pairs.add(pairs));
      await client.query('COMMIT');
      for (const word of words) memory.words.add(word);
      return stored;
    } catch (error) {
      broken = error;
      await client.query('ROLLBACK').catch(() => undefined);
      const isTaken = error instanceof Error && 'code' in error && TAKEN.has(error.code);
      if (!isTaken || round >= ROUNDS) throw error;
      memory.asksFirst = true;
    } finally {
      client.release(broken instanceof Error && !('code' in broken));
    }
  }
}

async function storeRows(
  client: pg.PoolClient,
  rows: readonly ReadRow[],
  memory: Memory,
): Promise<{ stored: Stored } & Known> {
  const stored: Stored = { added: 0, known: 0, refused: [] };
  const people = rows.flatMap((row): Keyed[] => {
    const { person } = row;
    if (!person) return [];
    return [
      {
        row,
        // A copy where a name will be made up: the next round begins without it.
        person: person.username === null ? { ...person } : person,
        emailKey: person.email === null ? null : emailKey(person.email),
        screenNameKey: person.screenName === null ? null : screenNameKey(person.screenName),
      },
    ];
  });
  const taken = takenBy(memory.asksFirst ? await findTaken(client, people) : []);
  const fresh: Keyed[] = [];
  for (const each of people) {
    const verdict = taken.judge(each);
    if (verdict === 'new') {
      taken.take(each);
      fresh.push(each);
    } else if (verdict === 'known') stored.known += 1;
    else stored.refused.push({ row: each.row, reason: verdict });
  }
  // Who is a second time in the file may be a second time in the directory: then that counts.
  if (!memory.asksFirst && fresh.length < people.length) {
    memory.asksFirst = true;
    return storeRows(client, rows, memory);
  }
  stored.added = fresh.length;
  if (fresh.length === 0) return { stored, words: [], pairs: [] };
  return { stored, ...(await insertPeople(client, fresh, taken, memory.words)) };
}

interface TakenRow {
  username: string | null;
  email_key: string | null;
  screen_name_key: string | null;
}

async function findTaken(client: pg.PoolClient, people: Keyed[]): Promise<TakenRow[]> {
  const values = (pick: (each: Keyed) => string | null) =>
    people.flatMap((each) => pick(each) ?? []);
  const { rows } = await client.query<TakenRow>(
    `SELECT username, email_key, screen_name_key FROM users WHERE username = ANY($1::text[])
     UNION SELECT username, email_key, screen_name_key FROM users WHERE email_key = ANY($2::text[])
     UNION SELECT username, email_key, screen_name_key FROM users WHERE screen_name_key = ANY($3::text[])`,
    [
      values(({ person }) => person.username),
      values((each) => each.emailKey),
      values((each) => each.screenNameKey),
    ],
  );
  return rows;
}

/** Who is there already, and who comes with this batch. */
function takenBy(rows: readonly TakenRow[]) {
  const emailOf = new Map<string, string | null>();
  const usernameOf = new Map<string, string | null>();
  const screenNames = new Set<string>();
  const note = (username: string | null, email: string | null, screenName: string | null) => {
    if (username !== null) emailOf.set(username, email);
    if (email !== null) usernameOf.set(email, username);
    if (screenName !== null) screenNames.add(screenName);
  };
  for (const row of rows) note(row.username, row.email_key, row.screen_name_key);

  return {
    /** 'new', 'known', or why the row is refused. */
    judge({ person, emailKey: email, screenNameKey: screenName }: Keyed): string {
      const { username } = person;
      if (email !== null && usernameOf.has(email)) {
        const owner = usernameOf.get(email);
        return username === null || owner === username
          ? 'known'
          : `email: Somebody else in the directory has ${email} already`;
      }
      if (username !== null && emailOf.has(username)) {
        return email === null
          ? 'known'
          : `username: Somebody else in the directory is ${username} already`;
      }
      if (screenName !== null && screenNames.has(screenName)) {
        return `screenName: Somebody else in the directory is called ${person.screenName} already`;
      }
      return 'new';
    },
    take: ({ person, emailKey: email, screenNameKey: screenName }: Keyed) =>
      note(person.username, email, screenName),
    isUsernameTaken: (username: string) => emailOf.has(username),
    takeUsername: (username: string) => emailOf.set(username, null),
  };
}
type Taken = ReturnType<typeof takenBy>;

/** Rows without a username get one made of their name, as at registration. */
async function chooseUsernames(client: pg.PoolClient, people: Keyed[], taken: Taken) {
  for (const { person } of people) {
    for (let round = 0; person.username === null; round += 1) {
      const candidates = usernameCandidates(
        usernameFrom(person.screenName ?? person.name),
        round,
      ).filter((candidate) => !taken.isUsernameTaken(candidate));
      const { rows } = await client.query<{ username: string }>({
        name: 'import-usernames',
        text: 'SELECT username FROM users WHERE username = ANY($1::text[])',
        values: [candidates],
      });
      const inUse = new Set(rows.map(({ username }) => username));
      person.username = candidates.find((candidate) => !inUse.has(candidate)) ?? null;
    }
    taken.takeUsername(person.username);
  }
}

async function insertPeople(
  client: pg.PoolClient,
  people: Keyed[],
  taken: Taken,
  knownWords: Set<string>,
): Promise<Known> {
  await chooseUsernames(
    client,
    people.filter(({ person }) => person.username === null),
    taken,
  );
  const { rows: ids } = await client.query<[number]>({
    // The sequence is looked up once, not for every person.
    text: `WITH ids AS MATERIALIZED (SELECT pg_get_serial_sequence('users', 'id')::regclass AS sequence)
           SELECT nextval(ids.sequence)::int FROM ids, generate_series(1, $1::int)`,
    values: [people.length],
    rowMode: 'array',
  });
  const numbered = people.map((each, at) => ({ ...each, id: ids[at]?.[0] ?? 0 }));
  await copyInto(
    client,
    `users (id, name, screen_name, screen_name_key, username, email, email_key, phone_number,
       website_url, is_verified)`,
    userLines(numbered),
  );
  await copyInto(client, 'payment_accounts (user_id, platform, username)', accountLines(numbered));
  const entries = numbered.map(toEntry);
  await copyEntries(client, entries);
  const words = new Set(entries.flatMap((entry) => entry.words));
  const newWords = [...words].filter((word) => !knownWords.has(word));
  await insertWords(client, DIRECTORY, newWords);
  return { words: newWords, pairs: entries.flatMap(({ pairs }) => pairs) };
}

type Numbered = Keyed & { id: number };

function* userLines(people: readonly Numbered[]) {
  for (const { id, person, emailKey: email, screenNameKey: screenName } of people) {
    yield [
      id,
      person.name,
      person.screenName,
      screenName,
      person.username,
      person.email,
      email,
      person.phoneNumber,
      person.websiteUrl,
      person.isVerified,
    ]
      .map(copyText)
      .join('\t');
  }
}

function* accountLines(people: readonly Numbered[]) {
  for (const { id, person } of people) {
    for (const { platform, username } of accountsOf(person)) {
      yield `${id}\t${platform}\t${copyText(username)}`;
    }
  }
}

function toEntry({ id, person }: Numbered) {
  const accounts = accountsOf(person).map((account) => ({ ...account, rank: null }));
  return entryOf({ ...person, owner: DIRECTORY, id, profileImageHash: null, accounts });
}
