import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root } from './lib/root.mjs';
import { run } from './lib/run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'payfolk-sbom-'));
afterAll(() => rmSync(folder, { recursive: true }));

let list;
beforeAll(async () => {
  const file = join(folder, 'sbom.json');
  const { code, output } = await run(process.execPath, [join(root, 'scripts/sbom.mjs'), file], {
    quiet: true,
  });
  expect(code, output).toBe(0);
  list = JSON.parse(readFileSync(file, 'utf8'));
});

it('lists what runs on the server and what is sent to browsers, with what these need', () => {
  const names = list.components.map(({ name }) => name);
  for (const name of ['fastify', 'pg', 'zod', 'light-my-request']) expect(names).toContain(name);
  const sent = ['react', 'scheduler', 'wouter', '@hookform/resolvers', '@tanstack/query-core'];
  for (const name of [...sent, '@radix-ui/react-dialog', '@fontsource-variable/gabarito']) {
    expect(names).toContain(name);
  }
});

it('lists no tool, and calls nothing in it one', () => {
  const names = list.components.map(({ name }) => name);
  for (const name of ['vite', 'vitest', 'knip', '@types/react']) expect(names).not.toContain(name);
  expect(JSON.stringify(list)).not.toContain('cdx:npm:package:development');
});

it('names no package that is not listed', () => {
  const listed = new Set(list.components.map((component) => component['bom-ref']));
  listed.add(list.metadata.component['bom-ref']);
  const named = list.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]);
  expect(named.filter((ref) => !listed.has(ref))).toEqual([]);
});
