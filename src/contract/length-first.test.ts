import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import {
  placesIn,
  type TextSchema,
  unboundedPlaces,
  valueWith,
} from '#tests/support/text-places.ts';
import { payLink, shareLink } from './pay-links.ts';

const folder = new URL('.', import.meta.url);
const sources = readdirSync(folder).filter((file) => /(?<!\.test)\.ts$/.test(file));

/** Everything that a route takes, and every field of which forms are made. */
const inputs: [string, z.ZodType][] = [];
for (const file of sources) {
  const exported = await import(new URL(file, folder).href);
  for (const [name, schema] of Object.entries<unknown>(exported)) {
    const isInput = /(Input|Query|Params|Field)$/.test(name) && schema instanceof z.ZodType;
    if (isInput) inputs.push([`${file} ${name}`, schema]);
    if (name === 'optionalHandleFields')
      inputs.push([`${file} ${name}`, z.object(schema as z.ZodRawShape)]);
  }
}

const describeInput = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as TextSchema;

it('there are inputs to check', () => {
  expect(inputs.length).toBeGreaterThan(25);
});

it.each(inputs)('%s: every text and every list has a maximum', (_, schema) => {
  expect(unboundedPlaces(describeInput(schema))).toEqual([]);
});

/** What reads a text from end to end, and zod itself uses only for short ones. */
const READERS = [
  ...(['normalize', 'replace', 'replaceAll', 'trim', 'toLowerCase', 'match', 'split'] as const).map(
    (method) => [String.prototype, method] as const,
  ),
  [String.prototype, Symbol.iterator],
  [RegExp.prototype, 'test'],
  [RegExp.prototype, 'exec'],
  [URL, 'canParse'],
] as unknown as [Record<string, () => unknown>, string][];

/** The rules that read `text` while `work` runs. */
function readersOf(text: string, work: () => void): string[] {
  const spies = READERS.map(
    ([owner, method]) => [String(method), vi.spyOn(owner, method)] as const,
  );
  work();
  const readers = spies.filter(([, { mock }]) =>
    [...mock.contexts, ...mock.calls.flat()].some((read) => read === text || String(read) === text),
  );
  vi.restoreAllMocks();
  return readers.map(([method]) => method);
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('length first', () => {
  it.each(inputs)('%s: no rule reads a text that is too long', (_, schema) => {
    for (const { path, schema: place } of placesIn(describeInput(schema))) {
      if (place.type !== 'string') continue;
      const text = 'a'.repeat((place.maxLength ?? 0) + 1);
      const value = valueWith(path, text);
      const readers = readersOf(text, () => {
        expect(schema.safeParse(value).success).toBe(false);
      });
      expect(readers, path.join('.')).toEqual([]);
    }
  });

  it('a link made from the address bar: no rule reads a text that is too long', () => {
    const text = 'a'.repeat(5_000);
    const readers = readersOf(text, () => {
      payLink('venmo', text, { amount: text, note: text });
      shareLink('https://payfolk.example', { username: 'ana', amount: text, note: text });
    });
    expect(readers).toEqual([]);
  });
});

it('no entry of a list that is too long is checked', () => {
  const lists = inputs.flatMap(([name, schema]) =>
    placesIn(describeInput(schema))
      .filter(({ schema: { type } }) => type === 'array')
      .map(({ path, schema: { maxItems = 0 } }) => ({ name, schema, path, maxItems })),
  );
  expect(lists.length).toBeGreaterThanOrEqual(3);
  for (const { name, schema, path, maxItems } of lists) {
    const entries = Array.from({ length: maxItems + 1 }, () => 7);
    const value = path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), entries);
    const { error } = schema.safeParse(value);
    const deeper = error?.issues.filter((issue) => issue.path.length > path.length);
    expect(deeper, name).toEqual([]);
  }
});

it('only text-field.ts makes text with rules: everything else starts from it', () => {
  // Responses have texts without rules.
  const withRules = /z\s*\.string\((?!\)(\.nullable\(\))?[\s,;)])/;
  const offenders = sources.filter(
    (file) =>
      file !== 'text-field.ts' && withRules.test(readFileSync(new URL(file, folder), 'utf8')),
  );
  expect(offenders).toEqual([]);
});
