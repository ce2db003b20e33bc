import type { FastifyInstance } from 'fastify';
import { type PagePerson, pageLink } from '#contract/pages.ts';
import type { PaymentDetails } from '#contract/payment-details.ts';
import { queryString } from '#contract/platforms/platform.ts';
import { findAvatar } from '#server/db/avatars.ts';
import { avatarBytes } from '#server/lib/avatar.ts';
import { parseAvatarFile } from '#server/lib/avatar-path.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { layOutCard } from './card-layout.ts';
import { createCardPainter, hashCard } from './draw-card.ts';
import { requestOf, type SendFile, textOf } from './find-page.ts';

const AVATARS = '/api/avatars/';

/** The address of a page's preview picture, which changes with what it shows. */
export function cardAddress(
  person: PagePerson,
  details: PaymentDetails,
  publicUrl: string,
): string {
  const request = details.amount === undefined ? {} : details;
  const v = hashCard(layOutCard(person, request, publicUrl), person.profileImage);
  return `${pageLink(publicUrl, person.username)}/card.png?${queryString({ ...request, v })}`;
}

/** GET /@username/card.png: 1200 × 630, for previews in chats. */
export function sendCard(app: FastifyInstance): SendFile {
  const { database, config, log } = app;
  const paint = createCardPainter();

  async function readAvatar(address: string | null): Promise<Buffer | undefined> {
    const wanted = parseAvatarFile(address?.slice(AVATARS.length) ?? '');
    if (!wanted) return undefined;
    const stored = await database.read(({ db }) => findAvatar(db, wanted.userId, wanted.hash));
    return stored?.profileImage ? avatarBytes(stored.profileImage) : undefined;
  }

  return async (person, request, reply) => {
    const details = requestOf(request);
    const drawing = layOutCard(
      person,
      details.amount === undefined ? {} : details,
      config.publicUrl,
    );
    const hash = hashCard(drawing, person.profileImage);
    try {
      const png = await releaseSlotWhile(request, () =>
        paint(hash, drawing, () => readAvatar(person.profileImage)),
      );
      const isCurrent = textOf(request, 'v') === hash;
      return await reply
        .type('image/png')
        .header('cache-control', `public, max-age=${isCurrent ? '31536000, immutable' : '300'}`)
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(png);
    } catch (error) {
      log.warn({ err: error }, 'A preview picture was not drawn; sending the one of the product');
      return reply.redirect('/og.png', 302);
    }
  };
}
