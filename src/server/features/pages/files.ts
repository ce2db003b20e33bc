import type { FastifyInstance } from 'fastify';
import { pageLink, pagePath } from '#contract/pages.ts';
import { AppError, notFound } from '#server/lib/app-error.ts';
import { DURABLE_CAPACITY, drawDurableSvg, noteTooLongForCode } from '#server/lib/qr-code.ts';
import type { ReadLimitName } from '#server/plugins/read-limits.ts';
import { sendCard } from './card.ts';
import { findPage, type PageRoute, requestOf, type SendFile } from './find-page.ts';
import { drawPayButton } from './pay-button.ts';
import { renderSign } from './sign.ts';
import { toVcard } from './vcard.ts';

/** What belongs to a page: /@username/contact.vcf and others. */
export function pageFileRoutes(app: FastifyInstance) {
  const { publicUrl } = app.config;

  function addFile(name: string, limit: ReadLimitName, send: SendFile) {
    app.get<PageRoute>(
      `/@:username/${name}`,
      { config: { access: 'public', limit }, schema: { hide: true } },
      async (request, reply) => {
        const found = await findPage(request, `/${name}`);
        switch (found.kind) {
          case 'person':
            if (!found.isListed) reply.header('x-robots-tag', 'noindex');
            return send(found.person, request, reply);
          case 'moved':
            return reply.redirect(pagePath(found.username, requestOf(request), `/${name}`), 301);
          case 'closed':
            throw new AppError(410, 'GONE', 'This page is closed.');
          case 'unavailable':
            throw notFound('This page is not available.');
          case 'missing':
            throw notFound('There is no such page.');
        }
      },
    );
  }

  addFile('contact.vcf', 'search', async (person, _request, reply) =>
    reply
      .type('text/vcard; charset=utf-8')
      .header('content-disposition', `attachment; filename="${person.username}.vcf"`)
      .send(toVcard(person, pageLink(publicUrl, person.username), publicUrl)),
  );

  addFile('qr.svg', 'qr', async ({ username }, request, reply) => {
    const details = requestOf(request);
    const link = pageLink(publicUrl, username, details.amount === undefined ? {} : details);
    if (link.length > DURABLE_CAPACITY) throw noteTooLongForCode();
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      .send(await drawDurableSvg(link));
  });

  addFile('sign', 'search', async (person, _request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('vary', 'accept-encoding')
      .send(await renderSign(person, pageLink(publicUrl, person.username))),
  );

  addFile('button.svg', 'search', async (person, _request, reply) =>
    reply
      .type('image/svg+xml')
      .header('cache-control', 'public, max-age=3600')
      // Made for other sites.
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(await drawPayButton(person.displayName, person.username)),
  );

  addFile('card.png', 'search', sendCard(app));
}
