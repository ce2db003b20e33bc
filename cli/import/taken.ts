import type pg from 'pg';
import { usernameCandidates, usernameFrom } from '#server/lib/derive-username.ts';
import { emailKey, screenNameKey } from '#server/lib/keys.ts';
import type { PersonRow, ReadRow } from './read-people.ts';

/** A row with the forms in which its unique fields are compared. */
export interface Keyed {
  row: ReadRow;
  person: PersonRow;
  emailKey: string | null;
  screenNameKey: string | null;
}

export function keyedRows(rows: readonly ReadRow[]): Keyed[] {
  const people: Keyed[] = [];
  for (const row of rows) {
    const { person } = row;
    if (!person) continue;
    people.push({
      row,
      // A copy where a name will be made up: a retry begins without it.
      person: person.username === null ? { ...person } : person,
      emailKey: person.email === null ? null : emailKey(person.email),
      screenNameKey: person.screenName === null ? null : screenNameKey(person.screenName),
    });
  }
  return people;
}

interface TakenRow {
  username: string | null;
  email_key: string | null;
  screen_name_key: string | null;
  /** Somebody registered it with an email that was never confirmed: perhaps not the person of the row. */
  is_unconfirmed: boolean;
}

interface TakenNames {
  rows: TakenRow[];
  retired: string[];
}

/** The people in the directory who have a username, email or screen name of these, and the usernames that are retired. */
export async function findTaken(client: pg.ClientBase, people: Keyed[]): Promise<TakenNames> {
  const values = (pick: (each: Keyed) => string | null) =>
    people.flatMap((each) => pick(each) ?? []);
  const usernames = values(({ person }) => person.username);
  const found = `SELECT username, email_key, screen_name_key,
       password_hash IS NOT NULL AND email_proven_at IS NULL AS is_unconfirmed FROM users`;
  const { rows } = await client.query<TakenRow>(
    `${found} WHERE username = ANY($1::text[])
     UNION ${found} WHERE email_key = ANY($2::text[])
     UNION ${found} WHERE screen_name_key = ANY($3::text[])`,
    [usernames, values((each) => each.emailKey), values((each) => each.screenNameKey)],
  );
  const retired = await client.query<{ username: string }>(
    'SELECT username FROM retired_usernames WHERE username = ANY($1::text[])',
    [usernames],
  );
  return { rows, retired: retired.rows.map(({ username }) => username) };
}

/** The usernames, emails and screen names in use, in the directory and in this batch. */
export class Taken {
  readonly #emailOf = new Map<string, string | null>();
  readonly #usernameOf = new Map<string, string | null>();
  readonly #screenNames = new Set<string>();
  /** The usernames and emails of accounts that were never confirmed. */
  readonly #unconfirmed = new Set<string | null>();
  readonly #retired: Set<string>;

  constructor({ rows, retired }: TakenNames) {
    this.#retired = new Set(retired);
    for (const row of rows) {
      this.#note(row.username, row.email_key, row.screen_name_key);
      if (row.is_unconfirmed) this.#unconfirmed.add(row.username).add(row.email_key);
    }
  }

  #note(username: string | null, email: string | null, screenName: string | null) {
    if (username !== null) this.#emailOf.set(username, email);
    if (email !== null) this.#usernameOf.set(email, username);
    if (screenName !== null) this.#screenNames.add(screenName);
  }

  /** 'new', 'known', or why the row is refused. Takes the names of a new one. */
  judge({ person, emailKey: email, screenNameKey: screenName }: Keyed): string {
    const { username } = person;
    if (email !== null && this.#usernameOf.has(email)) {
      if (this.#unconfirmed.has(email)) {
        return `email: Someone registered with ${email} and never confirmed it`;
      }
      const owner = this.#usernameOf.get(email);
      return username === null || owner === username
        ? 'known'
        : `email: Someone else in the directory already has ${email}`;
    }
    if (username !== null && this.#unconfirmed.has(username)) {
      return `username: Someone who never confirmed an email has ${username}`;
    }
    if (username !== null && (this.#emailOf.has(username) || this.#retired.has(username))) {
      return email === null && !this.#retired.has(username)
        ? 'known'
        : `username: Someone else in the directory is already ${username}`;
    }
    if (screenName !== null && this.#screenNames.has(screenName)) {
      return `screenName: Someone else in the directory is already called ${person.screenName}`;
    }
    this.#note(username, email, screenName);
    return 'new';
  }

  /** Rows without a username get one made of their name, as at registration. */
  async chooseUsernames(client: pg.ClientBase, people: readonly Keyed[]) {
    for (const { person } of people) {
      if (person.username !== null) continue;
      for (let round = 0; person.username === null; round += 1) {
        const candidates = usernameCandidates(
          usernameFrom(person.screenName ?? person.name),
          round,
        ).filter((candidate) => !this.#emailOf.has(candidate));
        const { rows } = await client.query<{ username: string }>({
          name: 'import-usernames',
          text: `SELECT username FROM users WHERE username = ANY($1::text[])
                 UNION ALL SELECT username FROM retired_usernames WHERE username = ANY($1::text[])`,
          values: [candidates],
        });
        const inUse = new Set(rows.map(({ username }) => username));
        person.username = candidates.find((candidate) => !inUse.has(candidate)) ?? null;
      }
      this.#emailOf.set(person.username, null);
    }
  }
}
