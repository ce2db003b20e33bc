import type { FastifyRequest } from 'fastify';
import type { OwnUser } from '#contract/accounts.ts';
import { SCREENS } from '#contract/screens.ts';
import { SESSION_DATA_ID } from '#contract/session.ts';
import type { Config } from '#server/config.ts';
import { findUser, toOwnUser } from '#server/db/users.ts';
import { escapeHtml } from '#server/lib/html.ts';
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
      const user = await findOwnUser(request);
      // A suspension has a date, which depends on the browser's time zone.
      if (!user || user.suspension) return undefined;
      const { renderScreen } = await loadPageProgram();
      const { host } = request;
      const root = await renderScreen({ path: SCREENS.profile, user, host });
      const afterRoot = renderData(
        `type="application/json" id="${SESSION_DATA_ID}" data-host="${escapeHtml(host)}"`,
        user,
      );
      return (nonce) => template({ nonce, description: undefined, root, afterRoot });
    });
  };
}

async function findOwnUser(request: FastifyRequest): Promise<OwnUser | undefined> {
  const { config, database } = request.server;
  const signedIn = await currentUser(request);
  const row = signedIn && (await findUser(database.db, signedIn.id));
  return row ? toOwnUser(row, config.adminEmails) : undefined;
}
