import { toWire } from './call.ts';
import { measure, type Subject } from './measure.ts';
import { NoOrdinaryValue, ordinaryCall, REFUSED_AS_EXPECTED } from './ordinary.ts';
import { type ApiDocument, pageRoute, type Route, routesOf } from './routes.ts';
import type { Target } from './target.ts';
import type { Page } from './variants.ts';
import { ROLES, type Role, type World } from './world.ts';

interface Ready {
  route: Route;
  /** The least of the roles that may send it. */
  role: Role;
  /** The response to its ordinary request. */
  status: number;
  pages: Page[];
}

const SEARCH = 'GET /api/users/search';
const DEPTHS = [2, 10, 25];

/** Every route of the API's document and the kinds of pages beside it, each with an ordinary request. */
export async function prepareRoutes(target: Target, world: World, pattern: string) {
  const document = (await (await fetch(`${target.url}/api/openapi.json`)).json()) as ApiDocument;
  const all = [...routesOf(document), ...(await pageRoutes(target.url))];
  const chosen = all.filter(({ name }) => new RegExp(pattern, 'i').test(name));
  const problems: string[] = [];
  const ready: Ready[] = [];
  for (const route of chosen) {
    try {
      const { role, status } = await findRole(target, world, route);
      const isFine = status < 400 || REFUSED_AS_EXPECTED[route.name]?.includes(status);
      if (!isFine) problems.push(`${route.name}: its ordinary request is refused with ${status}.`);
      ready.push({ route, role, status, pages: await findPages(target, world, route, role) });
    } catch (error) {
      if (!(error instanceof NoOrdinaryValue)) throw error;
      problems.push(error.message);
    }
  }
  const searchRoute = all.find(({ name }) => name === SEARCH);
  if (!searchRoute) throw new Error(`The API has no ${SEARCH} to compare with.`);
  const search: Subject = { route: searchRoute, role: 'visitor', genes: [] };
  return { ready, search, problems };
}

async function pageRoutes(origin: string): Promise<Route[]> {
  const page = await (await fetch(origin)).text();
  const file = /\/assets\/[\w.-]+\.js/.exec(page)?.[0];
  if (!file) throw new Error('The home page loads no script.');
  return [
    pageRoute('GET the home page', '/'),
    pageRoute('GET a shared search', '/', 'search'),
    pageRoute('GET a static file', file),
    pageRoute('GET the page of a member', '/@{username}'),
    pageRoute('GET a page that does not exist', '/{page}'),
    pageRoute('GET an API path that does not exist', '/api/{page}'),
    pageRoute('GET /api/openapi.json', '/api/openapi.json'),
    pageRoute('GET /api/docs', '/api/docs'),
  ];
}

async function findRole(target: Target, world: World, route: Route) {
  let status = 0;
  // Visitors share result pages for a minute, which would hide what a query costs that nobody sent before.
  for (const role of route.name === SEARCH ? (['member'] as const) : ROLES) {
    const subject: Subject = { route, role, genes: [] };
    ({ status } = await measure(target, world, subject, { enoughMs: 0, capMs: 0 }));
    if (status !== 401 && status !== 403) return { role, status };
  }
  return { role: 'admin' as const, status };
}

/** Follows the Link headers. */
async function findPages(target: Target, world: World, route: Route, role: Role): Promise<Page[]> {
  if (!route.fields.some(({ path }) => path[0] === 'cursor')) return [];
  const pages: Page[] = [];
  for (const query of ['', 'a', 'maria']) {
    const call = await ordinaryCall(route, world);
    const others = call.query.filter(([name]) => name !== 'query');
    const hasQuery = others.length < call.query.length;
    let next = toWire({ ...call, query: hasQuery ? [...others, ['query', query]] : others }).path;
    for (let depth = 2; depth <= Math.max(...DEPTHS); depth += 1) {
      const response = await fetch(target.url + next, {
        headers: { cookie: world.cookieOf(role) },
      });
      await response.text();
      const link = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
      if (!link) break;
      next = link;
      if (!DEPTHS.includes(depth)) continue;
      pages.push({ kind: 'page', depth, query: [...new URL(link, target.url).searchParams] });
    }
    if (!hasQuery) break;
  }
  return pages;
}
