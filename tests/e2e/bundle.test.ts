import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { projectRoot } from '#server/lib/project-root.ts';
import { openBrowser, type TestBrowser, type VisitorPage } from '#tests/support/browser.ts';
import { type RegisteredPerson, registerPerson } from '#tests/support/people.ts';

const folder = path.join(projectRoot, 'dist/client');

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
const manifest = JSON.parse(
  readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'),
) as Record<string, Chunk>;

/** What the home screen needs before it shows: the entry and all that it imports. */
function firstLoad() {
  const scripts = new Set<string>();
  const sheets = new Set<string>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || scripts.has(chunk.file)) return;
    scripts.add(chunk.file);
    for (const sheet of chunk.css ?? []) sheets.add(sheet);
    for (const next of chunk.imports ?? []) visit(next);
  };
  visit('index.html');
  return { scripts: [...scripts], sheets: [...sheets] };
}

/** The modules that a route needs before it shows. */
function modulesOf(name: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(name)) {
    seen.add(name);
    for (const next of manifest[name]?.imports ?? []) modulesOf(next, seen);
  }
  return seen;
}

test('no screen loads Zod before a form needs it', () => {
  const routes = Object.keys(manifest).filter((name) => name.startsWith('app/routes/'));
  const rules = Object.keys(manifest).filter((name) => name.startsWith('_rules-'));
  expect(routes).toContain('app/routes/profile.tsx');
  expect(rules).toHaveLength(1);
  for (const route of ['index.html', ...routes]) {
    expect([...modulesOf(route)], route).not.toContain(rules[0]);
  }
});

/** The total size of the files that the server sends to browsers that accept gzip. */
const gzipSize = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(path.join(folder, `${file}.gz`)).size, 0);

test('the first load of / is at most 100 kB of script and 15 kB of style, zipped', () => {
  const { scripts, sheets } = firstLoad();
  expect(scripts.length).toBeGreaterThan(0);
  expect(sheets.length).toBeGreaterThan(0);
  expect(gzipSize(scripts)).toBeLessThanOrEqual(100_000);
  expect(gzipSize(sheets)).toBeLessThanOrEqual(15_000);
});

let browser: TestBrowser;
let maya: RegisteredPerson;
beforeAll(async () => {
  browser = await openBrowser();
  maya = await registerPerson(browser, { name: 'Maya Okafor', handles: { venmo: '@maya-o' } });
});
afterAll(() => browser.close());

interface FirstVisit {
  address: string;
  encoding: 'br' | 'gzip';
  isThere: (page: VisitorPage) => Promise<void>;
}

/** The encoded bytes of every script and style sheet that a first visit loads. */
async function bytesOf({ address, encoding, isThere }: FirstVisit) {
  const page = await browser.newPage();
  onTestFinished(() => page.context().close());
  await page.setExtraHTTPHeaders({ 'accept-encoding': encoding });
  const started: Request[] = [];
  page.on('request', (request) => started.push(request));
  await page.goto(address);
  await isThere(page);
  const loaded = await Promise.all(
    started
      .filter((request) => ['script', 'stylesheet'].includes(request.resourceType()))
      .map(async (request) => {
        const response = await request.response();
        await response?.finished();
        const { responseBodySize: bytes } = await request.sizes();
        return {
          type: request.resourceType(),
          bytes,
          encoding: await response?.headerValue('content-encoding'),
        };
      }),
  );
  expect(loaded.map((file) => file.encoding)).toContain(encoding);
  const sum = (type: string) =>
    loaded.filter((file) => file.type === type).reduce((total, { bytes }) => total + bytes, 0);
  return { script: sum('script'), style: sum('stylesheet') };
}

test('a first visit with the tour transfers at most 100 kB of script and 15 kB of style, zipped', async () => {
  const { script, style } = await bytesOf({
    address: '/',
    encoding: 'gzip',
    isThere: (page) => page.getByRole('dialog', { name: 'Welcome to' }).waitFor(),
  });
  expect(script).toBeGreaterThan(0);
  expect(script).toBeLessThanOrEqual(100_000);
  expect(style).toBeGreaterThan(0);
  expect(style).toBeLessThanOrEqual(15_000);
});

test.each([
  ['br', 100_000],
  ['gzip', 113_700],
] as const)(
  'a first visit by a shared link, encoded as %s, transfers at most %i bytes of script',
  async (encoding, most) => {
    const { script } = await bytesOf({
      address: `/?search=${maya.username}&platform=venmo`,
      encoding,
      isThere: (page) => page.locator('article').waitFor(),
    });
    expect(script).toBeGreaterThan(0);
    expect(script).toBeLessThanOrEqual(most);
  },
);

test('the page has no inline script or style and preloads its fonts', () => {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|style="|onload=/);
  const fonts = [...page.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file]) => file);
  expect(fonts).toHaveLength(2);
  for (const file of fonts) expect(readdirSync(folder, { recursive: true })).toContain(file);
  const sheets = firstLoad().sheets.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(sheets.join('').match(/font-display:swap/g)).toHaveLength(2);
});
