import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { payLink } from './pay-links.ts';
import { parseNote } from './payment-details.ts';
import { PLATFORMS, type Platform } from './platforms/registry.ts';

describe('payLink, whatever the handle, the amount and the note', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      ...[
        '/',
        '\\',
        '.',
        '..',
        '@',
        '$',
        '?',
        '#',
        '&',
        '=',
        '%2f',
        '%2e',
        ':',
        '//',
        ' ',
        '\t',
        '\n',
      ],
      ...[
        'a',
        'Z',
        '9',
        '-',
        '_',
        '+',
        'é',
        'а',
        '\u202e',
        '\u200b',
        '\ud800',
        '🙂',
        ';',
        "'",
        '"',
        '<',
      ],
    ),
    maxLength: 30,
  });
  const name = fc.stringMatching(/^[@$]{0,2}[A-Za-z0-9._-]{1,64}$/);
  const prefixed = fc
    .tuple(
      fc.constantFrom(
        'paypal.me/',
        'https://paypal.me/',
        'apple.pay/',
        '@',
        '$',
        'https://cash.app/',
      ),
      nasty,
    )
    .map((parts) => parts.join(''));
  const handle = fc.oneof(
    nasty,
    name,
    prefixed,
    fc.emailAddress(),
    fc.webUrl(),
    fc.string({ unit: 'binary' }),
  );
  const amount = fc.oneof(
    fc.constant(undefined),
    nasty,
    fc.integer({ min: 1, max: 10_000_000 }).map((cents) => (cents / 100).toFixed(2)),
  );
  const note = fc.oneof(fc.constant(undefined), nasty, fc.string({ unit: 'binary' }), fc.lorem());

  /** Which paths and which query names each host may ever be asked for. */
  const SEGMENT = '[A-Za-z0-9._-]{1,64}';
  const AMOUNT = '(?:/[0-9]{1,6}(?:[.][0-9]{2})?)?';
  const SHAPES: Record<Platform, Record<string, { path: RegExp; query: string[] }[]>> = {
    paypal: {
      'www.paypal.com': [
        { path: new RegExp(`^/paypalme/${SEGMENT}${AMOUNT}$`), query: [] },
        { path: /^\/myaccount\/transfer\/homepage\/pay$/, query: [] },
        { path: /^\/cgi-bin\/webscr$/, query: ['cmd', 'business', 'amount', 'item_name'] },
      ],
      'paypal.me': [{ path: new RegExp(`^/${SEGMENT}${AMOUNT}$`), query: [] }],
    },
    venmo: {
      'venmo.com': [{ path: new RegExp(`^/u/${SEGMENT}$`), query: [] }],
      'account.venmo.com': [{ path: /^\/pay$/, query: ['txn', 'recipients', 'amount', 'note'] }],
    },
    cashapp: { 'cash.app': [{ path: new RegExp(`^/[$]${SEGMENT}${AMOUNT}$`), query: [] }] },
    applepay: { 'www.apple.com': [{ path: /^\/apple-cash\/$/, query: [] }] },
  };

  function expectHeldIn(platform: Platform, address: string): void {
    const url = new URL(address);
    expect([url.protocol, url.username, url.password, url.port, url.hash]).toEqual([
      'https:',
      '',
      '',
      '',
      '',
    ]);
    const shape = SHAPES[platform][url.host]?.find(({ path }) => path.test(url.pathname));
    expect(shape, address).toBeDefined();
    const names = [...url.searchParams.keys()];
    expect(new Set(names).size).toBe(names.length);
    for (const queryName of names) expect(shape?.query, address).toContain(queryName);
    // A parser that had to repair the address would give another one back.
    expect(address.replaceAll("'", '%27')).toBe(url.href);
  }

  it('the host is the platform’s and nothing escapes its place', () => {
    let links = 0;
    fc.assert(
      fc.property(
        fc.constantFrom(...PLATFORMS),
        handle,
        amount,
        note,
        (platform, typed, money, words) => {
          const link = payLink(platform, typed, { amount: money, note: words });
          if (!link) return;
          links += 1;
          expectHeldIn(platform, link.url);
          if (link.alternateUrl !== undefined) expectHeldIn(platform, link.alternateUrl);
        },
      ),
      { numRuns: 5000 },
    );
    expect(links).toBeGreaterThan(500);
  });

  it('a note is in the link unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(nasty, fc.lorem(), fc.string({ unit: 'grapheme' })), (words) => {
        const parsed = parseNote(words);
        fc.pre(parsed.ok && parsed.note !== '');
        const url = new URL(payLink('venmo', 'ana-ruiz', { note: words })?.url ?? '');
        expect(url.searchParams.get('note')).toBe(parsed.ok && parsed.note);
      }),
      { numRuns: 500 },
    );
  });
});
