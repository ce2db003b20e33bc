import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { errorResponse } from '#contract/errors.ts';
import { pageLink } from '#contract/pages.ts';
import { PLATFORM_LABELS } from '#contract/platforms/registry.ts';
import { websiteCheckResponse, websiteProofResponse } from '#contract/proofs.ts';
import { listOwnHandles } from '#server/db/own-handles.ts';
import { findOwnUser } from '#server/db/users.ts';
import { updateWebsiteProofs, type WebsiteResult } from '#server/db/website-proofs.ts';
import { AppError, notFound, pageSuspended } from '#server/lib/app-error.ts';
import { UnreadablePageError } from '#server/lib/website/unreadable-page.ts';
import { changeAs } from '#server/plugins/access.ts';
import { countAgainst } from '#server/plugins/limits.ts';
import { releaseSlotWhile } from '#server/plugins/pressure.ts';
import { signedInUser } from '#server/plugins/session.ts';
import { wakeJobsAfterResponse } from '#server/plugins/wake-jobs.ts';

const PATH = '/api/me/website-proof';

/** A member's website can prove handles. */
export const websiteProofRoutes: FastifyPluginAsyncZod = async (app) => {
  const { db } = app.database;
  const { publicUrl } = app.config;
  const { readPage } = app;

  app.get(
    PATH,
    {
      config: { access: 'user' },
      schema: {
        operationId: 'getWebsiteProof',
        tags: ['handles'],
        summary: 'See what your website needs to prove your handles',
        response: { 200: websiteProofResponse },
      },
    },
    async (request) => {
      const { username, websiteUrl } = await findOwnUser(db, signedInUser(request).id);
      return {
        isOffered: readPage !== undefined,
        websiteUrl,
        pageUrl: username === null ? null : pageLink(publicUrl, username),
      };
    },
  );

  app.post(
    PATH,
    {
      config: { access: 'user', limit: 'websiteCheckByAddress' },
      schema: {
        operationId: 'checkWebsite',
        tags: ['handles'],
        summary: 'Read your website, which may prove your handles',
        description:
          'The website must link to your page with rel="me". Its pay links then prove the handles that they lead to. It is read again every week; a handle that is missing twice in a row loses its proof.',
        response: { 200: websiteCheckResponse, 404: errorResponse, 409: errorResponse },
      },
      onResponse: wakeJobsAfterResponse,
    },
    async (request) => {
      if (!readPage) throw notFound('Website checks are turned off here.');
      const { id: userId } = signedInUser(request);
      const { websiteUrl, suspendedAt } = await findOwnUser(db, userId);
      if (suspendedAt) throw pageSuspended();
      if (websiteUrl === null) {
        throw new AppError(409, 'NO_WEBSITE', 'Please save your website on your profile first.');
      }
      await countAgainst(request, 'websiteCheck', String(userId));
      await countAgainst(request, 'websiteCheckByHost', new URL(websiteUrl).hostname);
      const page = await releaseSlotWhile(request, () => readPage(websiteUrl)).catch(
        (error: unknown) => {
          if (!(error instanceof UnreadablePageError)) throw error;
          throw new AppError(409, 'WEBSITE_NOT_READ', error.message, { cause: error });
        },
      );
      const check = { userId, websiteUrl, page, publicUrl, ip: request.ip };
      const result = await changeAs(request, (tx, { suspendedAt }) => {
        if (suspendedAt) throw pageSuspended();
        return updateWebsiteProofs(tx, check);
      });
      return { message: describeResult(result), handles: await listOwnHandles(db, userId) };
    },
  );
};

function describeResult({ hasLink, proven }: WebsiteResult): string {
  if (!hasLink) return 'We did not find the link to your page. Add it with rel="me" and try again.';
  const names = proven.map((platform) => PLATFORM_LABELS[platform]);
  if (names.length === 0) {
    return 'We found the link to your page, but no pay link to one of your payment names.';
  }
  return `Your website lists your ${new Intl.ListFormat('en-US').format(names)} ${names.length === 1 ? 'name' : 'names'}.`;
}
