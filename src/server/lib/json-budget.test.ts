import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinJsonBudget } from './json-budget.ts';

const fits = (text: string) => isWithinJsonBudget(Buffer.from(text));
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the budget of a JSON body', () => {
  it('takes 20 levels, and no more', () => {
    expect(fits(nested(20))).toBe(true);
    expect(fits(nested(21))).toBe(false);
    expect(fits('{"a":'.repeat(21))).toBe(false);
    expect(fits(`[${Array.from({ length: 100 }, () => nested(19))}]`)).toBe(true);
  });

  it('takes 20,000 parts, and no more', () => {
    const list = (length: number) => JSON.stringify(Array.from({ length }, () => 1));
    expect(fits(list(20_000))).toBe(true);
    expect(fits(list(20_001))).toBe(false);
    expect(fits(JSON.stringify('"'.repeat(19_999)))).toBe(true);
    expect(fits(JSON.stringify('"'.repeat(20_000)))).toBe(false);
  });

  it('does not count what is inside a text', () => {
    for (const text of ['[{,:'.repeat(10_000), '\\'.repeat(30_001), `\\"${'['.repeat(30)}\\\\`]) {
      expect(fits(JSON.stringify([text, text]))).toBe(true);
    }
  });

  it('counts what follows a text, however it ends', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\\', '"', '[', 'x', 'é') }), (text) => {
        const start = `{${JSON.stringify(text)}:`;
        expect(fits(`${start}${nested(19)}}`)).toBe(true);
        expect(fits(`${start}${nested(20)}}`)).toBe(false);
      }),
    );
  });

  it('leaves a text that is not closed to the parser', () => {
    for (const text of ['"', '"abc', '"abc\\"', '["a', '"\\']) expect(fits(text)).toBe(true);
  });
});
