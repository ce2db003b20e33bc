import { describe, expect, it } from 'vitest';
import { type NoticeMail, noticeMail } from './notice-mails.ts';
import { confirmEmailMail, emailTakenMail, resetPasswordMail } from './templates.ts';

const URL = 'https://pay.example.com';
const UNDO = `${URL}/undo?token=secret`;

const notice = (more: Partial<NoticeMail> & Pick<NoticeMail, 'kind'>) =>
  noticeMail({
    at: new Date('2026-11-16T19:04:00Z'),
    device: 'Firefox on Linux',
    network: '203.0.113.1',
    details: {},
    link: UNDO,
    forgotPasswordLink: `${URL}/forgot-password`,
    publicUrl: URL,
    ...more,
  });

const HANDLES = { platform: 'cashapp', from: 'mine', to: 'theirs' };
const UNDO_LABEL = 'This wasn’t me. Undo it';

describe('a notice', () => {
  it.each<[NoticeMail['kind'], object, string, string, string[]]>([
    ['email-changed', {}, 'Your email was changed', UNDO_LABEL, []],
    ['password-changed', {}, 'Your password was changed', UNDO_LABEL, []],
    [
      'handle-added',
      { platform: 'cashapp', to: 'theirs' },
      'A Cash App name was added',
      UNDO_LABEL,
      ['$theirs'],
    ],
    [
      'handle-added',
      { platform: 'applepay', to: 'theirs@example.com' },
      'An Apple Pay name was added',
      UNDO_LABEL,
      ['theirs@example.com'],
    ],
    ['handle-changed', HANDLES, 'Your Cash App name was changed', UNDO_LABEL, ['$mine', '$theirs']],
    ['handle-removed', HANDLES, 'Your Cash App name was removed', UNDO_LABEL, ['$mine']],
    [
      'username-changed',
      { from: 'mine', to: 'theirs' },
      'Your username was changed',
      UNDO_LABEL,
      ['@mine', '@theirs'],
    ],
    ['passkey-added', {}, 'A passkey was added', UNDO_LABEL, []],
    ['new-device', {}, 'New login to your account', 'Sign out everywhere', []],
  ])(
    '%s says what happened, when and where, and has one button',
    (kind, details, subject, label, values) => {
      const mail = notice({ kind, details: { ...details } });
      expect(mail.subject).toBe(`${subject} - Payfolk`);
      expect(mail.text).toContain('When: November 16, 2026 at 19:04 UTC');
      expect(mail.text).toContain('Where: Firefox on Linux, network 203.0.113.1');
      expect(mail.text).toContain(`${label}:\n${UNDO}\n`);
      expect(mail.text).toContain('The link works for 7 days and only once.');
      expect(mail.html).toContain('When: <b>November 16, 2026 at 19:04 UTC</b>');
      expect(mail.html).toContain('Where: <b>Firefox on Linux, network 203.0.113.1</b>');
      expect(mail.html.match(/<a /g)).toHaveLength(1);
      expect(mail.html).toMatch(new RegExp(`href="${UNDO.replace('?', '\\?')}"[^>]*>${label}</a>`));
      for (const value of values) {
        expect(mail.text).toContain(value);
        expect(mail.html).toContain(`<b>${value}</b>`);
      }
    },
  );

  it('account-deleted has nothing to undo', () => {
    const mail = notice({ kind: 'account-deleted', link: undefined });
    expect(mail.subject).toBe('Your account was deleted - Payfolk');
    expect(mail.text).toContain('Your Payfolk account and everything in it were deleted.');
    expect(mail.text).toContain('When: November 16, 2026 at 19:04 UTC');
    expect(mail.text).toContain(`please contact the operator of ${URL}.`);
    expect(mail.html).not.toContain('<a ');
  });

  it('account-deleted by an admin says so', () => {
    const details = { by: 'admin' };
    const mail = notice({ kind: 'account-deleted', link: undefined, details, device: undefined });
    expect(mail.text).toContain('An admin deleted your Payfolk account and everything in it.');
    expect(mail.text).not.toContain('If this was you');
  });

  it('password-changed after a reset leads to another reset', () => {
    const mail = notice({ kind: 'password-changed', link: undefined });
    expect(mail.text).toContain(`This wasn’t me. Reset it again:\n${URL}/forgot-password\n`);
    expect(mail.html).toContain(`href="${URL}/forgot-password"`);
  });

  it('about an email never contains the new one: the old mailbox may be someone else’s', () => {
    const details = { from: 'old@example.com', to: 'new@example.com' };
    const mail = notice({ kind: 'email-changed', details });
    expect(mail.text + mail.html).not.toContain('new@example.com');
    expect(mail.text).toContain('was changed. We’ll no longer email this address.');
  });

  it('without details, as for an unconfirmed address, names no platform and no value', () => {
    const mail = notice({ kind: 'handle-changed' });
    expect(mail.subject).toBe('Your payment name was changed - Payfolk');
    expect(mail.text).not.toMatch(/Before:|Now:/);
  });

  it('that an earlier version queued has neither time nor place', () => {
    const mail = notice({
      kind: 'email-changed',
      at: undefined,
      device: undefined,
      network: undefined,
    });
    expect(mail.text).not.toMatch(/When:|Where:/);
  });
});

describe('values in HTML', () => {
  it('are escaped', () => {
    const details = {
      platform: 'venmo',
      from: '<b onload="x">&',
      to: '"><script>alert(1)</script>',
    };
    const { html, text } = notice({ kind: 'handle-changed', details, device: '<i>' });
    expect(html).not.toMatch(/<script|<b onload|<i>/);
    expect(html).toContain('<b>&lt;b onload=&quot;x&quot;&gt;&amp;</b>');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).toContain('Now: "><script>alert(1)</script>');
  });

  it('have no platform that is not ours', () => {
    const details = { platform: 'constructor', from: 'a', to: 'b' };
    expect(notice({ kind: 'handle-changed', details }).subject).toContain('Your payment name');
  });
});

describe('other mails', () => {
  it('a confirmation has its link, and the one that deletes the account', () => {
    const mail = confirmEmailMail(`${URL}/a?token=1`, `${URL}/b?token=1`);
    expect(mail.text).toContain(`Confirm your email:\n${URL}/a?token=1`);
    expect(mail.html).toContain(`href="${URL}/b?token=1"`);
    const changed = confirmEmailMail(`${URL}/a?token=1`, undefined);
    expect(changed.html.match(/<a /g)).toHaveLength(1);
    expect(changed.text).toContain('you can ignore this email');
  });

  it('a taken email leads to the login', () => {
    const mail = emailTakenMail(`${URL}/auth`);
    expect(mail.subject).toBe('This email already has an account - Payfolk');
    expect(mail.text).toContain(`Log in:\n${URL}/auth\n`);
    expect(mail.html).toContain(`href="${URL}/auth"`);
  });

  it('a reset says when and where it was requested', () => {
    const mail = resetPasswordMail(`${URL}/reset-password?token=1`, {
      facts: [['Where', 'network 203.0.113.1']],
      isAfterUndo: false,
    });
    expect(mail.text).toContain('Where: network 203.0.113.1');
    expect(mail.text).toContain('you can ignore this email');
    expect(mail.html).toContain(`href="${URL}/reset-password?token=1"`);
  });

  it('a reset after an undo says that it is needed', () => {
    const { text } = resetPasswordMail(URL, { facts: [], isAfterUndo: true });
    expect(text).toContain(
      'All devices were logged out of your Payfolk account. Choose a new password now',
    );
    expect(text).not.toContain('ignore');
  });

  it('all are readable in light and dark', () => {
    const { html } = emailTakenMail(URL);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('body, .page { background: #150d12 !important;');
  });
});
