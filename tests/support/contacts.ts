import { expect } from 'vitest';
import type { Contact } from '#contract/contacts.ts';
import type { TestApp } from './test-app.ts';

export type Member = Awaited<ReturnType<TestApp['loginAs']>>;

/** What the form of 'Add Person' sends. */
export const person = {
  name: 'Maya Okafor',
  screenName: 'Maya from the gym',
  paymentPlatform: 'cashapp',
  paymentUsername: 'mayaokafor',
};

export async function addPerson(member: Member, changes: Record<string, unknown> = {}) {
  const answer = await member.call('POST', '/api/add-person', { body: { ...person, ...changes } });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Contact>();
}

/** All of them, page by page. */
export async function contactsOf(member: Member): Promise<Contact[]> {
  const contacts: Contact[] = [];
  let url: string | undefined = '/api/contacts?limit=200';
  while (url) {
    const answer = await member.call('GET', url);
    expect(answer.statusCode, answer.body).toBe(200);
    contacts.push(...answer.json<Contact[]>());
    url = nextPageOf(answer.headers.link);
  }
  return contacts;
}

/** The address in a Link header with rel="next". */
export function nextPageOf(link: unknown): string | undefined {
  return /^<([^>]+)>; rel="next"$/.exec(String(link))?.[1];
}

/** All rows about contacts, of all members. */
export async function listContactRows({ pool }: TestApp) {
  const contacts = await pool.query('SELECT * FROM contacts ORDER BY id');
  const accounts = await pool.query('SELECT * FROM contact_payment_accounts ORDER BY id');
  return { contacts: contacts.rows, accounts: accounts.rows };
}

/** The body of a refused input: the first message, and the message of every field. */
export function refusal(fields: Record<string, string>) {
  const [sentence] = Object.values(fields);
  return { error: sentence, message: sentence, code: 'INVALID_INPUT', fields };
}
