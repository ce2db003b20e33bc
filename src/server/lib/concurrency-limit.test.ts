import { describe, expect, it } from 'vitest';
import { createConcurrencyLimit } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  it('bounds each key and the total, and says which bound was reached', () => {
    const limit = createConcurrencyLimit({ total: 3, perKey: 2 });
    expect(limit.acquire('a')).toBeTypeOf('function');
    const release = limit.acquire('a');
    expect(limit.acquire('a')).toBe('key');
    expect(limit.acquire('b')).toBeTypeOf('function');
    expect(limit.acquire('c')).toBe('total');
    if (typeof release === 'string') throw new Error('It was not acquired.');
    release();
    release();
    expect(limit.acquire('c')).toBeTypeOf('function');
    expect(limit.acquire('d')).toBe('total');
  });
});
