import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '#server/lib/project-root.ts';
import { assembleStage, readSentNames, readStages } from '#tests/support/dockerfile.ts';
import { makeFolder } from '#tests/support/embedded.ts';
import { startServer } from '#tests/support/server-process.ts';
import { createTestDatabase } from '#tests/support/test-database.ts';
import { createCleanups } from '#tests/support/within.ts';

const cleanups = createCleanups();
afterEach(() => cleanups.run());

async function makeTemporaryFolder() {
  const folder = await makeFolder();
  cleanups.add('folder', () => rm(folder, { recursive: true, force: true }));
  return folder;
}

describe('the container image', () => {
  it('is sent every file that it copies, and no other', async () => {
    const [build = [], runtime = []] = await readStages();
    const made = ['node_modules', 'dist'];
    const copied = [...build, ...runtime]
      .flatMap(({ sources }) => sources)
      .filter((name) => !made.includes(name));
    expect([...new Set(copied)].sort()).toEqual((await readSentNames()).sort());
  });

  it('is built from all that the build reads', async () => {
    const folder = await makeTemporaryFolder();
    const [build = []] = await readStages();
    await assembleStage(build, folder);
    const fingerprints = async (cwd: string) => {
      const program =
        "import('./scripts/lib/build.mjs').then((m) => console.log(m.listParts().map((part) => part.stamp)))";
      return (await promisify(execFile)(process.execPath, ['-e', program], { cwd })).stdout;
    };
    expect(await fingerprints(folder)).toBe(await fingerprints(projectRoot));
  });

  it('starts and searches with nothing but the files and packages that its last stage copies', async () => {
    const folder = await makeTemporaryFolder();
    const stages = await readStages();
    await assembleStage(stages.at(-1) ?? [], folder);
    const database = await createTestDatabase({ isEmpty: true });
    cleanups.add('database', () => database.drop());
    const server = await startServer(
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://pay.example.com',
        DATABASE_URL: database.url,
        DATA_DIR: await makeTemporaryFolder(),
      },
      folder,
    );
    cleanups.add('server', () => server.stop());
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    const page = await fetch(`${server.url}/`);
    expect(page.status).toBe(200);
    const [, script = ''] = /src="(\/assets\/[^"]+\.js)"/.exec(await page.text()) ?? [];
    expect((await fetch(server.url + script)).status).toBe(200);
    const search = await fetch(`${server.url}/api/users/search?query=maya`);
    expect({ status: search.status, people: await search.json() }).toEqual({
      status: 200,
      people: [],
    });
  });

  it('runs as a user without rights, with one volume and a health check on /readyz', async () => {
    const text = await readFile(path.join(projectRoot, 'Dockerfile'), 'utf8');
    const last = text.slice(text.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER node$/m);
    expect(last.match(/^VOLUME .*$/gm)).toEqual(['VOLUME /data']);
    expect(last).toMatch(/^HEALTHCHECK [^[]*CMD \["node", "-e", .*\/readyz/m);
    expect(last).toMatch(/^CMD \["node", "dist\/src\/server\/main\.js"\]$/m);
  });
});
