import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { expect } from 'vitest';
import { type HttpMember, Refused, registerMember } from './http-member.ts';
import { within } from './within.ts';

export interface WriteStream {
  /** The emails of those whose registration was acknowledged. */
  registered: Set<string>;
  /** The names of the contacts whose storing was acknowledged with a 201. */
  acknowledged: Set<string>;
  /** Every name that was ever sent. */
  sent: Set<string>;
  /** Answers other than 201, by status. */
  refusals: Map<number, number>;
  /** Resolves once that many more than now are acknowledged. */
  more(count: number): Promise<void>;
  /** Waits for the requests in flight. */
  stop(): Promise<void>;
}

const handleOf = (name: string) => `$${name.replaceAll(' ', '')}`;

/** After a failure or refusal: requests without a pause would only slow the recovery. */
const PAUSE_MS = 100;

/** A member adds this many people; then a new member continues. */
const ENTRIES_PER_MEMBER = 50;

/**
 * Members who never stop adding people: each a contact and its account, stored in one transaction.
 * A failed request is not repeated: it may or may not have been stored.
 */
export function streamWrites(writerCount: number, server: () => string): WriteStream {
  const acknowledged = new Set<string>();
  const registered = new Set<string>();
  const sent = new Set<string>();
  const refusals = new Map<number, number>();
  const waiting: { count: number; resolve: () => void }[] = [];
  /** What each writer does and its last response, for the message of a timeout. */
  const doings = Array.from({ length: writerCount }, () => 'not begun');
  let isStopped = false;

  async function write(writer: number) {
    const say = (what: string) => {
      doings[writer] = `${what} since ${new Date().toISOString()}`;
    };
    let member: HttpMember | undefined;
    let entries = 0;
    while (!isStopped) {
      try {
        if (!member) {
          say(`registering at ${server()}`);
          member = await registerMember(server());
          registered.add(member.email);
          entries = 0;
        }
        say(`adding a person at ${server()}`);
        const status = await addPerson(member, `writer ${writer} entry ${sent.size}`);
        if (status !== 201) {
          say(`refused with ${status}`);
          await noteRefusal(status);
        }
        entries += 1;
        if (entries >= ENTRIES_PER_MEMBER) member = undefined;
      } catch (error) {
        say(`told ${error}`);
        if (error instanceof Refused) await noteRefusal(error.status);
        else await pause(PAUSE_MS);
      }
      for (const { resolve } of waiting.filter(({ count }) => acknowledged.size >= count))
        resolve();
    }
    say('stopped');
  }

  const describe = (what: string) => () =>
    `${what}: ${acknowledged.size} of ${sent.size} acknowledged, refusals ${JSON.stringify([...refusals])}, writers: ${doings.join('; ')}`;

  async function noteRefusal(status: number) {
    refusals.set(status, (refusals.get(status) ?? 0) + 1);
    await pause(PAUSE_MS);
  }

  async function addPerson(member: HttpMember, name: string): Promise<number> {
    sent.add(name);
    const { status } = await member.call(server(), 'POST', '/api/add-person', {
      name,
      screenName: name,
      paymentPlatform: 'cashapp',
      paymentUsername: handleOf(name),
    });
    if (status === 201) acknowledged.add(name);
    return status;
  }
  const writers = Array.from({ length: writerCount }, (_, index) => write(index));

  return {
    acknowledged,
    registered,
    sent,
    refusals,
    more(count) {
      const wanted = acknowledged.size + count;
      const reached = new Promise<void>((resolve) => waiting.push({ count: wanted, resolve }));
      return within(300, describe(`${wanted} acknowledged writes`), reached);
    },
    async stop() {
      isStopped = true;
      await within(300, describe('all writers to stop'), Promise.all(writers));
    },
  };
}

/** Everything acknowledged is stored, nothing that was never sent, and nothing half. */
export async function expectWhole(
  client: pg.Client | pg.Pool,
  { acknowledged, registered, sent }: WriteStream,
): Promise<number> {
  // The stream continues: only what was acknowledged before the query must be in its result.
  const mustBeThere = [...acknowledged];
  const mustBeMembers = [...registered];
  const people = await client.query<{ email: string; traces: string }>(
    `SELECT u.email, (SELECT count(*) FROM audit_log WHERE subject_id = u.id AND action = 'registered')
                   + (SELECT count(*) FROM sessions WHERE user_id = u.id) AS traces
       FROM users u WHERE u.email LIKE 'member-%'`,
  );
  const emails = new Set(people.rows.map(({ email }) => email));
  const missing = mustBeMembers.filter((email) => !emails.has(email));
  expect(missing, 'registered and lost').toEqual([]);
  // One transaction made the user, the note in the audit and the session.
  expect(people.rows.filter(({ traces }) => traces !== '2')).toEqual([]);

  const { rows } = await client.query<{ name: string; nickname: string; handles: string[] }>(
    `SELECT c.name, c.nickname, array_remove(array_agg(a.username), NULL) AS handles
       FROM contacts c LEFT JOIN contact_payment_accounts a ON a.contact_id = c.id
      WHERE c.name LIKE 'writer %' GROUP BY c.id`,
  );
  const stored = new Map(rows.map((row) => [row.name, row]));
  const lost = mustBeThere.filter((name) => !stored.has(name));
  expect(lost, 'acknowledged and lost').toEqual([]);
  expect(stored.size, 'stored twice').toBe(rows.length);
  const broken = rows.filter(
    ({ name, nickname, handles }) =>
      !sent.has(name) || nickname !== name || handles.length !== 1 || handles[0] !== handleOf(name),
  );
  expect(broken, 'not whole').toEqual([]);
  return rows.length;
}
