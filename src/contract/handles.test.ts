import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayHandle, handleWarning, parseHandle } from './handles.ts';
import {
  isPlatform,
  PLATFORM_FILTERS,
  PLATFORM_LABELS,
  PLATFORM_RULES,
  PLATFORMS,
  type Platform,
} from './platforms/registry.ts';

const handleLike = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('@', '$', '.', '-', '_', '/', 'a', 'Z', '7', ' ', '+', '%') }),
  fc.emailAddress(),
);

describe('platforms', () => {
  it('are in the order of the screen, with their labels', () => {
    expect(PLATFORMS.map((platform) => PLATFORM_LABELS[platform])).toEqual([
      'Cash App',
      'PayPal',
      'Apple Pay',
      'Venmo',
    ]);
    expect(PLATFORM_FILTERS).toEqual(['all', 'cashapp', 'paypal', 'applepay', 'venmo']);
  });

  it('are distinguished from any other text', () => {
    expect(PLATFORMS.every(isPlatform)).toBe(true);
    for (const value of ['all', 'CashApp', '', 'toString', undefined, null, 1]) {
      expect(isPlatform(value)).toBe(false);
    }
  });
});

describe('parseHandle accepts', () => {
  const table: [Platform, string, string, string, 'name' | 'email' | 'phone'][] = [
    ['cashapp', 'ana', '$ana', 'ana', 'name'],
    ['cashapp', '$ana', '$ana', 'ana', 'name'],
    ['cashapp', '$$ana', '$ana', 'ana', 'name'],
    ['cashapp', '@ana', '$ana', 'ana', 'name'],
    ['cashapp', '$@ana', '$ana', 'ana', 'name'],
    ['cashapp', '@$ana', '$ana', 'ana', 'name'],
    ['cashapp', '  $AnaRuiz ', '$AnaRuiz', 'AnaRuiz', 'name'],
    ['cashapp', '\u200b$ana\ufeff', '$ana', 'ana', 'name'],
    ['paypal', 'ana', 'ana', 'ana', 'name'],
    ['paypal', '@ana', '@ana', 'ana', 'name'],
    ['paypal', '@ana@', '@ana@', 'ana', 'name'],
    ['paypal', 'paypal.me/ana', 'paypal.me/ana', 'ana', 'name'],
    [
      'paypal',
      'https://paypal.me/ana/25?locale=en',
      'https://paypal.me/ana/25?locale=en',
      'ana',
      'name',
    ],
    ['paypal', 'HTTPS://WWW.PayPal.me/@Ana', 'HTTPS://WWW.PayPal.me/@Ana', 'Ana', 'name'],
    [
      'paypal',
      'https://www.paypal.com/paypalme/ana',
      'https://www.paypal.com/paypalme/ana',
      'ana',
      'name',
    ],
    ['paypal', ' ana@example.com ', 'ana@example.com', 'ana@example.com', 'email'],
    [
      'paypal',
      '@ana.ruiz+pay@example.co.uk',
      '@ana.ruiz+pay@example.co.uk',
      'ana.ruiz+pay@example.co.uk',
      'email',
    ],
    ['paypal', 'ana.ruiz', 'ana.ruiz', 'ana.ruiz', 'name'],
    ['applepay', 'ana', 'ana', 'ana', 'name'],
    ['applepay', 'apple.pay/ana', 'apple.pay/ana', 'ana', 'name'],
    ['applepay', 'Apple.Pay/Ana', 'Apple.Pay/Ana', 'Ana', 'name'],
    ['applepay', 'ana@icloud.com', 'ana@icloud.com', 'ana@icloud.com', 'email'],
    ['applepay', '+15551234567', '+15551234567', '+15551234567', 'phone'],
    ['applepay', '+1-555-123-4567', '+1-555-123-4567', '+15551234567', 'phone'],
    ['applepay', '5551234567', '5551234567', '5551234567', 'phone'],
    ['venmo', '@ana-ruiz', '@ana-ruiz', 'ana-ruiz', 'name'],
    ['venmo', 'ana_ruiz', 'ana_ruiz', 'ana_ruiz', 'name'],
    ['venmo', 'ana@', 'ana@', 'ana', 'name'],
    ['venmo', 'a'.repeat(64), 'a'.repeat(64), 'a'.repeat(64), 'name'],
  ];
  it.each(table)('%s %j', (platform, input, stored, clean, kind) => {
    expect(parseHandle(platform, input)).toEqual({ ok: true, stored, clean, kind });
  });
});

describe('parseHandle refuses', () => {
  it.each(PLATFORMS)('an empty text on %s, with the message of the form', (platform) => {
    for (const input of ['', '   ', '\u200b', '@', '$', '@@', '\t\n']) {
      expect(parseHandle(platform, input)).toEqual({ ok: false, message: 'Username is required' });
    }
  });

  it.each(PLATFORMS)(
    'an invalid handle on %s, with a message that shows a valid one',
    (platform) => {
      const inputs = [
        'ana maria',
        '@ ana',
        'ana/ruiz',
        'https://example.com/ana',
        'ana?x=1',
        'ana#x',
        'ana%2e',
        'ana&co',
        'ana\\ruiz',
        'ana@@ruiz',
        'a@b',
        'é',
        'аna',
        '🙂',
        'ana\u202e',
        'ana\nruiz',
        '.',
        '..',
        '...',
        '-_-',
        'a'.repeat(65),
        '<b>',
        "ana' or 1=1",
      ];
      for (const input of inputs) {
        const parsed = parseHandle(platform, input);
        expect(parsed.ok, input).toBe(false);
        if (!parsed.ok)
          expect(parsed.message, input).toContain(PLATFORM_RULES[platform].placeholder);
      }
    },
  );

  it('an email or a phone number where the platform takes none', () => {
    for (const platform of ['cashapp', 'venmo'] as const) {
      expect(parseHandle(platform, 'ana@example.com').ok).toBe(false);
      expect(parseHandle(platform, '+15551234567').ok).toBe(false);
    }
    expect(parseHandle('paypal', '+15551234567').ok).toBe(false);
  });

  it('a broken email', () => {
    for (const input of [
      'ana@example',
      '.ana@example.com',
      'a..b@example.com',
      'ana@-x.com',
      'a b@example.com',
    ]) {
      expect(parseHandle('paypal', input).ok, input).toBe(false);
    }
  });

  it('addresses of other places that only contain a paypal.me link', () => {
    for (const input of [
      'notpaypal.me/ana',
      'https://evil.example/paypal.me/ana',
      'paypal.me.evil.example/ana',
    ]) {
      expect(parseHandle('paypal', input).ok, input).toBe(false);
    }
    expect(parseHandle('paypal', 'paypal.me/..').ok).toBe(false);
    expect(parseHandle('paypal', 'https://paypal.me/')).toEqual({
      ok: false,
      message: 'Username is required',
    });
  });

  it('a phone number with spaces, with a message that shows the format', () => {
    for (const input of ['+1 555 123 4567', '(555) 123-4567']) {
      expect(parseHandle('applepay', input)).toEqual({
        ok: false,
        message: 'Write the phone number without spaces, for example +15551234567',
      });
    }
  });

  it('more than 254 characters', () => {
    expect(parseHandle('paypal', `paypal.me/ana/${'9'.repeat(250)}`)).toEqual({
      ok: false,
      message: 'Username must be at most 254 characters',
    });
  });
});

describe('parseHandle, whatever is typed', () => {
  it('keeps a form that reads the same again', () => {
    fc.assert(
      fc.property(fc.constantFrom(...PLATFORMS), handleLike, (platform, input) => {
        const parsed = parseHandle(platform, input);
        fc.pre(parsed.ok);
        if (parsed.ok) {
          expect(parseHandle(platform, parsed.stored)).toEqual(parsed);
          const again = parseHandle(platform, displayHandle(platform, parsed.stored));
          expect(again.ok && again.clean).toBe(parsed.clean);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('keeps a Cash App handle as one $ and the tag', () => {
    fc.assert(
      fc.property(handleLike, (input) => {
        const parsed = parseHandle('cashapp', input);
        if (parsed.ok) expect(parsed.stored).toMatch(/^\$[A-Za-z0-9._-]{1,64}$/);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('handleWarning', () => {
  it.each([
    ['cashapp', '$mayaokafor'],
    ['cashapp', 'a1'],
    ['paypal', '@mayfairbakes'],
    ['paypal', 'someone.long@example.com'],
    ['venmo', '@maya-lifts'],
    ['applepay', 'apple.pay/x.y_z'],
    ['venmo', ''],
    ['venmo', 'not a handle'],
  ] as const)('says nothing about %s %j', (platform, handle) => {
    expect(handleWarning(platform, handle)).toBeUndefined();
  });

  it.each([
    [
      'cashapp',
      '12345',
      'Cash App names usually have 1 to 20 letters and digits, with at least one letter. Please check this one.',
    ],
    [
      'cashapp',
      'a'.repeat(21),
      'Cash App names usually have 1 to 20 letters and digits, with at least one letter. Please check this one.',
    ],
    [
      'cashapp',
      '$maya-o',
      'Cash App names usually have 1 to 20 letters and digits, with at least one letter. Please check this one.',
    ],
    [
      'paypal',
      'maya.o',
      'PayPal names usually have 1 to 20 letters and digits. Please check this one.',
    ],
    [
      'venmo',
      '@maya',
      'Venmo names usually have 5 to 30 letters, digits, dashes and underscores. Please check this one.',
    ],
    [
      'venmo',
      'maya.okafor',
      'Venmo names usually have 5 to 30 letters, digits, dashes and underscores. Please check this one.',
    ],
  ] as const)('warns about %s %j', (platform, handle, sentence) => {
    expect(handleWarning(platform, handle)).toBe(sentence);
  });
});

describe('displayHandle', () => {
  it.each([
    ['cashapp', '$mayaokafor', '$mayaokafor'],
    ['cashapp', 'mayaokafor', '$mayaokafor'],
    ['paypal', 'mayfairbakes', '@mayfairbakes'],
    ['paypal', 'https://paypal.me/mayfairbakes', '@mayfairbakes'],
    ['paypal', 'maya@example.com', 'maya@example.com'],
    ['applepay', 'ximenamaya', 'apple.pay/ximenamaya'],
    ['applepay', 'apple.pay/ximenamaya', 'apple.pay/ximenamaya'],
    ['applepay', '+15551234567', '+15551234567'],
    ['venmo', 'amaya_l1ndqvist', '@amaya_l1ndqvist'],
    ['venmo', 'not a handle', 'not a handle'],
  ] as const)('%s %j is shown as %j', (platform, stored, shown) => {
    expect(displayHandle(platform, stored)).toBe(shown);
  });
});

describe('hints', () => {
  it.each(PLATFORMS)('%s shows an example that it accepts', (platform) => {
    expect(parseHandle(platform, PLATFORM_RULES[platform].placeholder).ok).toBe(true);
    expect(PLATFORM_RULES[platform].hint).toContain(PLATFORM_RULES[platform].placeholder);
  });
});

it.each(['paypal.me/foo#\u0000', 'paypal.me/foo/\u202eevil', 'paypal.me/foo\tbar'])(
  'control and direction characters after a link are refused: %j',
  (typed) => {
    expect(parseHandle('paypal', typed).ok).toBe(false);
  },
);
