import { describe, expect, it } from 'vitest';
import type { PagePerson } from '#contract/pages.ts';
import { layOutCard } from './card-layout.ts';
import { canDraw, measure } from './fonts.ts';

const ROOM = 620;
const person = (displayName: string): PagePerson => ({
  id: 1,
  username: 'maya',
  displayName,
  profileImage: null,
  phoneNumber: null,
  websiteUrl: null,
  isVerified: true,
  verifiedAt: null,
  isFictional: false,
  memberSince: '2025-05-02',
  handles: [
    {
      platform: 'venmo',
      handle: '@secret',
      ...{ since: '2025-05-02', proof: null, proofDetail: null, provenAt: null },
    },
  ],
  caution: null,
});
const linesOf = (name: string, request = {}) =>
  layOutCard(person(name), request, 'https://pay.example').lines;

describe('the words of a preview picture', () => {
  it('stand on two lines for an ordinary name, as large as they get', () => {
    expect(linesOf('Maya Okafor')).toMatchObject([
      { text: 'Pay Maya', size: 104 },
      { text: 'Okafor', size: 104 },
    ]);
  });

  it.each([
    ['Internationalization', ['Pay', 'Internationalization']],
    [
      'Bartholomew Montgomery-Featherstonehaugh',
      ['Pay Bartholomew', 'Montgomery-', 'Featherstonehaugh'],
    ],
    ['漢字', ['Pay @bartholomew.', 'montgomery.', 'feather']],
  ])('break no word that fits into a line in a smaller size: %s', (name, words) => {
    const { lines } = layOutCard(
      { ...person(name), username: 'bartholomew.montgomery.feather' },
      {},
      'https://pay.example',
    );
    expect(lines.map(({ text }) => text)).toEqual(words);
  });

  it.each([
    'Wwwwwwwwww Wwwwwwwwww Wwwwwwwwww Wwwwwwwwww Wwwwww',
    'W'.repeat(100),
    'W '.repeat(50).trim(),
    'Maya',
  ])('have three lines of their room at most: %s', (name) => {
    const lines = linesOf(name);
    expect(lines.length).toBeLessThanOrEqual(3);
    for (const { text, font, size, spacing } of lines) {
      expect(text).not.toBe('');
      expect(measure(text, font, size, spacing)).toBeLessThanOrEqual(ROOM);
    }
  });

  it('say what a request asks for, each on one line', () => {
    const lines = linesOf('W'.repeat(50), { amount: '99999.99', note: 'M'.repeat(280) });
    expect(lines).toHaveLength(3);
    expect(lines[0]?.text).toMatch(/^W+… asks for$/);
    expect(lines[1]?.text).toBe('$99,999.99');
    expect(lines[2]?.text).toMatch(/^“M+…$/);
    for (const { text, font, size, spacing } of lines) {
      expect(measure(text, font, size, spacing)).toBeLessThanOrEqual(ROOM);
    }
  });

  it.each(['漢字', 'שלום', 'Юлия', 'Party 🎉'])(
    'are the username where our fonts lack %s',
    (name) => {
      expect(linesOf(name)).toEqual(linesOf('@maya'));
    },
  );

  it.each([
    ['Maya Okafor', 'MO'],
    ['& Sons (Bakery) 🎉', 'SB'],
    ['漢字', 'M'],
    ['Юлия', 'M'],
  ])('stand beside the initials of the name that our fonts have: %s', (name, letters) => {
    expect(layOutCard(person(name), {}, 'https://pay.example').initials).toBe(letters);
  });

  it('have no note that our fonts lack', () => {
    expect(linesOf('Maya', { amount: '5', note: '🎉' })).toHaveLength(2);
  });

  it('have neither handles nor badges', () => {
    expect(JSON.stringify(layOutCard(person('Maya'), {}, 'https://pay.example'))).not.toMatch(
      /secret|verified/i,
    );
  });

  it('shrink a long address', () => {
    const { address } = layOutCard(person('Maya'), {}, `https://${'w'.repeat(60)}.example`);
    expect(measure(address.text, 'bold', address.size)).toBeLessThanOrEqual(ROOM);
  });
});

describe('our fonts', () => {
  it('have Latin letters with accents, and no others', () => {
    for (const text of ['Maya Okafor', 'Święty Łukasz', 'Ñandú', '$1,250.00', '“…”']) {
      expect(canDraw(text, 'display'), text).toBe(true);
      expect(canDraw(text, 'regular'), text).toBe(true);
    }
    for (const text of ['漢', 'ש', 'Ю', '🎉', 'a\u0301\u0302']) {
      expect(canDraw(text, 'display'), text).toBe(false);
    }
  });

  it('are measured', () => {
    expect(measure('iiii', 'display', 100)).toBeLessThan(measure('WWWW', 'display', 100) / 2);
    expect(measure('Maya', 'display', 200)).toBeCloseTo(2 * measure('Maya', 'display', 100));
  });
});
