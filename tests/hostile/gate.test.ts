import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection, requestText } from '#tests/support/raw-connection.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { eventually } from '#tests/support/within.ts';

const RUNS = Number(process.env.GATE_RUNS ?? 12);

let test: TestApp;
let port: number;
let requests: Record<string, string>;
beforeAll(async () => {
  test = await buildTestApp(
    {},
    {
      slots: 3,
      queueLength: 20,
      queueTimeoutMs: 200,
      jitterMs: 100,
      pipelinedRequests: 8,
      requestTimeoutMs: 500,
      sendTimeoutMs: 500,
      timeoutCheckMs: 50,
      longPollMs: 500,
    },
  );
  const member = await test.loginAs({ name: 'Maya Okafor' });
  await test.pool.query(
    `INSERT INTO contacts (user_id, name, notes)
     SELECT $1, 'Contact ' || n, repeat('note ', 400) FROM generate_series(1, 900) AS n`,
    [member.id],
  );
  const [[name, token] = []] = Object.entries(member.cookies);
  const taken = { name: 'Maya Okafor', email: 'person1@example.com', password: 'not a common one' };
  const json = { 'content-type': 'application/json' };
  requests = {
    longPoll: requestText('GET', '/api/keep-alive?method=long-poll'),
    heartbeat: requestText('GET', '/api/db-heartbeat'),
    search: requestText('GET', '/api/users/search?query=maya'),
    contacts: requestText('GET', '/api/contacts', { cookie: `${name}=${token}` }),
    register: requestText('POST', '/api/register', json, JSON.stringify(taken)),
    upload: requestText(
      'POST',
      '/api/register',
      { ...json, 'content-length': 2_000_000 },
      '{"name',
    ),
    chunked: `${requestText('POST', '/api/register', { ...json, 'transfer-encoding': 'chunked' })}5\r\n{"nam\r\n`,
    page: requestText('GET', '/healthz'),
  };
  port = Number(new URL(await test.app.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(() => test.close());

const KINDS = [
  'longPoll',
  'heartbeat',
  'search',
  'contacts',
  'register',
  'upload',
  'chunked',
  'page',
];
const ENDINGS = ['stay', 'close', 'reset', 'halfClose'] as const;

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('send' as const), kind: fc.constantFrom(...KINDS) }),
  },
  // The beginning of a request, so that whatever is sent next belongs to its headers or body.
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('trickle' as const),
      kind: fc.constantFrom(...KINDS),
      share: fc.double({ min: 0.1, max: 0.95, noNaN: true }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('stopReading' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('yield' as const) }) },
);
const script = fc.record({
  steps: fc.array(step, { minLength: 1, maxLength: 12 }),
  ending: fc.constantFrom(...ENDINGS),
});

/** One client. It never waits for a response, only for other clients. */
async function play({ steps, ending }: Script) {
  const connection = await openConnection(port);
  for (const each of steps) {
    if (each.do === 'stopReading') connection.stopReading();
    else if (each.do === 'yield') await new Promise((resolve) => setImmediate(resolve));
    else {
      const text = requests[each.kind] ?? '';
      connection.send(each.do === 'send' ? text : text.slice(0, each.share * text.length));
    }
  }
  if (ending !== 'stay') connection[ending]();
  return connection;
}
type Script = typeof script extends fc.Arbitrary<infer T> ? T : never;

describe('clients that pipeline, abort, half-close, trickle and stop reading at random', () => {
  it(`leave every slot free after each of ${RUNS} rounds`, { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(script, { minLength: 4, maxLength: 24 }), async (scripts) => {
        const connections = await Promise.all(scripts.map(play));
        // Those that stay open have to be ended by the server's own timeouts.
        const free = { inFlight: 0, waiting: 0, isStuck: false };
        await eventually(() => expect(test.app.load).toMatchObject(free));
        await eventually(() => expect(test.app.uploads.visitors.held()).toBe(0));
        const calls = ['/api/db-heartbeat', '/api/users/search?query=maya', '/readyz'];
        for (const path of calls) expect((await test.call('GET', path)).statusCode).toBe(200);
        for (const connection of connections) connection.close();
      }),
      // A lost slot stays lost, so shrinking would prove nothing.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
