import { readMails } from './mails.ts';
import type { TestApp } from './test-app.ts';

/** The email to somebody with this subject, the newest of several. */
export async function noticeTo(test: TestApp, address: string, subject: string) {
  const mails = await readMails(test);
  const found = mails.findLast((mail) => mail.to === address && mail.subject.startsWith(subject));
  if (!found) {
    const subjects = mails.filter(({ to }) => to === address).map((mail) => mail.subject);
    throw new Error(`No mail '${subject}' to ${address}; there are: ${subjects.join(', ')}`);
  }
  return found;
}

/** The token of the link in that email. */
export async function tokenOfNotice(test: TestApp, address: string, subject: string) {
  const { token } = await noticeTo(test, address, subject);
  if (!token) throw new Error(`The mail '${subject}' to ${address} has no link with a token.`);
  return token;
}

export const undo = (test: TestApp, token: string, remoteAddress = '203.0.113.1') =>
  test.call('POST', '/api/undo', { body: { token }, remoteAddress });
