import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contract/errors.ts';
import { payLink, shareLink } from '#contract/pay-links.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { type QrCodeQuery, qrCodeQuery, qrCodeResponse } from '#contract/qr.ts';
import type { Db } from '#server/db/client.ts';
import { invalidInput, notFound } from '#server/lib/app-error.ts';
import { drawPng, drawSvg, noteTooLongForCode, QR_CAPACITY } from '#server/lib/qr-code.ts';
import { lastWriteOf } from '#server/plugins/own-writes.ts';
import { currentUser } from '#server/plugins/session.ts';
import { findHandle, isUsernameKnown } from './queries.ts';

const NO_USERNAME = 'No username provided for QR code generation';

export const qrRoutes: FastifyPluginAsyncZod = async (app) => {
  const { config, database } = app;

  app.get(
    '/api/qrcode',
    {
      config: { access: 'public', limit: 'qr' },
      schema: {
        operationId: 'getQrCode',
        tags: ['directory'],
        summary: 'Get the QR code of a profile or of a payment request',
        querystring: qrCodeQuery,
        response: { 200: qrCodeResponse, 404: errorResponse },
      },
    },
    async (request) => {
      const { query } = request;
      const own = query.username === undefined ? await currentUser(request) : undefined;
      const username = query.username ?? own?.username;
      if (!username) throw invalidInput(NO_USERNAME, { username: NO_USERNAME });

      // Members may request their code right after a change; a replica may lag behind.
      if (own) await requireTarget(database.db, username, query, { isOwn: true });
      else {
        await database.read(({ db }) => requireTarget(db, username, query, { isOwn: false }), {
          after: lastWriteOf(request),
        });
      }

      const url = shareLink(
        config.publicUrl,
        query.type === 'payment' ? { ...query, username } : { username },
      );
      if (url.length > QR_CAPACITY) throw noteTooLongForCode();
      const qrCode = query.format === 'svg' ? await drawSvg(url) : await drawPng(url);
      return { qrCode, url };
    },
  );
};

/** A code that leads nowhere is worse than none. */
async function requireTarget(
  db: Db,
  username: string,
  { type, platform }: QrCodeQuery,
  viewer: { isOwn: boolean },
) {
  if (!(await isUsernameKnown(db, username, viewer))) throw notFound('User not found');
  if (type === 'profile' || platform === undefined) return;
  if (!payLink(platform, await findHandle(db, username, platform))) {
    throw notFound(`This user has no ${PLATFORM_LABELS[platform]} name`);
  }
}
