import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { searchResponse } from '#contract/directory.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import {
  ADA,
  BRUNO,
  createFirstVersionDatabase,
  FIRST_VERSION_BACKUP,
  OLGA,
} from '#tests/support/first-version.ts';
import { callServer, cookieOf } from '#tests/support/http-member.ts';
import { runCommand } from '#tests/support/run-command.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterAll(() => cleanups.run());

async function makeDataDir() {
  const folder = await makeFolder();
  cleanups.add('folder', () => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function startOn(url: string) {
  const server = await startServer({
    DATABASE_URL: url,
    DATA_DIR: await makeDataDir(),
    LOG_LEVEL: 'info',
  });
  cleanups.add('server', () => server.stop());
  return server;
}

async function search({ url }: ServerProcess, query: string, headers = {}) {
  const path = `/api/users/search?${new URLSearchParams({ query })}`;
  const { text } = await callServer(url, 'GET', path, undefined, headers);
  return searchResponse.parse(JSON.parse(text));
}

const namesOf = (people: { name: string }[]) => people.map(({ name }) => name);

describe('a database that version 1.0 wrote', () => {
  let server: ServerProcess;
  beforeAll(async () => {
    const database = await createFirstVersionDatabase();
    cleanups.add('database', () => database.drop());
    server = await startOn(database.url);
  });
  const get = async (path: string, cookie: string) => {
    const answer = await callServer(server.url, 'GET', path, undefined, { cookie });
    expect(answer.status, answer.text).toBe(200);
    return JSON.parse(answer.text);
  };
  const logIn = async ({ email, password }: { email: string; password: string }) =>
    cookieOf(await callServer(server.url, 'POST', '/api/login', { email, password }));

  it('is upgraded at the start, which logs each slow step with counts', () => {
    const output = server.output();
    const [, total] = /0010-bound-tokens\.sql, 1 of (\d+)"/.exec(output) ?? [];
    expect(Number(total)).toBeGreaterThan(10);
    expect(output).toContain(`.sql, ${total} of ${total}"`);
    expect(output).toContain('Rebuilding search index: 20 of 22 people and contacts');
    expect(output).toContain('Rebuilding search index: 22 of 22 people and contacts');
    expect(output).toContain('Search index rebuilt');
  });

  it('keeps its members logged in', async () => {
    expect(await get('/api/user', ADA.cookie)).toMatchObject({
      name: 'Ada Whitfield',
      email: ADA.email,
      username: 'ada',
      isAdmin: false,
    });
  });

  it('keeps passwords, and admins', async () => {
    expect(await get('/api/user', await logIn(ADA))).toMatchObject({ username: 'ada' });
    const admin = await logIn(OLGA);
    expect(await get('/api/user', admin)).toMatchObject({ isAdmin: true });
    expect(await get('/api/admin/stats', admin)).toMatchObject({ totalUsers: 20 });
  });

  it('keeps reset links that were mailed before', async () => {
    const password = 'a new password after the upgrade';
    const body = { token: BRUNO.resetToken, password, confirmPassword: password };
    const answer = await callServer(server.url, 'POST', '/api/reset-password', body);
    expect(answer.status, answer.text).toBe(200);
    await logIn({ email: BRUNO.email, password });
  });

  it('keeps handles and their order, and takes new ones', async () => {
    const list = async () =>
      (await get('/api/payment-accounts', ADA.cookie)).map(
        ({ platform, username }: { platform: string; username: string }) => [platform, username],
      );
    expect(await list()).toEqual([
      ['venmo', 'ada-whitfield'],
      ['cashapp', '$adawhitfield'],
      ['paypal', 'adawhitfield'],
    ]);
    const body = { platform: 'applepay', username: '+14155550104' };
    const headers = { cookie: await logIn(ADA) };
    const answer = await callServer(server.url, 'POST', '/api/payment-accounts', body, headers);
    expect(answer.status, answer.text).toBe(201);
    expect(await list()).toContainEqual(['applepay', '+14155550104']);
  });

  it('finds its people by name, typo, username and handle', async () => {
    expect(namesOf(await search(server, 'whitfeild')).sort()).toEqual([
      'Ada Whitfield',
      'Liam Whitfield',
    ]);
    expect(namesOf(await search(server, 'soren kjaer'))).toEqual(['Søren Kjær']);
    expect(namesOf(await search(server, 'rosa.dn'))).toEqual(['Rosa Delgado-Núñez']);
    const [esi] = await search(server, '$esimensah');
    expect(esi).toMatchObject({ name: 'Esi Mensah', cashappUsername: '$esimensah' });
    const [shop] = await search(server, 'harbor coffee');
    expect(shop).toMatchObject({
      isVerified: true,
      venmoUsername: '@harbor-coffee',
      caution: null,
    });
  });

  it('shows private contacts to their owner only', async () => {
    expect(await search(server, 'walter plumb')).toEqual([]);
    const [contact] = await search(server, 'walter plumb', { cookie: ADA.cookie });
    expect(contact).toMatchObject({ isContact: true, venmoUsername: 'walter-plumb' });
    expect(namesOf(await get('/api/contacts', ADA.cookie)).sort()).toEqual([
      'Walter Plumb',
      'Xenia Babysitter',
    ]);
  });
});

it('a backup that version 1.0 wrote is restored with the command of this version', async () => {
  const { url, drop } = await createTestDatabase({ isEmpty: true });
  cleanups.add('database', drop);
  const { stdout } = await runCommand('restore', { url, folder: '/' }, FIRST_VERSION_BACKUP);
  expect(stdout).toContain('Restored ');
  const server = await startOn(url);
  expect(namesOf(await search(server, 'ada whitfield'))[0]).toBe('Ada Whitfield');
  cookieOf(await callServer(server.url, 'POST', '/api/login', { ...OLGA }));
});
