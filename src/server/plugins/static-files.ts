import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SCREENS } from '#contract/screens.ts';
import { AppError } from '#server/lib/app-error.ts';
import { readDrawnScreens } from './drawn-screens.ts';
import { sendError } from './errors.ts';
import { readScreenPreloads } from './screen-preloads.ts';
import { pagePolicy } from './security-headers.ts';
import { sessionCookieName } from './session.ts';

/** What a page tells search engines and chats about itself, as HTML for its <head>. */
export type DescribePage = (request: FastifyRequest) => Promise<string | undefined>;

interface StaticFilesOptions {
  clientDir: string;
  describePage: DescribePage;
}

const HASHED = /^assets\/.+-[\w-]{8,}\.\w+$/;
const screens = new Set<string>(Object.values(SCREENS));

/** The built client: its files, and its one page for every path that is not a file. */
export async function registerStaticFiles(app: FastifyInstance, options: StaticFilesOptions) {
  const { clientDir, describePage } = options;
  const files = listFiles(clientDir);
  const page = files.has('index.html')
    ? readFileSync(path.join(clientDir, 'index.html'), 'utf8')
        // Chats fetch a preview's picture by its full address only.
        .replace('content="/og.png"', `content="${app.config.publicUrl}/og.png"`)
    : undefined;
  files.delete('index.html');
  const preloads = readScreenPreloads(clientDir);
  const withScreen = readDrawnScreens(clientDir);

  await app.register(fastifyStatic, {
    root: clientDir,
    serve: false,
    preCompressed: true,
    // Cache headers are ours, file by file.
    cacheControl: false,
  });

  app.get(
    '/*',
    { config: { access: 'public', isAlwaysAnswered: true }, schema: { hide: true } },
    async (request, reply) => {
      const pathname = decodePath(request.url);
      if (pathname.startsWith('/api/') || pathname === '/api') return sendUnknown(reply);
      const file = pathname.slice(1);
      if (files.has(file)) {
        reply.header(
          'cache-control',
          HASHED.test(file) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
        );
        return reply.sendFile(file);
      }
      return sendPage(request, reply, pathname);
    },
  );

  app.setNotFoundHandler((_request, reply) => sendUnknown(reply));

  async function sendPage(request: FastifyRequest, reply: FastifyReply, pathname: string) {
    if (!page) {
      throw new AppError(503, 'NOT_BUILT', 'The pages are not built yet. Run npm run build.');
    }
    const nonce = randomBytes(16).toString('base64');
    const head = await describePage(request);
    reply
      .code(screens.has(pathname) ? 200 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce));
    const described =
      head === undefined ? page : page.replace(/<!--og-start-->[\s\S]*<!--og-end-->/, () => head);
    // A visitor's page need not ask who is signed in: a refused call would stand in every console.
    const isVisitor = !request.cookies[sessionCookieName(app.config)];
    const marked = isVisitor ? described.replace('<html', '<html data-session="none"') : described;
    const preload = preloads.get(pathname);
    const complete = preload ? marked.replace('</head>', () => `  ${preload}\n  </head>`) : marked;
    const nonced = complete.replaceAll('__CSP_NONCE__', nonce);
    return reply.send(withScreen(nonced, request.url, isVisitor));
  }
}

function sendUnknown(reply: FastifyReply) {
  return sendError(reply, new AppError(404, 'NOT_FOUND', 'There is nothing at this address.'));
}

function decodePath(url: string): string {
  const raw = url.split('?', 1)[0] ?? '/';
  try {
    return decodeURIComponent(raw);
  } catch {
    return raw;
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
