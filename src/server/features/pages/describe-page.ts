import type { FastifyRequest } from 'fastify';
import { PLATFORM_LABELS } from '#contract/platforms.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { SCREENS } from '#contract/screens.ts';
import { avatarPath } from '#server/lib/avatar-path.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { findPreview } from './queries.ts';

/**
 * The <head> of a share link such as /?search=ana, so that it previews as Ana's card when it is pasted
 * into a chat. Undefined where the page's own words fit: other screens, and searches that are no username.
 */
export async function describePage(request: FastifyRequest): Promise<string | undefined> {
  const { config, database } = request.server;
  const url = new URL(request.url, config.publicUrl);
  const username = url.searchParams.get('search')?.trim().toLowerCase();
  if (url.pathname !== SCREENS.home || !username || username.length > 30) return undefined;
  // A page must open even where the database is away; it then has the ordinary words.
  const person = await database.read(({ db }) => findPreview(db, username)).catch(() => undefined);
  if (!person) return undefined;

  const name = person.screenName ?? person.username ?? 'User';
  const platforms = person.platforms.map((platform) => PLATFORM_LABELS[platform]).join(', ');
  const picture = avatarPath(person.id, person.pictureHash);
  return renderHead({
    title: `Pay ${name} on ${PRODUCT_NAME}`,
    description: platforms
      ? `${name} takes ${platforms}. You pay in their app. Check the name before you send.`
      : `${name} is on ${PRODUCT_NAME}.`,
    url: `${config.publicUrl}/?search=${encodeURIComponent(username)}`,
    image: `${config.publicUrl}${picture ?? '/og.png'}`,
    card: picture ? 'summary' : 'summary_large_image',
  });
}

interface Head {
  title: string;
  description: string;
  url: string;
  image: string;
  card: string;
}

function renderHead({ title, description, url, image, card }: Head): string {
  const meta = (key: string, name: string, content: string) =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}">`;
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    meta('property', 'og:type', 'profile'),
    meta('property', 'og:site_name', PRODUCT_NAME),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', url),
    meta('property', 'og:image', image),
    meta('name', 'twitter:card', card),
  ].join('\n    ');
}
