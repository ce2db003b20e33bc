import { savedPeopleResponse } from '#contract/saved-people.ts';
import type { TestApp } from './test-app.ts';

type Member = Awaited<ReturnType<TestApp['loginAs']>>;

export const savePerson = ({ call }: Member, username: string) =>
  call('PUT', `/api/saved-people/${username}`);

/** The first page, held to the contract. */
export async function savedBy({ call }: Member) {
  return savedPeopleResponse.parse((await call('GET', '/api/saved-people')).json());
}

export async function savedIdsOf({ call }: Member): Promise<number[]> {
  return (await call('GET', '/api/saved-people/ids')).json();
}
