import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { makePeople, randomFrom } from '#cli/bench/people.ts';
import { peopleFileText } from '#cli/bench/people-file.ts';
import { createVisitor } from '#cli/cluster/visitor.ts';
import { importPeople } from '#cli/import/import-people.ts';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/db/open.ts';
import { drawPicture } from './pictures.ts';
import type { Target } from './target.ts';

/** Who sends a request. The collector has as many contacts as the server allows, with long names. */
export const ROLES = ['visitor', 'member', 'admin', 'collector'] as const;
export type Role = (typeof ROLES)[number];

const PASSWORD = 'a quiet green kettle';
const CONTACTS = 200;
const COLLECTED = 1_000;
const AT_ONCE = 10;

interface Account {
  id: number;
  email: string;
  password: string;
  username: string;
  pictureFile: string;
  visitor: ReturnType<typeof createVisitor>;
}

/** The people that ordinary requests are about, and those who send them. */
export class World {
  readonly #target: Target;
  readonly #env: Record<string, string>;
  readonly #accounts = new Map<string, Account>();
  readonly #names: string[];
  #count = 0;
  contactId = 0;
  picture = '';

  private constructor(target: Target, env: Record<string, string>, names: string[]) {
    this.#target = target;
    this.#env = env;
    this.#names = names;
  }

  static async make(target: Target, env: Record<string, string>, people: number): Promise<World> {
    const file = path.join(env.DATA_DIR ?? '', 'people.csv');
    const made = [...makePeople(people)];
    await pipeline(Readable.from(peopleFileText(made)), createWriteStream(file));
    await withPool(env, async (pool) => {
      await importPeople(pool, file, { rejectsFile: `${file}.rejects` });
      await pool.query('ANALYZE');
    });
    const world = new World(
      target,
      env,
      made.map(({ name }) => name),
    );
    world.picture = await drawPicture('photo as the app sends it');
    world.#accounts.set('signer', await world.#register());
    await world.refresh();
    return world;
  }

  /** A number that no request had before. */
  fresh = () => {
    this.#count += 1;
    return String(this.#count);
  };

  /** Somebody whose name has not been searched for lately, so that no server has the results ready. */
  nextName = () => this.#names[Number(this.fresh()) % this.#names.length] ?? '';

  /** Used for logins only: no request changes this account. */
  get signer(): Account {
    return this.#account('signer');
  }

  #account(name: string): Account {
    const account = this.#accounts.get(name);
    if (!account) throw new Error(`There is no account '${name}'.`);
    return account;
  }

  cookieOf(role: Role): string {
    return role === 'visitor' ? '' : this.#account(role).visitor.cookieHeader();
  }

  /** Signs everyone in again and replaces accounts that hostile requests have broken. */
  async refresh() {
    for (const role of ['member', 'admin', 'collector'] as const) {
      const account = this.#accounts.get(role);
      if (account && (await this.#signIn(account)) && (await this.#isUsable(role, account)))
        continue;
      const made = await this.#register();
      this.#accounts.set(role, made);
      if (role === 'admin') await this.#makeAdmin(made);
      if (role === 'member') await this.#addContacts(made, CONTACTS, (nth) => `Contact ${nth}`);
      if (role === 'collector') await this.#addContacts(made, COLLECTED, longName);
    }
    this.contactId = await this.makeContact();
  }

  /** Measuring adds and removes contacts of the member; the number must stay an ordinary one. */
  async #isUsable(role: Role, { visitor }: Account): Promise<boolean> {
    if (role !== 'member') return true;
    const { body } = await visitor.call(this.#target.url, 'GET', '/api/contacts');
    return Array.isArray(body) && body.length >= CONTACTS / 2 && body.length <= CONTACTS * 2;
  }

  #makeAdmin({ id }: Account): Promise<void> {
    return withPool(this.#env, async (pool) => {
      await pool.query('UPDATE users SET is_admin = true WHERE id = $1', [id]);
    });
  }

  async #signIn({ visitor, email, password }: Account): Promise<boolean> {
    const { status } = await visitor.call(this.#target.url, 'POST', '/api/login', {
      email,
      password,
    });
    return status === 200;
  }

  async #register(): Promise<Account> {
    const visitor = createVisitor();
    const email = `account-${this.fresh()}-${process.pid}@example.com`;
    const user = { name: 'Maya Okafor', email, password: PASSWORD, profileImage: this.picture };
    const accounts = [{ platform: 'venmo', username: 'maya-okafor' }];
    const register = () =>
      visitor.call(this.#target.url, 'POST', '/api/register-with-accounts', { user, accounts });
    let { status, body } = await register();
    // On a busy machine the server may refuse for a while, which must not end a run of half an hour.
    for (let tries = 1; status === 503 && tries < 60; tries += 1) {
      await setTimeout(1_000);
      ({ status, body } = await register());
    }
    if (status !== 201) throw new Error(`Registering failed: ${status} ${JSON.stringify(body)}`);
    const { id, username, profileImage } = body as Record<
      'id' | 'username' | 'profileImage',
      string
    >;
    const pictureFile = profileImage.split('/').at(-1) ?? '';
    return { id: Number(id), email, password: PASSWORD, username, pictureFile, visitor };
  }

  /** Adds up to `count`, or until the server's limit. */
  async #addContacts({ visitor }: Account, count: number, nameOf: (nth: number) => string) {
    for (let from = 0; from < count; from += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => from + at);
      const answers = await Promise.all(
        some.map((nth) =>
          visitor.call(this.#target.url, 'POST', '/api/add-person', person(nameOf(nth))),
        ),
      );
      if (answers.some(({ status }) => status !== 201)) return;
    }
  }

  async makeContact(): Promise<number> {
    const { visitor } = this.#account('member');
    const made = await visitor.call(
      this.#target.url,
      'POST',
      '/api/add-person',
      person('Ana Ruiz'),
    );
    return Number((made.body as { id?: number }).id);
  }

  async makeVictim(): Promise<number> {
    return (await this.#register()).id;
  }

  /** The session of a member who is about to log out. */
  async makeSession(): Promise<string> {
    const visitor = createVisitor();
    await this.#signIn({ ...this.signer, visitor });
    return visitor.cookieHeader();
  }
}

async function withPool(env: Record<string, string>, work: (pool: Pool) => Promise<void>) {
  const database = await openDatabase(readConfig(env), quiet, 'tool');
  try {
    await work(database.pool);
  } finally {
    await database.close();
  }
}

const quiet = { info: () => undefined, warn: console.error, error: console.error };

function person(name: string) {
  return {
    name,
    screenName: name.slice(0, 50),
    paymentPlatform: 'venmo',
    paymentUsername: 'ana-ruiz',
  };
}

/** As many different words as fit into a name. */
function longName(nth: number): string {
  const random = randomFrom(nth);
  const word = () => Array.from({ length: 4 }, () => random.pick([...'aeiomnrst'])).join('');
  return Array.from({ length: 20 }, word).join(' ').slice(0, 99);
}
