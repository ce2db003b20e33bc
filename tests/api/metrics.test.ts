import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertJob } from '#server/db/jobs.ts';
import { readApiDocument } from '#tests/support/api-document.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp({ metrics: true });
});
afterAll(() => test.close());

/** The number of one line, such as payfolk_mails_queued or name{label="value"}. */
async function metric(name: string): Promise<number | undefined> {
  const answer = await test.call('GET', '/metrics');
  expect(answer.statusCode).toBe(200);
  const line = answer.body.split('\n').find((each) => each.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length + 1));
}

const durationOf = (method: string, route: string, status: number) =>
  `payfolk_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe('GET /metrics with METRICS=on', () => {
  it('has the Prometheus format and is not cached', async () => {
    const answer = await test.call('GET', '/metrics');
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers['cache-control']).toBe('no-store');
    for (const line of answer.body.split('\n').filter((each) => each && !each.startsWith('#'))) {
      expect(line).toMatch(/^[a-z0-9_]+(\{[^}]*\})? (-?[0-9.e+-]+|nan|\+Inf)$/i);
    }
  });

  it('counts requests and their time by route and status, never by address', async () => {
    const known = durationOf('GET', '/api/check-updates', 200);
    const before = (await metric(known)) ?? 0;
    await test.call('GET', '/api/check-updates?_t=1');
    await test.call('GET', '/api/check-updates?_t=2');
    expect(await metric(known)).toBe(before + 2);

    await test.call('GET', '/api/contacts/very-personal-address');
    const { body } = await test.call('GET', '/metrics');
    expect(body).not.toContain('very-personal-address');
    await test.call('GET', '/api/contacts');
    expect(await metric(durationOf('GET', '/api/contacts', 401))).toBe(1);
  });

  it('has the pool, the event loop, the process and the refused requests', async () => {
    const pool = 'payfolk_database_connections';
    await test.call('GET', '/api/db-heartbeat');
    expect(await metric(`${pool}{pool="primary",state="total"}`)).toBeGreaterThan(0);
    expect(await metric(`${pool}{pool="primary",state="idle"}`)).toBeGreaterThanOrEqual(0);
    expect(await metric(`${pool}{pool="primary",state="waiting"}`)).toBe(0);
    expect(await metric('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
    expect(await metric('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(await metric('payfolk_sheds_total')).toBe(0);
    expect(await metric('payfolk_http_requests_in_flight')).toBe(0);
  });

  it('counts the queued mails', async () => {
    expect(await metric('payfolk_mails_queued')).toBe(0);
    // Not due yet, so that it stays where it is.
    const payload = { kind: 'password-changed', recipient: 'ana@example.com', data: {} };
    await insertJob(test.db, 'send-mail', payload, { delaySeconds: 3_600 });
    expect(await metric('payfolk_mails_queued')).toBe(1);
  });

  it('is declared public, and is not in the document of the API', async () => {
    expect(test.app.routeAccess.get('GET /metrics')).toBe('public');
    expect(JSON.stringify(await readApiDocument(test))).not.toContain('/metrics');
  });
});

describe('GET /metrics without METRICS', () => {
  it('returns 404', async () => {
    const without = await buildTestApp();
    try {
      expect(without.app.routeAccess.has('GET /metrics')).toBe(false);
      const answer = await without.call('GET', '/metrics');
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('payfolk_');
    } finally {
      await without.close();
    }
  });
});
