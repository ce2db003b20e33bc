import type { FastifyRequest } from 'fastify';
import { displayName } from '#contract/display-name.ts';
import { USERNAME, USERNAME_LETTERS } from '#contract/fields.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { tryExtraWork } from './extra-work.ts';
import { describePerson, renderHead } from './head.ts';
import { findPreview } from './queries.ts';

const MAX_URL_LENGTH = 2_000;

/**
 * The <head> of a share link such as /?search=ana, so that it previews as Ana's card when it is pasted
 * into a chat. Undefined if the page's own head fits: other screens, searches that are no username,
 * and whenever a preview cannot be had at once, because a page must always open.
 */
export async function describePage(request: FastifyRequest): Promise<string | undefined> {
  const { bounds, config, database } = request.server;
  if (request.url.length > MAX_URL_LENGTH || !URL.canParse(request.url, config.publicUrl)) {
    return undefined;
  }
  const url = new URL(request.url, config.publicUrl);
  const username = url.searchParams.get('search')?.trim().toLowerCase();
  if (url.pathname !== SCREENS.home || !username || username.length > USERNAME.max)
    return undefined;
  if (!USERNAME_LETTERS.test(username)) return undefined;
  const person = await tryExtraWork(request, 'search', () =>
    database.read(({ db }) => findPreview(db, username, bounds.previewTimeoutMs)),
  );
  if (!person) return undefined;

  const name = displayName(person);
  const picture = avatarPath(person.id, person.pictureHash);
  return renderHead({
    title: `Pay ${name} on ${PRODUCT_NAME}`,
    description: describePerson(name, person.platforms),
    url: `${config.publicUrl}/?search=${encodeURIComponent(username)}`,
    image: `${config.publicUrl}${picture ?? '/og.png'}`,
    card: picture ? 'summary' : 'summary_large_image',
    isListed: person.isListed,
  }).join('\n    ');
}
