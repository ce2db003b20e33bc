import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCREENS } from '#contract/screens.ts';
import { pagesNotBuilt } from '#server/lib/app-error.ts';
import { withStyleNonce } from '#server/lib/common-headers.ts';
import { noSuchRoute, sendError } from './errors.ts';
import { readPageTemplates } from './page-templates.ts';
import { sessionCookieName } from './session.ts';

/** HTML for the page's <head>: title, description and preview. */
export type DescribePage = (request: FastifyRequest) => Promise<string | undefined>;

/** The whole page of a screen for members, for a nonce. */
export type RenderScreen = (
  request: FastifyRequest,
) => Promise<((nonce: string) => string) | undefined>;

interface StaticFilesOptions {
  clientDir: string;
  describePage: DescribePage;
  renderScreen: RenderScreen;
}

const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;
/** A target such as `//` or `http://[` is not a URL of this site. */
const ORIGIN_FORM = /^\/(?![/\\])/;
const screens = new Set<string>(Object.values(SCREENS));

/** Serves the built client: its files, and its page for every other path. */
export async function registerStaticFiles(app: FastifyInstance, options: StaticFilesOptions) {
  const { clientDir, describePage, renderScreen } = options;
  const files = listFiles(clientDir);
  files.delete('index.html');
  const templateFor = readPageTemplates(clientDir, app.config);

  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    // Cache headers are ours, file by file.
    cacheControl: false,
  });

  app.get<{ Params: { '*': string } }>(
    '/*',
    { config: { access: 'public', isAlwaysAnswered: true }, schema: { hide: true } },
    async (request, reply) => {
      const file = request.params['*'];
      if (file === 'api' || file.startsWith('api/')) return sendError(reply, noSuchRoute());
      // The same address has a compressed and a plain form.
      reply.header('vary', 'accept-encoding');
      if (!files.has(file)) return sendPage(request, reply, `/${file}`);
      reply.header(
        'cache-control',
        HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      );
      return reply.sendFile(file);
    },
  );

  app.setNotFoundHandler((_request, reply) => sendError(reply, noSuchRoute()));

  async function sendPage(request: FastifyRequest, reply: FastifyReply, pathname: string) {
    if (!templateFor) throw pagesNotBuilt();
    const nonce = randomBytes(16).toString('base64');
    const isVisitor = !request.cookies[sessionCookieName(app.config)];
    const write = isVisitor ? undefined : await renderScreen(request);
    const template = templateFor({ pathname, address: request.url, isVisitor });
    const description = ORIGIN_FORM.test(request.url) ? await describePage(request) : undefined;
    const policy = String(reply.getHeader('content-security-policy'));
    return reply
      .code(screens.has(pathname) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', withStyleNonce(policy, nonce))
      .send(write?.(nonce) ?? template({ nonce, description }));
  }
}

/** Names relative to the folder; the compressed copies beside a file are not files of their own. */
function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    )
    .filter((name) => !/\.(br|gz)$/.test(name) && !name.startsWith('.vite/'));
  return new Set(names);
}
