import { afterEach, describe, expect, it, vi } from 'vitest';
import { readMails } from '#tests/support/mails.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
afterEach(() => test.close());

const MESSAGE = { email: 'visitor@example.com', message: 'Hello,\n\nhow do I change my name?' };
const send = (body: object = MESSAGE) => test.call('POST', '/api/contact', { body });

const recipients = async () => (await readMails(test)).map(({ to }) => to);

describe('a message to the operator', () => {
  it('is mailed to CONTACT_EMAIL', async () => {
    test = await buildTestApp({ contactEmail: 'help@pay.example' });
    const answer = await send();
    expect(answer.statusCode).toBe(202);
    expect(answer.json()).toEqual({ message: 'Thanks for your message. We’ll answer by email.' });
    const mails = await readMails(test);
    expect(mails.map(({ to }) => to)).toEqual(['help@pay.example']);
    expect(mails[0]?.text).toContain(MESSAGE.message);
    expect(mails[0]?.text).toContain(MESSAGE.email);
  });

  it('is sent right after the response', async () => {
    test = await buildTestApp({ contactEmail: 'help@pay.example' });
    const wake = vi.spyOn(test.app.jobs, 'wake');
    await send();
    await expect.poll(() => wake.mock.calls.length).toBe(1);
  });

  it('is mailed to admins with a confirmed address, or refused where there is none', async () => {
    test = await buildTestApp();
    await test.insertPerson({ email: 'member@example.com', emailProvenAt: new Date() });
    await test.insertPerson({ email: 'unproven@example.com', isAdmin: true });
    const refused = await send();
    expect(refused.statusCode).toBe(503);
    expect(refused.json().message).toBe(
      'This site can’t receive messages yet. Please try again later.',
    );
    expect(await recipients()).toEqual([]);
    await test.insertPerson({
      email: 'admin@example.com',
      isAdmin: true,
      emailProvenAt: new Date(),
    });
    expect((await send()).statusCode).toBe(202);
    expect(await recipients()).toEqual(['admin@example.com']);
  });

  it.each([
    ['a missing message', { email: MESSAGE.email }, 'message'],
    ['a short one', { ...MESSAGE, message: '  Hello   ' }, 'message'],
    ['a long one', { ...MESSAGE, message: 'a'.repeat(2_001) }, 'message'],
    ['hidden characters', { ...MESSAGE, message: 'Pay here \u202Emoc.live' }, 'message'],
    [
      'a line break in the address',
      { ...MESSAGE, email: 'a@b.example\nBcc: c@d.example' },
      'email',
    ],
  ])('is refused with %s', async (_, body, field) => {
    test = await buildTestApp({ contactEmail: 'help@pay.example' });
    const answer = await send(body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().fields)).toEqual([field]);
    expect(await recipients()).toEqual([]);
  });

  it('can be sent 5 times a day from one network', async () => {
    test = await buildTestApp({ contactEmail: 'help@pay.example', rateLimits: true });
    for (let count = 0; count < 5; count += 1) expect((await send()).statusCode).toBe(202);
    const refused = await send();
    expect(refused.statusCode).toBe(429);
    expect(await recipients()).toEqual(Array.from({ length: 5 }, () => 'help@pay.example'));
  });
});

describe('Terms, Privacy and Contact', () => {
  it('are pages of ours', async () => {
    test = await buildTestApp();
    for (const [path, words] of [
      ['/terms', 'takes no fees, holds no money'],
      ['/privacy', 'how long, and how to export or delete it'],
      ['/contact', 'Write to the people who run this site.'],
    ] as const) {
      const { statusCode, body } = await test.call('GET', path);
      expect(statusCode).toBe(200);
      expect(body.replaceAll('<!-- -->', '')).toContain(words);
      expect(body).not.toContain('name="contact"');
    }
  });

  it('or lead to the operator’s own', async () => {
    test = await buildTestApp({
      termsUrl: 'https://operator.example/terms',
      privacyUrl: 'https://operator.example/privacy',
      contactEmail: '"><b>@pay.example',
    });
    for (const name of ['terms', 'privacy']) {
      const { statusCode, headers } = await test.call('GET', `/${name}`);
      expect(statusCode).toBe(302);
      expect(headers.location).toBe(`https://operator.example/${name}`);
    }
    const { body } = await test.call('GET', '/contact');
    expect(body).toContain('<meta name="contact" content="&quot;&gt;&lt;b&gt;@pay.example">');
  });
});
