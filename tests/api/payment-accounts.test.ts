import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
beforeAll(async () => {
  test = await buildTestApp();
});
afterAll(() => test.close());

type Member = Awaited<ReturnType<TestApp['loginAs']>>;
const save = ({ call }: Member, platform: string, username: string) =>
  call('POST', '/api/payment-accounts', { body: { platform, username } });
const list = async ({ call }: Member) =>
  (
    (await call('GET', '/api/payment-accounts')).json() as { platform: string; username: string }[]
  ).map(({ platform, username }) => `${platform} ${username}`);
const rank = ({ call }: Member, platforms: unknown) =>
  call('PUT', '/api/payment-accounts/order', { body: { platforms } });

describe('payment accounts', () => {
  it('are empty at first', async () => {
    expect(await list(await test.loginAs())).toEqual([]);
  });

  it('are one for each platform: saving again replaces it', async () => {
    const member = await test.loginAs();
    const first = await save(member, 'cashapp', ' ana ');
    expect(first.statusCode).toBe(201);
    const facts = { since: expect.any(String), proof: null, proofDetail: null, provenAt: null };
    const account = { id: expect.any(Number), platform: 'cashapp', username: '$ana', ...facts };
    expect(first.json()).toEqual(account);
    const second = await save(member, 'cashapp', '@ana2');
    expect(second.statusCode).toBe(200);
    expect(second.json()).toEqual({
      ...first.json(),
      username: '$ana2',
      since: expect.any(String),
    });
    expect(await list(member)).toEqual(['cashapp $ana2']);
  });

  it('20 parallel saves of one platform leave one', async () => {
    const member = await test.loginAs();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => save(member, 'venmo', `@ana${index}`)),
    );
    const count = (status: number) => answers.filter((each) => each.statusCode === status).length;
    expect([count(201), count(200)]).toEqual([1, 19]);
    expect(await list(member)).toHaveLength(1);
  });

  it('have the default order until they are ranked', async () => {
    const member = await test.loginAs();
    for (const platform of ['venmo', 'applepay', 'cashapp', 'paypal']) {
      await save(member, platform, 'ana');
    }
    expect(await list(member)).toEqual(['cashapp $ana', 'paypal ana', 'applepay ana', 'venmo ana']);
    const ranked = await rank(member, ['venmo', 'paypal']);
    expect(ranked.statusCode).toBe(200);
    expect(await list(member)).toEqual(['venmo ana', 'paypal ana', 'cashapp $ana', 'applepay ana']);
    expect(ranked.json().map(({ platform }: { platform: string }) => platform)).toEqual([
      'venmo',
      'paypal',
      'cashapp',
      'applepay',
    ]);
    // A new handle keeps the place of the old one.
    await save(member, 'venmo', 'ana-new');
    expect((await list(member))[0]).toBe('venmo ana-new');
    await rank(member, []);
    expect((await list(member))[0]).toBe('cashapp $ana');
  });

  it('are unchanged by ranking one that does not exist', async () => {
    const member = await test.loginAs();
    await save(member, 'paypal', 'ana');
    expect((await rank(member, ['venmo', 'paypal'])).statusCode).toBe(200);
    expect(await list(member)).toEqual(['paypal ana']);
  });

  it('can be deleted once', async () => {
    const member = await test.loginAs();
    await save(member, 'paypal', 'ana');
    const gone = await member.call('DELETE', '/api/payment-accounts/paypal');
    expect(gone.statusCode).toBe(200);
    expect(gone.json().message).toBe('Your PayPal name was removed');
    expect(await list(member)).toEqual([]);
    const again = await member.call('DELETE', '/api/payment-accounts/paypal');
    expect(again.statusCode).toBe(404);
    expect(again.json().message).toBe('You have no PayPal name here.');
    expect((await member.call('DELETE', '/api/payment-accounts/zelle')).statusCode).toBe(400);
  });

  it('are separate for each member', async () => {
    const [ana, bo] = [await test.loginAs(), await test.loginAs()];
    await save(ana, 'venmo', 'ana');
    await save(bo, 'venmo', 'bo-bo');
    await bo.call('DELETE', '/api/payment-accounts/venmo');
    expect(await list(ana)).toEqual(['venmo ana']);
    expect(await list(bo)).toEqual([]);
  });
});
