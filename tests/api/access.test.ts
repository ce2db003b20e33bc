import Fastify, { type InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Access, registerAccess } from '#server/plugins/access.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

/** Who may call each route. A route that is not here, or that changes, fails the run. */
const ROUTE_ACCESS: Record<string, Access> = {
  'DELETE /api/contacts/:id': 'user',
  'DELETE /api/passkeys/:id': 'user',
  'DELETE /api/payment-accounts/:platform': 'user',
  'DELETE /api/saved-people/ids/:id': 'user',
  'DELETE /api/sessions': 'user',
  'DELETE /api/sessions/:id': 'user',
  'DELETE /api/user/:id': 'user',
  'GET /*': 'public',
  'GET /@:username': 'public',
  'GET /@:username/button.svg': 'public',
  'GET /@:username/card.png': 'public',
  'GET /@:username/contact.vcf': 'public',
  'GET /@:username/qr.svg': 'public',
  'GET /@:username/sign': 'public',
  'GET /api/admin/audit': 'admin',
  'GET /api/admin/reviews': 'admin',
  'GET /api/admin/reviews/counts': 'admin',
  'GET /api/admin/stats': 'admin',
  'GET /api/admin/users': 'admin',
  'GET /api/avatars/:file': 'public',
  'GET /api/check-updates': 'public',
  'GET /api/contacts': 'user',
  'GET /api/db-heartbeat': 'public',
  'GET /api/docs': 'public',
  'GET /api/keep-alive': 'public',
  'GET /api/me/activity': 'user',
  'GET /api/me/export': 'user',
  'GET /api/me/security': 'user',
  'GET /api/me/verification': 'user',
  'GET /api/me/website-proof': 'user',
  'GET /api/openapi.json': 'public',
  'GET /api/passkeys': 'user',
  'GET /api/payment-accounts': 'user',
  'GET /api/qrcode': 'public',
  'GET /api/saved-people': 'user',
  'GET /api/saved-people/ids': 'user',
  'GET /api/sessions': 'user',
  'GET /api/user': 'user',
  'GET /api/users/search': 'public',
  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'PATCH /api/admin/users/:id': 'admin',
  'PATCH /api/contacts/:id': 'user',
  'PATCH /api/me': 'user',
  'PATCH /api/passkeys/:id': 'user',
  'POST /api/add-person': 'user',
  'POST /api/admin/reviews/:id': 'admin',
  'POST /api/admin/reviews/:id/reopen': 'admin',
  'POST /api/confirm-email': 'public',
  'POST /api/contact': 'public',
  'POST /api/disown-account': 'public',
  'POST /api/forgot-password': 'public',
  'POST /api/login': 'public',
  'POST /api/login/passkey': 'public',
  'POST /api/login/passkey/options': 'public',
  'POST /api/logout': 'public',
  'POST /api/me/confirmation': 'user',
  'POST /api/me/password': 'user',
  'POST /api/passkeys': 'user',
  'POST /api/passkeys/options': 'user',
  'POST /api/me/suspension-answer': 'user',
  'POST /api/me/verification': 'user',
  'POST /api/me/website-proof': 'user',
  'POST /api/payment-accounts': 'user',
  'POST /api/payment-accounts/:platform/code': 'user',
  'POST /api/payment-accounts/:platform/proof': 'user',
  'POST /api/reauthenticate': 'user',
  'POST /api/reauthenticate/options': 'user',
  'POST /api/register': 'public',
  'POST /api/register-with-accounts': 'public',
  'POST /api/reports': 'public',
  'POST /api/reset-password': 'public',
  'POST /api/sign-out-everywhere': 'public',
  'POST /api/undo': 'public',
  'PUT /api/payment-accounts/order': 'user',
  'PUT /api/saved-people/:username': 'user',
};

/** Members may only access what is theirs here; admins may access everything. */
const OWN = new Set(['DELETE /api/user/:id']);

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

/** Fastify answers HEAD wherever it answers GET, with the same access. */
const withoutHead = (access: Map<string, Access>) =>
  Object.fromEntries([...access].filter(([route]) => !route.startsWith('HEAD ')).sort());

describe('access', () => {
  it('is declared for exactly these routes', () => {
    expect(withoutHead(test.app.routeAccess)).toEqual(ROUTE_ACCESS);
  });

  it('prevents the start if a route declares none', () => {
    const app = Fastify();
    registerAccess(app);
    expect(() => app.get('/api/no-access', () => 'hello')).toThrow(
      'Route GET /api/no-access declares no access.',
    );
  });

  describe.each(Object.entries(ROUTE_ACCESS))('%s', (route, access) => {
    const [method, pattern] = route.split(' ') as [InjectOptions['method'], string];
    // The id does not exist; access is checked before anything is queried.
    const url = pattern.replace(/:\w+/g, '999999999').replace('*', '');

    async function statusFor(role: 'visitor' | 'member' | 'admin') {
      if (role === 'visitor') return (await test.call(method, url)).statusCode;
      const { call } = await test.loginAs({ isAdmin: role === 'admin' });
      return (await call(method, url)).statusCode;
    }

    it(`lets the right people in: ${access}`, async () => {
      const isLet = (status: number) => status !== 401 && status !== 403;
      const visitor = await statusFor('visitor');
      if (access === 'public') expect(visitor).not.toBe(403);
      else expect(visitor).toBe(401);

      const member = await statusFor('member');
      if (access === 'admin' || OWN.has(route)) expect(member).toBe(403);
      else expect(isLet(member)).toBe(true);

      expect(isLet(await statusFor('admin'))).toBe(true);
    });
  });

  it.each([...OWN])('%s lets the owner in', async (route) => {
    const [method, pattern] = route.split(' ') as [InjectOptions['method'], string];
    const owner = await test.loginAs();
    expect((await owner.call(method, pattern.replace(':id', String(owner.id)))).statusCode).toBe(
      200,
    );
  });
});
