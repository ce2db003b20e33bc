import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFolder } from '#tests/support/embedded.ts';
import { callServer, cookieOf, registerMember } from '#tests/support/http-member.ts';
import { type LoadBalancer, openLoadBalancer } from '#tests/support/load-balancer.ts';
import { type ServerProcess, startServer } from '#tests/support/server-process.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';

let folder: string;
let database: TestDatabase;
let servers: [ServerProcess, ServerProcess];
let balancer: LoadBalancer;

beforeAll(async () => {
  folder = await makeFolder();
  database = await createTestDatabase();
  const start = (name: string) =>
    startServer({
      DATABASE_URL: database.url,
      DATA_DIR: `${folder}/${name}`,
      RATE_LIMITS: 'on',
      TRUST_PROXY: 'loopback',
    });
  servers = [await start('one'), await start('two')];
  balancer = await openLoadBalancer(servers.map(({ url }) => url));
});

afterAll(async () => {
  await balancer.close();
  for (const server of servers) await server.stop();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** A caller at an address of their own, as the load balancer would see them. */
const from = (address: string) => ({ 'x-test-caller': address });

describe('two servers behind a load balancer', () => {
  it('share sessions: a login or logout on one holds on both', async () => {
    const member = await registerMember(balancer.url);
    const seen = new Set<string | null>();
    for (let tries = 0; tries < 4; tries += 1) {
      const answer = await member.call(balancer.url, 'GET', '/api/user');
      expect(answer.status).toBe(200);
      seen.add(answer.headers.get('x-test-server'));
    }
    expect(seen.size).toBe(2);

    expect((await member.call(balancer.url, 'POST', '/api/logout')).status).toBe(200);
    for (const { url } of servers) {
      expect((await member.call(url, 'GET', '/api/user')).status).toBe(401);
    }
  });

  it('share limits: failed logins on both are added up for each address', async () => {
    const guess = (address: string) =>
      callServer(
        balancer.url,
        'POST',
        '/api/login',
        { email: `${Math.random()}@example.com`, password: 'wrong' },
        from(address),
      );
    const statuses: number[] = [];
    for (let tries = 0; tries < 27; tries += 1) statuses.push((await guess('203.0.113.7')).status);
    expect(statuses).toEqual([...Array(25).fill(401), 429, 429]);
    expect((await guess('203.0.113.8')).status).toBe(401);
  });

  it('continue when one of them is killed', async () => {
    const member = await registerMember(balancer.url);
    await servers[0].kill();
    for (let tries = 0; tries < 4; tries += 1) {
      expect((await member.call(balancer.url, 'GET', '/api/user')).status).toBe(200);
    }
    const { email, password } = member;
    const login = await callServer(balancer.url, 'POST', '/api/login', { email, password });
    expect(cookieOf(login)).toMatch(/^session=/);
  });
});
