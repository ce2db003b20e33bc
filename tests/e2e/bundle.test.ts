import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/lib/project-root.ts';

const folder = path.join(projectRoot, 'dist/client');

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}
const manifest = JSON.parse(
  readFileSync(path.join(folder, '.vite/manifest.json'), 'utf8'),
) as Record<string, Chunk>;

/** The entry and everything that it imports: what the home screen needs. */
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

const gzipSize = (files: string[]) =>
  files.reduce((sum, file) => sum + gzipSync(readFileSync(path.join(folder, file))).length, 0);

test('the first load of / is at most 100 kB of script and 15 kB of style, compressed', () => {
  const { scripts, sheets } = firstLoad();
  expect(scripts.length).toBeGreaterThan(0);
  expect(sheets.length).toBeGreaterThan(0);
  expect(gzipSize(scripts)).toBeLessThanOrEqual(100_000);
  expect(gzipSize(sheets)).toBeLessThanOrEqual(15_000);
});

test('the page has no inline script or style and preloads its fonts', () => {
  const page = readFileSync(path.join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*src=)|<style|style="|onload=/);
  const fonts = [...page.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file]) => file);
  expect(fonts).toHaveLength(2);
  for (const file of fonts) expect(readdirSync(folder, { recursive: true })).toContain(file);
  const sheets = firstLoad().sheets.map((file) => readFileSync(path.join(folder, file), 'utf8'));
  expect(sheets.join('').match(/font-display:swap/g)).toHaveLength(2);
});
