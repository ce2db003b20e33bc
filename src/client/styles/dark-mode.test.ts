import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const CLIENT = path.join(import.meta.dirname, '..');
const sources = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test)\.(css|html|js|tsx?)$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(CLIENT, file), 'utf8') }));

/** The accessibility tests repeat only the rules about colors in dark mode. */
test('dark mode changes nothing but colors', () => {
  const asking = sources.filter(({ text }) => text.includes('prefers-color-scheme'));
  expect(asking.map(({ file }) => file).sort()).toEqual([
    'index.html',
    'public/install-guide.css',
    'styles/tokens.css',
  ]);
  const page = asking.find(({ file }) => file === 'index.html')?.text ?? '';
  expect(page.match(/.*prefers-color-scheme.*/g)).toEqual([
    expect.stringContaining('<meta name="theme-color"'),
    expect.stringContaining('<meta name="theme-color"'),
  ]);
  const rules = asking.flatMap(({ text }) => [
    ...text.matchAll(/@media \(prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}\s*\}/g),
  ]);
  expect(rules).toHaveLength(2);
  const lines = rules.flatMap(([, body = '']) => body.split('\n').map((line) => line.trim()));
  const isColor = (line: string) => /^--[\w-]+: (#[\da-f]{6}|rgb\([\d ./]+\)|none);$/.test(line);
  expect(lines.filter((line) => line && !isColor(line))).toEqual([]);
  const classes = sources.flatMap(({ text }) => text.match(/dark:[\w:/[\]-]+/g) ?? []);
  expect(new Set(classes)).toEqual(new Set(['dark:border-line']));
});
