import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { escapeHtml } from '#contract/html.ts';
import { SCREENS } from '#contract/screens.ts';
import { EMPTY_ROOT, readPrerenderedScreens, withGuard } from './prerendered-screens.ts';
import { readPreloads, readScreenPreloads } from './screen-preloads.ts';

const NONCE = '__CSP_NONCE__';
const DESCRIPTION = /<!--og-start-->|<!--og-end-->/;

interface PageRequest {
  pathname: string;
  /** Path and query as they were sent. */
  address: string;
  isVisitor: boolean;
}

interface PageParts {
  nonce: string;
  /** HTML for the <head>, instead of the app's own description. */
  description: string | undefined;
}

/** What every page says about the site. */
export interface Site {
  publicUrl: string;
  /** For the contact screen. */
  contactEmail: string | undefined;
}

type Template = (parts: PageParts) => string;

/**
 * The app's page, prepared at the start for every screen, or undefined before the client is built.
 * Templates are split where something is inserted, so that no text of a user is ever searched for a
 * placeholder.
 */
export function readPageTemplates(clientDir: string, site: Site) {
  const page = readPage(clientDir, site);
  if (page === undefined) return undefined;
  const audiences = {
    visitor: prepare(clientDir, forVisitor(page), true),
    member: prepare(clientDir, forMember(page), false),
  };
  return ({ pathname, address, isVisitor }: PageRequest): Template => {
    const { byAddress, byPath, other } = isVisitor ? audiences.visitor : audiences.member;
    return byAddress.get(address) ?? byPath.get(pathname) ?? other;
  };
}

function readPage(clientDir: string, { publicUrl, contactEmail }: Site): string | undefined {
  const file = path.join(clientDir, 'index.html');
  if (!existsSync(file)) return undefined;
  return (
    readFileSync(file, 'utf8')
      // Chats fetch a preview's picture by its full address only.
      .replace('content="/og.png"', `content="${publicUrl}/og.png"`)
      .replace('</head>', () =>
        contactEmail === undefined
          ? '</head>'
          : `  <meta name="contact" content="${escapeHtml(contactEmail)}">\n  </head>`,
      )
  );
}

/** Without a session the app does not ask for the user: browsers would log a 401. */
const forVisitor = (page: string) => page.replace('<html', '<html data-session="none"');

/** The browser asks for the user while the app's code loads. */
const SESSION = '<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/user">';
const forMember = (page: string) => page.replace('</head>', `  ${SESSION}\n  </head>`);

interface RenderedParts extends PageParts {
  /** HTML inside and before the root. */
  root: string;
  beforeRoot: string;
}

export type RenderedTemplate = (parts: RenderedParts) => string;

interface TemplateOptions {
  clientDir: string;
  site: Site;
  /** The modules of the client that the screen needs. */
  modules: string[];
}

interface RenderedOptions extends TemplateOptions {
  isVisitor: boolean;
  /** Whether the header is part of the screen's marigold band. */
  isHero: boolean;
}

/** The app's page around a screen that is rendered for each request. It can be used without any script. */
export function readRenderedTemplate(options: RenderedOptions): RenderedTemplate | undefined {
  const page = readPage(options.clientDir, options.site);
  if (page === undefined) return undefined;
  let whole = withLateCode(page, options).replace(/<noscript>.*?<\/noscript>/s, '');
  whole = options.isVisitor ? forVisitor(whole) : forMember(whole);
  if (options.isHero) whole = whole.replace('<html', '<html data-page="hero"');
  return compileAroundRoot(whole, '<div id="root">');
}

/** The app's page around a screen that is rendered with its user. It is inert until its code has loaded. */
export function readOwnScreenTemplate(options: TemplateOptions): RenderedTemplate | undefined {
  const page = readPage(options.clientDir, options.site);
  if (page === undefined) return undefined;
  const whole = withGuard(withLateCode(page, options));
  return compileAroundRoot(whole, '<div id="root" inert>');
}

/** Styles and fonts of a rendered screen load before code. */
function withLateCode(page: string, { clientDir, modules }: TemplateOptions): string {
  const links = readPreloads(clientDir, modules);
  return page
    .replace('</head>', () => `  ${links}\n  </head>`)
    .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
    .replace('<script type="module"', '<script type="module" fetchpriority="low"');
}

function compileAroundRoot(page: string, root: string): RenderedTemplate {
  const [before = '', after = ''] = page.split(EMPTY_ROOT);
  const head = compile(before);
  const end = after.split(NONCE);
  return (parts) =>
    `${head(parts)}${parts.beforeRoot}${root}${parts.root}</div>${end.join(parts.nonce)}`;
}

function prepare(clientDir: string, page: string, isVisitor: boolean) {
  const preloads = readScreenPreloads(clientDir);
  const prerendered = readPrerenderedScreens(clientDir, isVisitor);
  const withPreloads = (pathname: string) => {
    const links = preloads.get(pathname);
    return links ? page.replace('</head>', () => `  ${links}\n  </head>`) : page;
  };
  const byAddress = new Map<string, Template>();
  for (const [address, insertInto] of prerendered) {
    const [pathname = ''] = address.split('?');
    byAddress.set(address, compile(insertInto(withPreloads(pathname))));
  }
  const byPath = new Map<string, Template>();
  for (const screen of Object.values(SCREENS)) byPath.set(screen, compile(withPreloads(screen)));
  return { byAddress, byPath, other: compile(page) };
}

function compile(page: string): Template {
  const [before = '', ownDescription = '', after = ''] = page.split(DESCRIPTION);
  const start = before.split(NONCE);
  const end = after.split(NONCE);
  return ({ nonce, description }) =>
    start.join(nonce) + (description ?? ownDescription) + end.join(nonce);
}
