import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, onTestFinished, test } from 'vitest';
import { openSite, type Site } from '#tests/support/site.ts';
import type { Engine, EngineName, EngineSettings } from './engine.ts';
import { recordPage } from './in-page.ts';
import { administrate } from './journeys/admin.ts';
import type { Journey } from './journeys/journey.ts';
import { editProfile } from './journeys/profile.ts';
import { payOnPublicPage } from './journeys/public-page.ts';
import { registerWithHandles } from './journeys/register.ts';
import { resetPassword } from './journeys/reset-password.ts';
import { searchAndPay } from './journeys/search-and-pay.ts';
import { openOutside } from './outside.ts';
import { startChromium, startFirefox } from './puppeteer-engine.ts';
import { Visitor } from './visitor.ts';
import { startWebKit } from './webkit-engine.ts';

const START: Record<EngineName, (settings: EngineSettings) => Promise<Engine>> = {
  chromium: startChromium,
  firefox: startFirefox,
  webkit: startWebKit,
};
const ALL: Journey[] = [
  searchAndPay,
  registerWithHandles,
  resetPassword,
  editProfile,
  payOnPublicPage,
  administrate,
];
const journeys = process.env.ENGINE_JOURNEYS === 'all' ? ALL : [searchAndPay];
const engines = (process.env.ENGINES ?? '').split(',') as EngineName[];

describe.each(engines)('%s', (name) => {
  let outside: Awaited<ReturnType<typeof openOutside>>;
  let site: Site;
  let home: string;
  let engine: Engine;
  beforeAll(async () => {
    outside = await openOutside();
    site = await openSite();
    home = await mkdtemp(path.join(tmpdir(), 'payfolk-engine-'));
    engine = await START[name]({ home, site: site.url, proxy: outside.proxy });
  });
  afterAll(async () => {
    await engine?.close();
    await site.close();
    await outside.close();
    await rm(home, { recursive: true, force: true });
  });

  test.each(journeys.map((journey) => [journey.name, journey] as const))('%s', async (_, each) => {
    const page = await Promise.race([engine.newPage(recordPage), engine.died]);
    onTestFinished(() => Promise.race([page.close(), engine.died]));
    const visitor = new Visitor(page, site.url, home);
    const travel = each.travel(visitor, { site, engine: name, home });
    await Promise.race([travel, page.died, engine.died]);
    await visitor.expectNoProblems();
  });
});
