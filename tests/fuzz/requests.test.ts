import fc from 'fast-check';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorResponse } from '#contract/errors.ts';
import { hashPassword } from '#server/lib/password.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import { readApiDocument } from '#tests/support/api-document.ts';
import { addPeople } from '#tests/support/directory.ts';
import { SEED } from '#tests/support/fixed-seed.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';
import { type FuzzRequest, listOperations, type Operation, requestTo } from './requests.ts';
import type { Schema } from './values.ts';

/**
 * `npm test` always makes the same 1,000 requests; `npm run test:fuzz` makes 10,000 from a new seed.
 * The seed is in the name of the test: FUZZ_SEED repeats a run.
 */
const RUNS = Number(process.env.FUZZ_RUNS ?? 1_000);

const SECRET_EMAIL = 'nobody-knows@secret.example';
const resetToken = createToken();

let test: TestApp;
let operations: Operation[];
let secrets: string[];

beforeAll(async () => {
  test = await buildTestApp();
  operations = listOperations(await readApiDocument(test));
  const passwordHash = await hashPassword('the password of the victim');
  const victim = await test.insertPerson({
    name: 'Vic Tim',
    username: 'victim',
    email: SECRET_EMAIL,
    passwordHash,
    resetTokenHash: hashToken(resetToken),
    resetTokenExpiry: new Date(Date.now() + 3_600_000),
    resetTokenEmailKey: SECRET_EMAIL.toLowerCase(),
  });
  await test.insertPerson({
    name: 'Ta Ken',
    username: 'taken',
    email: 'taken@example.com',
    passwordHash,
  });
  await addPeople(test, [{ name: 'Ana Found', handles: { paypal: 'ana', venmo: 'ana-found' } }]);
  const { cookies } = await test.loginAs({ id: victim.id });
  const bytes = hashToken(resetToken);
  secrets = [
    ...Object.values(cookies),
    passwordHash,
    resetToken,
    bytes.toString('hex'),
    bytes.toString('base64'),
    '$argon2id$',
  ];
});
afterAll(() => test.close());

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
const signedIn: Partial<Record<FuzzRequest['role'], Member>> = {};

/** The role's session; a new person if the last one logged out, was deleted or demoted. */
async function cookiesFor(role: FuzzRequest['role']): Promise<Record<string, string>> {
  if (role === 'visitor') return {};
  const isAdmin = role === 'admin';
  const current = await signedIn[role]?.call('GET', '/api/user');
  if (current?.statusCode !== 200 || current.json().isAdmin !== isAdmin) {
    signedIn[role] = await test.loginAs({ isAdmin });
  }
  return signedIn[role]?.cookies ?? {};
}

const checks = new Map<unknown, z.ZodType>();
function checkOf(schema: Schema): z.ZodType {
  type Known = Parameters<typeof z.fromJSONSchema>[0];
  const known = checks.get(schema) ?? z.fromJSONSchema(schema as Known);
  checks.set(schema, known);
  return known;
}

/** Every response has a status and a shape that the document promises. */
function expectDocumented({ operation }: FuzzRequest, answer: LightMyRequestResponse) {
  const { statusCode, body, headers } = answer;
  const { responses } = operation;
  if (responses) expect(Object.keys(responses)).toContain(String(statusCode));
  const schema = responses?.[statusCode];
  const isJson = String(headers['content-type']).startsWith('application/json');
  if (schema) expect(isJson, 'Content-Type').toBe(true);
  if (schema) expect(checkOf(schema).safeParse(JSON.parse(body)).error).toBeUndefined();
  else if (statusCode >= 400 && isJson) errorResponse.parse(JSON.parse(body));
}

function expectNoSecret({ operation, role }: FuzzRequest, { body }: LightMyRequestResponse) {
  for (const secret of secrets) expect(body).not.toContain(secret);
  const mayRead = role === 'admin' && operation.path.startsWith('/api/admin/');
  if (!mayRead) expect(body.toLowerCase()).not.toContain(SECRET_EMAIL);
  expect(body).not.toMatch(/node_modules|Failed query|\bat .+\.(ts|js):\d+|SELECT .+ FROM/);
}

describe('requests generated from the API document', () => {
  it(
    `cause no 5xx, no undocumented response and no leak in ${RUNS} runs (FUZZ_SEED=${SEED})`,
    async () => {
      const statuses = new Map<number, number>();
      const called = new Map<string, number>();
      const anyRequest = fc.nat(operations.length - 1).chain((index) => {
        const operation = operations[index];
        if (!operation) throw new Error('There is no such operation.');
        return requestTo(operation);
      });
      await fc.assert(
        fc.asyncProperty(anyRequest, async (request) => {
          const { operation, url, payload } = request;
          const answer = await test.app.inject({
            method: operation.method,
            url,
            headers: request.headers,
            cookies: await cookiesFor(request.role),
            ...(payload === undefined ? {} : { payload }),
          });
          const { statusCode } = answer;
          statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
          const name = `${operation.method} ${operation.path}`;
          if (statusCode < 300) called.set(name, (called.get(name) ?? 0) + 1);
          expect(statusCode, answer.body).toBeLessThan(500);
          expectDocumented(request, answer);
          expectNoSecret(request, answer);
        }),
        { numRuns: RUNS, seed: SEED, endOnFailure: true },
      );
      const told = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${status}: ${n}`);
      console.info(`${RUNS} requests: ${told.join(', ')}`);
      // Tries that never get past the first check would prove nothing.
      expect(called.size).toBeGreaterThan(operations.length / 2);
      expect((await test.call('GET', '/readyz')).statusCode).toBe(200);
    },
    240_000 + RUNS * 1_000,
  );
});
