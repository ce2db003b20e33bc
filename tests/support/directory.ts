import { type SearchResult, searchResponse } from '#contract/directory.ts';
import type { Platform } from '#contract/platforms/registry.ts';
import { indexPeople } from '#server/db/index-people.ts';
import { paymentAccounts } from '#server/db/schema.ts';
import { screenNameKey } from '#server/lib/keys.ts';
import type { TestApp } from './test-app.ts';

export interface DirectoryPerson {
  name: string;
  screenName?: string | null;
  username?: string;
  email?: string;
  websiteUrl?: string;
  isVerified?: boolean;
  handles?: Partial<Record<Platform, string>>;
}

/** Puts people into the directory as registration does: the person, the handles, what search knows. */
export async function addPeople(test: TestApp, people: DirectoryPerson[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { handles = {}, screenName = null, ...person } of people) {
    const row = await test.insertPerson({
      ...person,
      screenName,
      screenNameKey: screenName === null ? null : screenNameKey(screenName),
    });
    const accounts = Object.entries(handles) as [Platform, string][];
    if (accounts.length > 0) {
      await test.db
        .insert(paymentAccounts)
        .values(accounts.map(([platform, username]) => ({ userId: row.id, platform, username })));
    }
    ids.push(row.id);
  }
  await indexPeople(test.db, ids);
  test.app.peopleSearch.markChanged();
  return ids;
}

type Call = TestApp['call'];

/** One page, held to the contract: an answer with any other field fails. */
export async function searchPage(call: Call, url: string) {
  const answer = await call('GET', url);
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`);
  const link = answer.headers.link;
  return {
    cards: searchResponse.parse(answer.json()),
    next: typeof link === 'string' ? /^<([^>]+)>; rel="next"$/.exec(link)?.[1] : undefined,
  };
}

export function searchUrl(params: Record<string, string>) {
  return `/api/users/search?${new URLSearchParams(params)}`;
}

/** Follows the Link headers to the end. */
export async function searchAll(
  call: Call,
  params: Record<string, string>,
): Promise<SearchResult[]> {
  const cards: SearchResult[] = [];
  for (let url: string | undefined = searchUrl(params); url; ) {
    const page = await searchPage(call, url);
    cards.push(...page.cards);
    url = page.next;
  }
  return cards;
}
