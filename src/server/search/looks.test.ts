import { describe, expect, it } from 'vitest';
import { looksOf } from './looks.ts';

const shapeOf = (look: string) => look.split(' ')[0];

const looks = (text: string, isVerified: boolean, isUsername = false) =>
  looksOf({
    name: isUsername ? 'Somebody Else' : text,
    screenName: null,
    username: isUsername ? text : null,
    isVerified,
  }).map(shapeOf);

const looksLike = (text: string, verified: string, isUsername = false) =>
  looks(text, false, isUsername).some((look) => looks(verified, true).includes(look));

describe('a name with titles and a number added looks like the name', () => {
  it.each([
    ...['Maya Okafor1', 'Maya Okafor Official', 'Official Maya Okafor', 'Maya Okafor(Official)'],
    ...[
      'Maya Okafor/Official',
      'Maya Okafor·Official',
      'Maya OkaforOfficial',
      'Maya Okafor | Official',
      'Maya Okafor|Official',
      'Maya Okafor+Official',
      'Maya Okafor Official 1',
    ],
    ...['Maya Okafor 2', 'Maya Okafor #2', 'Maya Okafor#2', '2 Maya Okafor', 'Maya Okafor (2)'],
    ...['Maya Okafor *2*', 'Maya Okafor \u{278b}', 'Maya Okafor 2\ufe0f\u20e3'],
    ...['Maya Okafor*2', 'Maya Okafor<2>', 'Maya Okafor’2'],
    ...['Maya Okafor1 Official', 'Maya Okafor Official1', 'The Real Maya Okafor'],
    ...[
      'Maya Okafor Official Page',
      'Maya Okafor Cash-App',
      'Maya Okafor Pay Pal',
      'Maya 0kafor Offic1al',
    ],
    ...['Verified Team Maya Okafor Support'],
  ])('%s', (name) => {
    expect(looksLike(name, 'Maya Okafor')).toBe(true);
  });

  it.each([
    ...['Netflix Help', 'Netflix Customer Service', 'Netflix Support Team', 'Netflix Service'],
    ...['Authentic Netflix', 'Netflix Help Official', 'The Official Netflix', 'Netflix HQ'],
  ])('of one word: %s', (name) => {
    expect(looksLike(name, 'Netflix')).toBe(true);
  });

  it.each([
    'Official Team Real IoI1 Real Team Official',
    'Help Team Mr|Þo1 Team Help',
    `${'team '.repeat(9)}Maya1${' real'.repeat(9)}`,
  ])('whatever titles another name has: %s', (name) => {
    const shown = 'Maya Okafor Official';
    const found = looksOf({ name, screenName: shown, username: 'x.official', isVerified: false });
    const verified = looksOf({
      name: 'Maya Okafor',
      screenName: null,
      username: null,
      isVerified: true,
    });
    expect(found.map(shapeOf)).toEqual(expect.arrayContaining(verified.map(shapeOf)));
  });

  it.each([
    'maya.okafor.official',
    'maya.okafor.official1',
    'mayaokaforofficial',
    'mayaokafor_verified',
  ])('username %s', (username) => {
    expect(looksLike(username, 'Maya Okafor', true)).toBe(true);
  });

  it.each(['Real Madrid Shop', 'Team Rocket', 'Okafor Support', 'Help Ukraine', 'Official Maya'])(
    'also where a title belongs to the name: %s',
    (verified) => {
      for (const added of ['1', ' Official', '1 Official', ' Official Verified']) {
        expect(looksLike(`${verified}${added}`, verified), added).toBe(true);
      }
      expect(looksLike(`Official ${verified}`, verified)).toBe(true);
    },
  );
});

it.each([
  ['Rosa Real', 'Rosa'],
  ['Team Maria', 'Maria'],
  ['Maya Page', 'Maya'],
  ['Rosa Real 2', 'Rosa'],
  ['maya.okafor2', 'Maya Okafor'],
  ['maya.okafor.2', 'Maya Okafor'],
])('%s does not look like %s', (name, verified) => {
  expect(looksLike(name, verified, name.includes('.'))).toBe(false);
});

it('a number counts in the name also where the username is the same', () => {
  const found = looksOf({ name: 'maya2', screenName: null, username: 'maya2', isVerified: false });
  expect(found.map(shapeOf)).toEqual(expect.arrayContaining(looks('Maya', true)));
});

it('a person with titles everywhere has a bounded number of looks', () => {
  const name = `${'team '.repeat(9)}Maya1${' real'.repeat(9)}`;
  const screenName = name.replace('Maya', 'Maria');
  const username = name.replace('Maya', 'Marta').replaceAll(' ', '.');
  const found = looksOf({ name, screenName, username, isVerified: false });
  expect(found.length).toBeGreaterThan(30);
  expect(found.length).toBeLessThan(80);
});
