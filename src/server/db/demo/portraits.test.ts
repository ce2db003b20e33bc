import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#server/lib/project-root.ts';
import { PORTRAITS, portraitSvg } from './portraits.ts';

const folder = path.join(projectRoot, 'src/client/assets/portraits');

test.each(Object.entries(PORTRAITS))('the pages draw %s as the server does', (name, recipe) => {
  expect(readFileSync(path.join(folder, `${name}.svg`), 'utf8')).toBe(portraitSvg(recipe));
});

test('there is no picture without a recipe', () => {
  const names = readdirSync(folder).map((file) => path.parse(file).name);
  expect(names.sort()).toEqual(Object.keys(PORTRAITS).sort());
});
