import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readApiDocument } from '#tests/support/api-document.ts';
import { checkStatus, readOperations } from '#tests/support/declared-statuses.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** The names of generated client functions. A route that is not here, or that changes, fails the run. */
const OPERATION_IDS: Record<string, string> = {
  'DELETE /api/contacts/{id}': 'deleteContact',
  'DELETE /api/payment-accounts/{platform}': 'deleteHandle',
  'DELETE /api/user/{id}': 'deleteAccount',
  'GET /api/admin/audit': 'listAuditEntries',
  'GET /api/admin/reviews': 'listReviews',
  'GET /api/admin/reviews/counts': 'countReviews',
  'GET /api/admin/stats': 'getUserStats',
  'GET /api/admin/users': 'listUsers',
  'GET /api/avatars/{file}': 'getAvatar',
  'GET /api/check-updates': 'checkForUpdates',
  'GET /api/contacts': 'listContacts',
  'GET /api/db-heartbeat': 'pingDatabase',
  'GET /api/keep-alive': 'pingServer',
  'GET /api/me/export': 'exportAccount',
  'GET /api/payment-accounts': 'listHandles',
  'GET /api/qrcode': 'getQrCode',
  'GET /api/user': 'getCurrentUser',
  'GET /api/users/search': 'searchPeople',
  'GET /healthz': 'checkLiveness',
  'GET /readyz': 'checkReadiness',
  'PATCH /api/admin/users/{id}': 'updateUser',
  'PATCH /api/contacts/{id}': 'updateContact',
  'PATCH /api/me': 'updateProfile',
  'POST /api/add-person': 'addContact',
  'POST /api/admin/reviews/{id}': 'closeReview',
  'POST /api/admin/reviews/{id}/reopen': 'reopenReview',
  'POST /api/confirm-email': 'confirmEmail',
  'POST /api/forgot-password': 'requestPasswordReset',
  'POST /api/login': 'logIn',
  'POST /api/logout': 'logOut',
  'POST /api/disown-account': 'disownAccount',
  'GET /api/sessions': 'listSessions',
  'DELETE /api/sessions': 'deleteOtherSessions',
  'DELETE /api/sessions/{id}': 'deleteSession',
  'POST /api/me/suspension-answer': 'answerSuspension',
  'POST /api/me/verification': 'requestVerification',
  'POST /api/payment-accounts': 'saveHandle',
  'POST /api/payment-accounts/{platform}/code': 'requestHandleCode',
  'POST /api/payment-accounts/{platform}/proof': 'proveHandle',
  'DELETE /api/passkeys/{id}': 'deletePasskey',
  'GET /api/me/activity': 'listActivity',
  'GET /api/me/security': 'getSecurity',
  'GET /api/me/verification': 'getVerificationRequest',
  'GET /api/me/website-proof': 'getWebsiteProof',
  'POST /api/me/website-proof': 'checkWebsite',
  'GET /api/passkeys': 'listPasskeys',
  'PATCH /api/passkeys/{id}': 'renamePasskey',
  'POST /api/login/passkey': 'logInWithPasskey',
  'POST /api/login/passkey/options': 'createLoginOptions',
  'POST /api/me/password': 'changePassword',
  'POST /api/passkeys': 'addPasskey',
  'POST /api/passkeys/options': 'createPasskeyOptions',
  'POST /api/reauthenticate': 'confirmIdentity',
  'POST /api/reauthenticate/options': 'createConfirmationOptions',
  'POST /api/contact': 'sendMessage',
  'POST /api/reports': 'reportPerson',
  'POST /api/register': 'registerAccount',
  'POST /api/register-with-accounts': 'registerAccountWithHandles',
  'POST /api/reset-password': 'resetPassword',
  'POST /api/me/confirmation': 'requestConfirmation',
  'POST /api/sign-out-everywhere': 'signOutEverywhere',
  'POST /api/undo': 'undoChange',
  'PUT /api/payment-accounts/order': 'orderHandles',
  'DELETE /api/saved-people/ids/{id}': 'deleteSavedPerson',
  'GET /api/saved-people': 'listSavedPeople',
  'GET /api/saved-people/ids': 'listSavedIds',
  'PUT /api/saved-people/{username}': 'savePerson',
};

interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security: object[];
  responses: Record<
    string,
    { description: string; headers?: object; content: Record<string, { schema: object }> }
  >;
}

interface ApiDocument {
  components: { securitySchemes: Record<string, object> };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
}

let test: TestApp;
let operations: [route: string, Operation][];
let tags: string[];
beforeAll(async () => {
  test = await buildTestApp();
  const document = await readApiDocument<ApiDocument>(test);
  expect(document.components.securitySchemes.session).toMatchObject({
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
  });
  tags = document.tags.map(({ name }) => name);
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  );
});
afterAll(() => test.close());

const statusesOf = (id: string) =>
  Object.keys(operations.find(([, { operationId }]) => operationId === id)?.[1].responses ?? {});

describe('every operation of the API document', () => {
  it('has exactly this operationId', () => {
    const ids = operations.map(([route, { operationId }]) => [route, operationId]);
    expect(Object.fromEntries(ids)).toEqual(OPERATION_IDS);
    const unique = new Set(Object.values(OPERATION_IDS));
    expect(unique.size).toBe(operations.length);
    for (const id of unique) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)+$/);
  });

  it('has a summary and a declared tag', () => {
    for (const [route, { summary, tags: own }] of operations) {
      expect(summary, route).toMatch(/^[A-Z].+[^.]$/);
      expect(own, route).toHaveLength(1);
      expect(tags, route).toContain(own[0]);
    }
  });

  it('needs the session cookie where its access is not public', () => {
    for (const [route, { security, description = '' }] of operations) {
      const access = test.app.routeAccess.get(route.replace(/\{(\w+)\}/g, ':$1'));
      expect(security, route).toEqual(access === 'public' ? [] : [{ session: [] }]);
      expect(description.includes('Only for admins.'), route).toBe(access === 'admin');
    }
  });

  it('declares its errors with the one error schema', () => {
    for (const [route, { operationId, responses }] of operations) {
      for (const [status, { description, headers, content }] of Object.entries(responses)) {
        expect(description, `${route} ${status}`).not.toBe('Default Response');
        if (status < '400' || (operationId === 'checkReadiness' && status === '503')) continue;
        expect(content, `${route} ${status}`).toEqual({
          'application/json': { schema: { $ref: '#/components/schemas/ErrorResponse' } },
        });
        const isRetryable = status === '429' || status === '503';
        expect(headers !== undefined, `${route} ${status}`).toBe(isRetryable);
      }
    }
  });

  it.each([
    ['searchPeople', '200 400 429 500 503'],
    ['logIn', '200 400 401 403 413 415 429 500 503'],
    ['updateProfile', '200 400 401 403 409 411 413 415 429 500 503'],
    ['saveHandle', '200 201 400 401 403 413 415 429 500 503'],
    // An address with an invalid parameter is 404.
    ['requestHandleCode', '202 400 401 403 404 409 413 415 429 500 503'],
    ['proveHandle', '200 400 401 403 404 409 413 415 429 500 503'],
    ['deleteSavedPerson', '204 400 401 403 404 413 415 429 500 503'],
    ['listUsers', '200 400 401 403 500 503'],
    ['updateUser', '200 400 401 403 404 409 413 415 429 500 503'],
    ['checkLiveness', '200 400 500'],
  ])('%s declares %s', (id, statuses) => {
    expect(statusesOf(id).join(' ')).toBe(statuses);
  });
});

it('a test fails on a status that the document does not declare', () => {
  const operations = readOperations(test.app);
  const check = (statusCode: number) => () =>
    checkStatus(operations, 'GET', '/healthz?_t=1', { statusCode });
  expect(check(200)).not.toThrow();
  expect(check(418)).toThrow('does not declare 418');
});
