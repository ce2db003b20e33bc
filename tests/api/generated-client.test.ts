import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addContact,
  createApiClient,
  listUsers,
  registerAndLogIn,
  saveAndFindHandle,
  shareAndExport,
} from '#tests/generated-client/journeys.ts';
import { readApiDocument } from '#tests/support/api-document.ts';
import { buildTestApp, type TestApp } from '#tests/support/test-app.ts';

let test: TestApp;
let baseUrl: string;
beforeAll(async () => {
  test = await buildTestApp();
  await test.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
});
afterAll(() => test.close());

const client = (cookies: Record<string, string> = {}) => {
  const [cookie] = Object.entries(cookies).map((pair) => pair.join('='));
  const options = { baseUrl, origin: test.config.publicUrl };
  return createApiClient(cookie === undefined ? options : { ...options, cookie });
};

describe('a client generated from the API document', () => {
  it('walks the main journeys', async () => {
    const member = client();
    const visitor = client();
    const { ids, username, ...session } = await registerAndLogIn(member);
    expect(new Set(ids).size).toBe(1);
    expect(session).toEqual({
      refusedFields: { name: 'Name must be at least 2 characters' },
      loggedOutCode: 'NOT_SIGNED_IN',
    });
    expect(await saveAndFindHandle(member, visitor)).toEqual({
      saved: '@gena-rated',
      listed: ['venmo'],
      found: '@gena-rated',
    });
    expect(await addContact(member)).toEqual({
      notes: 'Met at the market',
      missingCode: 'NOT_FOUND',
    });
    expect(await shareAndExport(member, username)).toEqual({
      picture: 'data:image/png;base64,',
      url: `${test.config.publicUrl}/?search=${username}&platform=venmo`,
      exported: ['Gena Rated', 1, 1],
    });
    const admin = await test.loginAs({ isAdmin: true });
    expect(await listUsers(client(admin.cookies), member)).toEqual({
      refusedCode: 'NOT_ALLOWED',
      emails: ['gena@example.com'],
    });
  });

  it('has types that take the right paths and bodies, and no wrong ones', async () => {
    const document = await readApiDocument<OpenAPI3>(test);
    const types = astToString(await openapiTypescript(document));
    const source = readFileSync(JOURNEYS, 'utf8');
    const check = createTypeCheck(types);
    expect(check(source)).toEqual([]);
    const mistakes = [
      ["POST('/api/login'", "POST('/api/log-in'"],
      ["GET('/api/user', ", "PUT('/api/user', "],
      ["paymentPlatform: 'paypal'", "paymentPlatform: 'zelle'"],
      ['path: { id } }, body', 'path: { key: id } }, body'],
      ['cards[0]?.venmoUsername', 'cards[0]?.zelleUsername'],
      ['refused.error?.fields', 'refused.error?.reasons'],
    ] as const;
    let wrong = source;
    for (const [right, mistake] of mistakes) wrong = wrong.replace(right, mistake);
    const errors = check(wrong).join('\n');
    for (const [, mistake] of mistakes) expect(errors).toContain(mistake);
  });
});

const JOURNEYS = path.resolve('tests/generated-client/journeys.ts');
const TYPES = path.resolve('tests/generated-client/api-types.ts');

/** The lines with type errors of a version of journeys.ts, with generated types in place of api-types.ts. */
function createTypeCheck(types: string) {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, process.cwd());
  const host = ts.createCompilerHost(options);
  const { readFile, getSourceFile } = host;
  const texts = new Map([[TYPES, types]]);
  const parsed = new Map<string, ts.SourceFile | undefined>();
  host.readFile = (file) => texts.get(file) ?? readFile(file);
  host.getSourceFile = (file, ...rest) => {
    if (!parsed.has(file)) parsed.set(file, getSourceFile(file, ...rest));
    return parsed.get(file);
  };
  return (source: string): string[] => {
    texts.set(JOURNEYS, source);
    parsed.delete(JOURNEYS);
    const program = ts.createProgram([JOURNEYS], { ...options, types: [] }, host);
    const diagnostics = ts.getPreEmitDiagnostics(program, program.getSourceFile(JOURNEYS));
    return diagnostics.map(({ file, start = 0, messageText }) => {
      const message = ts.flattenDiagnosticMessageText(messageText, ' ');
      const line = file?.getLineAndCharacterOfPosition(start).line;
      return line === undefined ? message : `${source.split('\n')[line]}: ${message}`;
    });
  };
}
