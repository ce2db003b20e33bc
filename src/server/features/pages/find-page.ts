import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SearchResult } from '#contract/directory.ts';
import { displayName } from '#contract/display-name.ts';
import { type PagePerson, pagePath, readPageRequest } from '#contract/pages.ts';
import { safeWebsite } from '#contract/safe-website.ts';
import { currentCard } from '#server/cards/read-card.ts';
import type { CardSource } from '#server/cards/stored-card.ts';
import { lastWriteOf } from '#server/plugins/own-writes.ts';
import { currentUser } from '#server/plugins/session.ts';
import { isPageName } from './page-name.ts';
import { findOwner, findPagePerson, isFormerUsername } from './queries.ts';

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
  | { kind: 'person'; person: PagePerson; isListed: boolean; formerUsername: string | null }
  /** Where the page is: a renamed member, or another spelling of the username. */
  | { kind: 'moved'; username: string; formerUsername?: string }
  | { kind: 'closed'; username: string }
  /** The member is suspended. */
  | { kind: 'unavailable' }
  | { kind: 'missing' };

/** Whose page a path names. Paths that nobody can have cost no query. */
export async function findPage(request: PageRequest, suffix = ''): Promise<FoundPage> {
  const given = request.params.username;
  if (!isPageName(given)) return { kind: 'missing' };
  const username = given.toLowerCase();
  const [path] = request.url.split('?');
  if (path !== `${pagePath(username)}${suffix}`) return { kind: 'moved', username };
  const { database } = request.server;
  const found = await database.read(
    async ({ db }) => {
      const owner = await findOwner(db, username);
      if (owner?.username !== username || owner.isSuspended) return otherPage(username, owner);
      const source = await findPagePerson(db, username);
      if (!source) return otherPage(username, undefined);
      const former = textOf(request, 'from').toLowerCase();
      const isFormer = isPageName(former) && (await isFormerUsername(db, source.id, former));
      return { source, formerUsername: isFormer ? former : null };
    },
    { after: lastWriteOf(request) },
  );
  if ('kind' in found) return found;
  const { source, formerUsername } = found;
  const reader = { isMember: await isMemberNeeded(source, request), now: Date.now() };
  const person = toPerson(currentCard(source, reader), username);
  return { kind: 'person', person, isListed: source.isListed, formerUsername };
}

function otherPage(
  username: string,
  owner: Awaited<ReturnType<typeof findOwner>>,
): Exclude<FoundPage, { kind: 'person' }> {
  if (!owner) return { kind: 'missing' };
  // Also by a former username, which would tell the current one.
  if (owner.isSuspended) return { kind: 'unavailable' };
  return owner.username === null
    ? { kind: 'closed', username }
    : { kind: 'moved', username: owner.username, formerUsername: username };
}

/** The session is looked up only for what members see and visitors do not. */
const isMemberNeeded = async ({ phoneVisibility }: CardSource, request: PageRequest) =>
  phoneVisibility === 'members' && (await currentUser(request)) !== null;

/** A query parameter that was given once. */
export function textOf({ query }: PageRequest, name: string): string {
  const value = query[name];
  return typeof value === 'string' ? value : '';
}

/** Without code, the fields for amount and note are sent back to the page. */
export const isEditing = (request: PageRequest) => textOf(request, 'edit') !== '';

export function requestOf(request: PageRequest) {
  // Anybody can add `edit` to a link; the form is on the page itself.
  const isTyped = isEditing(request) && request.headers['sec-fetch-site'] === 'same-origin';
  return readPageRequest(textOf(request, 'amount'), textOf(request, 'note'), isTyped);
}

function toPerson(card: SearchResult, username: string): PagePerson {
  const { id, profileImage, phoneNumber, isVerified, verifiedAt, isFictional } = card;
  const { memberSince, handles, caution } = card;
  return {
    id,
    username,
    displayName: displayName({ ...card, username }),
    profileImage,
    phoneNumber,
    websiteUrl: safeWebsite(card.websiteUrl)?.href ?? null,
    isVerified,
    verifiedAt,
    isFictional,
    memberSince: memberSince ?? '',
    handles,
    caution,
  };
}
