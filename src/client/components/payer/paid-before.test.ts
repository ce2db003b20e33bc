import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lastPaid, rememberPaid } from './paid-before.ts';

const KEY = 'paid-handles';
let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('the handle that was paid last is remembered, for each person and platform', () => {
  rememberPaid(1, 'venmo', '@old');
  rememberPaid(1, 'cashapp', '$maya');
  rememberPaid(2, 'venmo', '@other');
  rememberPaid(1, 'venmo', '@new');
  expect(lastPaid(1, 'venmo')).toBe('@new');
  expect(lastPaid(1, 'cashapp')).toBe('$maya');
  expect(lastPaid(2, 'venmo')).toBe('@other');
  expect(lastPaid(3, 'venmo')).toBeUndefined();
});

test('the last 200 are kept', () => {
  for (let id = 1; id <= 205; id += 1) rememberPaid(id, 'venmo', `@v${id}`);
  expect(JSON.parse(stored.get(KEY) ?? '')).toHaveLength(200);
  expect(lastPaid(5, 'venmo')).toBeUndefined();
  expect(lastPaid(6, 'venmo')).toBe('@v6');
  expect(lastPaid(205, 'venmo')).toBe('@v205');
});

test.each(['', 'nonsense', 'null', '{"a":1}', '[1,null,[2],["1","venmo","@x"],[1,"venmo",7]]'])(
  'what others stored there does no harm: %s',
  (text) => {
    stored.set(KEY, text);
    expect(lastPaid(1, 'venmo')).toBeUndefined();
    rememberPaid(1, 'venmo', '@v');
    expect(lastPaid(1, 'venmo')).toBe('@v');
  },
);

test('a browser without storage remembers nothing and fails nowhere', () => {
  vi.stubGlobal('window', {});
  rememberPaid(1, 'venmo', '@v');
  expect(lastPaid(1, 'venmo')).toBeUndefined();
});
