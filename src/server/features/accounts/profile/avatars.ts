import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { avatarParams, avatarResponse } from '#contract/accounts.ts';
import { errorResponse } from '#contract/errors.ts';
import { findAvatar } from '#server/db/avatars.ts';
import { notFound } from '#server/lib/app-error.ts';
import { avatarBytes } from '#server/lib/avatar.ts';
import { parseAvatarFile } from '#server/lib/avatar-path.ts';
import { currentUser } from '#server/plugins/session.ts';

const FOREVER = 'public, max-age=31536000, immutable';

export const avatarRoutes: FastifyPluginAsyncZod = async (app) => {
  app.get(
    '/api/avatars/:file',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'getAvatar',
        tags: ['accounts'],
        summary: 'Get a profile picture',
        description: 'The address changes with the picture, so a response can be cached forever.',
        params: avatarParams,
        response: { 200: avatarResponse, 404: errorResponse },
      },
    },
    async (request, reply) => {
      const wanted = parseAvatarFile(request.params.file);
      if (!wanted) throw notFound('There is no such picture.');
      const { userId, hash } = wanted;
      const { database } = app;
      const stored =
        (await database.read(({ db }) => findAvatar(db, userId, hash))) ??
        // A replica may lag behind.
        (await findAvatar(database.db, userId, hash));
      if (!stored?.profileImage) throw notFound('There is no such picture.');
      if (stored.isSuspended) {
        const viewer = await currentUser(request);
        const canSee = viewer?.id === userId || viewer?.isAdmin === true;
        if (!canSee) throw notFound('There is no such picture.');
      }
      return reply
        .header('cache-control', stored.isSuspended ? 'private, no-store' : FOREVER)
        .type('image/webp')
        .send(avatarBytes(stored.profileImage));
    },
  );
};
