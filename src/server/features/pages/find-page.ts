import type { FastifyReply, FastifyRequest } from 'fastify';
import { type PagePerson, pagePath, readPageRequest } from '#contract/pages.ts';
import { safeWebsite } from '#contract/safe-website.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { lastWriteOf } from '#server/plugins/own-writes.ts';
import { isPageName } from './page-name.ts';
import {
  findFormerOwner,
  findPagePerson,
  isFormerUsername,
  type PagePersonRow,
} from './queries.ts';

export interface PageRoute {
  Params: { username: string };
  Querystring: Record<string, unknown>;
}

export type PageRequest = FastifyRequest<PageRoute>;

/** Sends what belongs to a member's page. */
export type SendFile = (
  person: PagePerson,
  request: PageRequest,
  reply: FastifyReply,
) => Promise<unknown>;

export type FoundPage =
  | { kind: 'person'; person: PagePerson; formerUsername: string | null }
  /** Where the page is: a renamed member, or another spelling of the username. */
  | { kind: 'moved'; username: string; formerUsername?: string }
  | { kind: 'closed'; username: string }
  | { kind: 'missing' };

/** Whose page a path names. Paths that nobody can have cost no query. */
export async function findPage(request: PageRequest, suffix = ''): Promise<FoundPage> {
  const given = request.params.username;
  if (!isPageName(given)) return { kind: 'missing' };
  const username = given.toLowerCase();
  const [path] = request.url.split('?');
  if (path !== `${pagePath(username)}${suffix}`) return { kind: 'moved', username };
  const { database } = request.server;
  return database.read(
    async ({ db }): Promise<FoundPage> => {
      const row = await findPagePerson(db, username);
      if (row) {
        const former = textOf(request, 'from').toLowerCase();
        const isFormer = isPageName(former) && (await isFormerUsername(db, row.id, former));
        return { kind: 'person', person: toPerson(row), formerUsername: isFormer ? former : null };
      }
      const owner = await findFormerOwner(db, username);
      if (!owner) return { kind: 'missing' };
      return owner.username === null
        ? { kind: 'closed', username }
        : { kind: 'moved', username: owner.username, formerUsername: username };
    },
    { after: lastWriteOf(request) },
  );
}

/** A query parameter that was given once. */
export function textOf({ query }: PageRequest, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

export const requestOf = (request: PageRequest) =>
  readPageRequest(textOf(request, 'amount'), textOf(request, 'note'));

function toPerson(row: PagePersonRow): PagePerson {
  const { id, username, phoneNumber, isVerified, handles } = row;
  return {
    id,
    username,
    displayName: row.screenName || username,
    profileImage: avatarPath(id, row.pictureHash),
    phoneNumber,
    websiteUrl: safeWebsite(row.websiteUrl)?.href ?? null,
    isVerified,
    memberSince: row.createdAt.toISOString().slice(0, 10),
    handles,
  };
}
