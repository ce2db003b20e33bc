import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CardDrawing } from '#contract/page-card.ts';
import { PAGE_DATA_ID, type PageContent, type PageData, type PagePerson } from '#contract/pages.ts';
import type { Responses } from '#contract/session.ts';
import { pagesNotBuilt } from '#server/lib/app-error.ts';
import { ContentCache } from '#server/lib/content-cache.ts';
import { projectRoot } from '#server/lib/project-root.ts';
import {
  type RenderedTemplate,
  readRenderedTemplate,
  type Site,
} from '#server/plugins/page-templates.ts';
import { renderData } from './head.ts';

/** It needs the data before it. Not async: it has to run before a pay link can be pressed. */
const DOUBT = '<script src="/page-doubt.js"></script>';

/** What the client's build leaves for the server. */
interface PageProgram {
  renderPage(page: PageData, isVisitor: boolean): Promise<string>;
  renderScreen(screen: { path: string; responses: Responses; host: string }): Promise<string>;
  renderSign(person: PagePerson, url: string, now: string): string;
  renderCard(drawing: CardDrawing, picture: string | null): string;
  renderPayButton(label: string, width: number): string;
}

const DIST = path.join(projectRoot, 'dist');
export const CLIENT_DIR = path.join(DIST, 'client');
const PROGRAM = path.join(DIST, 'pages/render-page.js');
const MODULES = ['app/routes/other-address.tsx', 'features/page/page-screen.tsx'];
/** About 20 kB each. */
const KEPT_PAGES = 400;

let program: Promise<PageProgram> | undefined;

export function loadPageProgram(): Promise<PageProgram> {
  if (!existsSync(PROGRAM)) throw pagesNotBuilt();
  program ??= import(pathToFileURL(PROGRAM).href) as Promise<PageProgram>;
  return program;
}

interface Rendered {
  etag: string;
  write: (nonce: string) => string;
}

interface PageToRender {
  content: PageContent;
  /** The path that was requested. */
  path: string;
  /** Lines for the <head>. */
  head: string[];
  isVisitor: boolean;
}

/** Renders pages as complete HTML; the HTML of equal content is made once. */
export function createPageRenderer(site: Site) {
  const cache = new ContentCache<string>(KEPT_PAGES);
  const templates = new Map<string, RenderedTemplate | undefined>();
  function templateFor(isVisitor: boolean, isHero: boolean): RenderedTemplate {
    const name = `${isVisitor} ${isHero}`;
    if (!templates.has(name)) {
      const options = { clientDir: CLIENT_DIR, site, isVisitor, isHero, modules: MODULES };
      templates.set(name, readRenderedTemplate(options));
    }
    const template = templates.get(name);
    if (!template) throw pagesNotBuilt();
    return template;
  }

  return async function render({ content, path: requested, head, isVisitor }: PageToRender) {
    const { renderPage } = await loadPageProgram();
    const template = templateFor(isVisitor, content.kind === 'person');
    const page: PageData = { ...content, path: requested };
    const key = hash(JSON.stringify([content, isVisitor]));
    const root = await cache.get(key, () => renderPage(page, isVisitor));
    const parts = {
      root,
      description: head.join('\n    '),
      beforeRoot: renderData(`type="application/json" id="${PAGE_DATA_ID}"`, page) + DOUBT,
    };
    const write = (nonce: string) => template({ ...parts, nonce });
    const rendered: Rendered = { etag: `W/"${hash(write(''))}"`, write };
    return rendered;
  };
}

const hash = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 27);
