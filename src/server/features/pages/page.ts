import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '#contract/html.ts';
import {
  type PageContent,
  type PersonPage,
  pageLink,
  pagePath,
  pageTitle,
} from '#contract/pages.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import { PRODUCT_NAME } from '#contract/product.ts';
import { withStyleNonce } from '#server/lib/common-headers.ts';
import { sessionCookieName } from '#server/plugins/session.ts';
import { cardAddress } from './card.ts';
import {
  type FoundPage,
  findPage,
  isEditing,
  type PageRequest,
  type PageRoute,
  requestOf,
} from './find-page.ts';
import { describePerson, renderData, renderHead, renderPlainHead } from './head.ts';
import { createPageRenderer } from './render.ts';

const STATUS = { person: 200, closed: 410, unavailable: 404, missing: 404 } as const;
const TITLES = {
  closed: 'This page is closed',
  unavailable: 'This page is not available',
  missing: '404 Page Not Found',
} as const;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** GET /@username: the page of a member as complete HTML. */
export function pageRoute(app: FastifyInstance) {
  const { config } = app;
  const render = createPageRenderer(config);
  app.get<PageRoute>(
    '/@:username',
    { config: { access: 'public', limit: 'search' }, schema: { hide: true } },
    async (request, reply) => {
      const found = await findPage(request);
      if (found.kind === 'moved') return redirect(reply, found, requestOf(request));
      const content = toContent(found, request, config.publicUrl);
      const { etag, write } = await render({
        content,
        path: pagePath(request.params.username),
        head: headOf(content, config.publicUrl),
        isVisitor: !request.cookies[sessionCookieName(config)],
      });
      reply
        .code(STATUS[content.kind])
        .type('text/html; charset=utf-8')
        .header('cache-control', 'private, no-cache')
        .header('vary', 'accept-encoding, cookie');
      if (content.kind === 'person') {
        reply.header('etag', etag);
        if (request.headers['if-none-match']?.includes(etag)) {
          // The stored page has the nonce of its own policy, which a new one would replace.
          return reply.removeHeader('content-security-policy').code(304).send();
        }
      }
      const nonce = randomBytes(16).toString('base64');
      const policy = String(reply.getHeader('content-security-policy'));
      return reply
        .header('content-security-policy', withStyleNonce(policy, nonce))
        .send(write(nonce));
    },
  );
}

/** Not cached: a member may take a former username back. */
function redirect(
  reply: FastifyReply,
  { username, formerUsername }: FoundPage & { kind: 'moved' },
  details: PaymentDetails,
) {
  const target = pagePath(username, details);
  if (formerUsername === undefined) return reply.redirect(target, 301);
  return reply.redirect(`${target}${target.includes('?') ? '&' : '?'}from=${formerUsername}`, 301);
}

function toContent(
  found: Exclude<FoundPage, { kind: 'moved' }>,
  request: PageRequest,
  publicUrl: string,
): PageContent {
  if (found.kind !== 'person') return found;
  // Coarse, because equal content is rendered once.
  const step = found.person.caution ? HOUR_MS : DAY_MS;
  return {
    ...found,
    asOf: Math.floor(Date.now() / step) * step,
    url: pageLink(publicUrl, found.person.username),
    request: requestOf(request),
    isEditing: isEditing(request),
  };
}

function headOf(content: PageContent, publicUrl: string): string[] {
  if (content.kind !== 'person') return renderPlainHead(TITLES[content.kind]);
  return [...describe(content, publicUrl), ...identify(content, publicUrl)];
}

function describe(page: PersonPage, publicUrl: string): string[] {
  const { person, request } = page;
  const platforms = person.handles.map(({ platform }) => platform);
  return renderHead({
    title: `${pageTitle(page)} · ${PRODUCT_NAME}`,
    description: describePerson(person.displayName, platforms),
    url: pageLink(publicUrl, person.username, request.amount === undefined ? {} : request),
    image: cardAddress(person, request, publicUrl),
    card: 'summary_large_image',
    isListed: page.isListed,
  });
}

/** The canonical link and structured data, for search engines. */
function identify({ person, url }: PersonPage, publicUrl: string): string[] {
  return [
    `<link rel="canonical" href="${escapeHtml(url)}">`,
    renderData('type="application/ld+json"', {
      '@context': 'https://schema.org',
      '@type': 'Person',
      name: person.displayName,
      alternateName: `@${person.username}`,
      url,
      ...(person.profileImage && { image: publicUrl + person.profileImage }),
      ...(person.websiteUrl && { sameAs: [person.websiteUrl] }),
    }),
  ];
}
