import type { FastifyRequest } from 'fastify';
import { escapeHtml } from '#contract/html.ts';
import { ownHandlesResponse } from '#contract/payment-accounts.ts';
import { verificationResponse } from '#contract/reviews.ts';
import { SCREENS } from '#contract/screens.ts';
import { RESPONSES_ID, type Responses } from '#contract/session.ts';
import type { Config } from '#server/config.ts';
import { listOwnHandles } from '#server/db/own-handles.ts';
import { isVerificationRequested } from '#server/db/reviews.ts';
import { findUser, toOwnUser } from '#server/db/users.ts';
import { readOwnScreenTemplate } from '#server/plugins/page-templates.ts';
import { currentUser } from '#server/plugins/session.ts';
import type { RenderScreen } from '#server/plugins/static-files.ts';
import { tryExtraWork } from './extra-work.ts';
import { renderData } from './head.ts';
import { CLIENT_DIR, loadPageProgram } from './render.ts';

const MODULES = ['app/routes/profile.tsx'];

/**
 * Renders My Account with what it shows of the member, so that it does not wait for the app's code.
 * Undefined for other screens, without a valid session, and if it cannot be had at once: then the page
 * shows a spinner until the browser has the session.
 */
export function createScreenRenderer(config: Config): RenderScreen {
  const template = readOwnScreenTemplate({
    clientDir: CLIENT_DIR,
    site: config,
    modules: MODULES,
  });
  return async (request) => {
    if (!template || request.url !== SCREENS.profile) return undefined;
    return tryExtraWork(request, 'other', async () => {
      const responses = await findResponses(request);
      if (!responses) return undefined;
      const { renderScreen } = await loadPageProgram();
      const { host } = request;
      const root = await renderScreen({ path: SCREENS.profile, responses, host });
      const attributes = `type="application/json" id="${RESPONSES_ID}" data-host="${escapeHtml(host)}"`;
      const beforeRoot = renderData(attributes, responses);
      return (nonce) => template({ nonce, description: undefined, root, beforeRoot });
    });
  };
}

async function findResponses(request: FastifyRequest): Promise<Responses | undefined> {
  const { db } = request.server.database;
  const signedIn = await currentUser(request);
  if (!signedIn) return undefined;
  const [user, handles, isRequested] = await Promise.all([
    findUser(db, signedIn.id),
    listOwnHandles(db, signedIn.id),
    isVerificationRequested(db, signedIn.id),
  ]);
  // A suspension has a date, which depends on the browser's time zone.
  if (!user || user.suspendedAt) return undefined;
  return {
    '/api/user': toOwnUser(user, request.server.config.adminEmails),
    '/api/payment-accounts': ownHandlesResponse.parse(handles),
    '/api/me/verification': verificationResponse.parse({ isRequested }),
  };
}
