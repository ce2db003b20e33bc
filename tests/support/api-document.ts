import type { TestApp } from './test-app.ts';

/** The document of the API as programs get it. A test names the type of what it reads. */
export async function readApiDocument<Document>({
  call,
}: Pick<TestApp, 'call'>): Promise<Document> {
  const answer = await call('GET', '/api/openapi.json');
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`);
  return answer.json<Document>();
}
