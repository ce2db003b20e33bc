import { describe, expect, it } from 'vitest';
import { problems } from '#tests/support/problems.ts';
import { adminPatchInput, adminUsersQuery } from './admin.ts';

describe('admin', () => {
  it('pages from 1 to 200', () => {
    expect(adminUsersQuery.parse({ _t: '1' })).toEqual({ limit: 100 });
    for (const limit of ['0', '201', '-1', '1e2', 'x', '']) {
      expect(Object.keys(problems(adminUsersQuery, { limit }))).toEqual(['limit']);
    }
    expect(problems(adminPatchInput, {})).toEqual({ '': 'Please give isVerified or isAdmin' });
    expect(problems(adminPatchInput, { isAdmin: 'yes' })).toEqual({
      isAdmin: 'isAdmin must be true or false',
    });
  });
});
