import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { createDatabase, createPool } from '#server/db/client.ts';
import { insertSession } from '#server/db/sessions.ts';
import { createLogger } from '#server/lib/logger.ts';
import { createToken, hashToken } from '#server/lib/tokens.ts';
import { startServer } from './server-process.ts';
import { createTestDatabase } from './test-database.ts';

export const PHONE = { width: 390, height: 844 };
export const DESKTOP = { width: 1280, height: 800 };

/** The real built server on a database of its own, and a real browser in front of it. */
export async function openBrowser(env: Record<string, string> = {}) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'payfolk-e2e-'));
  const server = await startServer({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...env });
  const log = createLogger('silent');
  const pool = createPool(database.connection, log);
  const { db } = createDatabase(pool, [], log);
  const browser = await chromium.connect(inject('chromium'));

  /** A fresh visitor. Every outside host is answered here; none is ever reached. */
  async function newPage(options: BrowserContextOptions = {}): Promise<VisitorPage> {
    const context = await browser.newContext({ baseURL: server.url, viewport: PHONE, ...options });
    const problems: string[] = [];
    const outside: string[] = [];
    await context.route(
      (url) => url.origin !== server.url,
      (route) => {
        outside.push(route.request().url());
        return route.fulfill({
          contentType: 'text/html',
          body: '<title>Outside</title><h1>Outside</h1>',
        });
      },
    );
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    waitForCode(page);
    return Object.assign(page, { problems, outside });
  }

  /** Gives the page's browser a session of its own; the next page it opens has it. */
  async function signIn(page: Page, { id }: { id: number }) {
    const token = createToken();
    await insertSession(db, hashToken(token), id);
    await page.context().addCookies([{ name: 'session', value: token, url: server.url }]);
  }

  return {
    url: server.url,
    server,
    pool,
    dataDir,
    newPage,
    signIn,
    async close() {
      await browser.close();
      await pool.end();
      await server.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

export type TestBrowser = Awaited<ReturnType<typeof openBrowser>>;

/** `problems` are errors of the page that nobody expected; `outside` are the addresses it left for. */
export type VisitorPage = Page & { problems: string[]; outside: string[] };

/** A page shows before its code is there. Nobody presses a button within the same millisecond. */
function waitForCode(page: Page): void {
  const isUsable = () => page.locator('#root[inert]').waitFor({ state: 'detached' });
  const { goto, reload } = page;
  page.goto = async (...call) => {
    const response = await goto.apply(page, call);
    await isUsable();
    return response;
  };
  page.reload = async (...call) => {
    const response = await reload.apply(page, call);
    await isUsable();
    return response;
  };
}
