import { describe, expect, it } from 'vitest';
import { looksOf } from './keys.ts';

const looks = (text: string, isVerified: boolean, isUsername = false) =>
  looksOf({
    name: isUsername ? 'Somebody Else' : text,
    screenName: null,
    username: isUsername ? text : null,
    isVerified,
  }).map((look) => look.split(' ')[0]);

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
    ],
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
  ['maya.okafor2', 'Maya Okafor'],
])('%s does not look like %s', (name, verified) => {
  expect(looksLike(name, verified, name.includes('.'))).toBe(false);
});

it('a person with titles everywhere has a bounded number of looks', () => {
  const name = `${'team '.repeat(9)}Maya1${' real'.repeat(9)}`;
  const screenName = name.replace('Maya', 'Maria');
  const username = name.replace('Maya', 'Marta').replaceAll(' ', '.');
  const found = looksOf({ name, screenName, username, isVerified: false });
  expect(found.length).toBeGreaterThan(40);
  expect(found.length).toBeLessThan(55);
});
