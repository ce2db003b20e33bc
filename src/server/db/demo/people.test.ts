import { expect, it } from 'vitest';
import { profileInput } from '#contract/accounts.ts';
import { isReservedUsername } from '#server/lib/reserved-usernames.ts';
import { problems } from '#tests/support/problems.ts';
import { DEMO_PEOPLE } from './people.ts';

it('fictional people have names that members may have', () => {
  for (const { name, screenName } of DEMO_PEOPLE) {
    expect(problems(profileInput, { name, screenName })).toEqual({});
  }
});

it('fictional people have no reserved usernames', () => {
  expect(DEMO_PEOPLE.filter(({ username }) => isReservedUsername(username))).toEqual([]);
});
