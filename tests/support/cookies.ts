import type { LightMyRequestResponse } from 'fastify';

/** The session cookie that an answer sets, as a browser would send it back. */
export function sessionOf(answer: LightMyRequestResponse): Record<string, string> {
  const cookie = answer.cookies.find(({ name }) => name.endsWith('session'));
  if (!cookie?.value) throw new Error('The answer sets no session cookie.');
  return { [cookie.name]: cookie.value };
}
