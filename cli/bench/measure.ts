import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PLATFORMS } from '#contract/platforms/registry.ts';
import type { CpuTime } from './cpu.ts';
import { type Kind, type Question, recallOf, worseOf } from './kinds.ts';
import type { Seen } from './oracle.ts';

export type System = 'Payfolk' | 'pg_trgm' | 'ILIKE';

const PATHS: Record<System, string> = {
  Payfolk: '/api/users/search',
  pg_trgm: '/bench/trigrams',
  ILIKE: '/bench/ilike',
};
const PAGE = 20;
const MISSES_MAX = 5;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
let requests = 0;

/** Each visitor has its own network, so that no network reaches a limit. */
export function visitorHeaders(nth: number) {
  return { 'x-forwarded-for': `${20 + ((nth >> 16) % 100)}.${(nth >> 8) & 255}.${nth & 255}.1` };
}
const REQUESTS_PER_VISITOR = 20;

interface Answer {
  ms: number;
  body: string;
  next: string | undefined;
}

/** Refusals in a row after which the benchmark gives up. */
const REFUSALS_MAX = 5;

/** If the machine paused the server for seconds, it refuses the next request, which is then repeated. */
async function fetchTimed(url: string): Promise<Answer> {
  for (let refusals = 1; ; refusals += 1) {
    const response = await fetchOnce(url);
    if (response.status === 200) return response;
    const isRefused = response.status === 503 && refusals < REFUSALS_MAX;
    if (!isRefused) throw new Error(`${response.status} for ${url}: ${response.body}`);
    await pause(response.retryAfter * 1_000);
  }
}

/** From sending the request to receiving the whole response. */
function fetchOnce(url: string): Promise<Answer & { status: number; retryAfter: number }> {
  requests += 1;
  const headers = visitorHeaders(Math.floor(requests / REQUESTS_PER_VISITOR));
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(url, { agent, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => {
        const ms = performance.now() - started;
        const { statusCode: status = 0 } = response;
        const next = /^<([^>]+)>/.exec(String(response.headers.link ?? ''))?.[1];
        const retryAfter = Number(response.headers['retry-after']) || 1;
        resolve({ ms, body, next, status, retryAfter });
      });
    }).on('error', reject);
  });
}

export function addressOf(system: System, question: Omit<Question, 'level'>): string {
  const { query, platform, page } = question;
  const address = new URLSearchParams({ platform, limit: String(PAGE) });
  if (query) address.set('query', query);
  if (system !== 'Payfolk' && page > 1) address.set('offset', String((page - 1) * PAGE));
  return `${PATHS[system]}?${address}`;
}

interface Row {
  username: string | null;
  name: string;
  screenName: string | null;
  /** Set by the other systems only; Payfolk has a field for each platform. */
  usernames?: Record<string, string> | null;
  [field: string]: unknown;
}

function seen(row: Row): Seen {
  const handles = PLATFORMS.flatMap((platform) => {
    const handle = row.usernames?.[platform] ?? row[`${platform}Username`];
    return typeof handle === 'string' ? [[platform, handle]] : [];
  });
  const { username, name, screenName } = row;
  return { username, name, screenName, handles: Object.fromEntries(handles) };
}

export interface Measured {
  times: number[];
  recalls: number[];
  /** Queries that did not find the person. */
  misses: string[];
  cpu: CpuTime;
}

export class Meter {
  readonly #results = new Map<string, Measured>();

  of(kind: Kind, system: System): Measured {
    const key = `${kind.name} ${system}`;
    const known = this.#results.get(key);
    if (known) return known;
    const fresh = { times: [], recalls: [], misses: [], cpu: { server: 0, postgres: 0 } };
    this.#results.set(key, fresh);
    return fresh;
  }

  /** Sequential; the CPU time is read before and after all of them. */
  async ask(
    origin: string,
    kind: Kind,
    questions: Question[],
    system: System,
    cpu: () => CpuTime | undefined,
  ) {
    const measured = this.of(kind, system);
    const paths: string[] = [];
    for (const question of questions) paths.push(await pathTo(origin, question, system));
    const bodies: string[] = [];
    const before = cpu();
    for (const path of paths) {
      const { ms, body } = await fetchTimed(origin + path);
      measured.times.push(ms);
      bodies.push(body);
    }
    const after = cpu();
    if (before && after) {
      measured.cpu.server += after.server - before.server;
      measured.cpu.postgres += after.postgres - before.postgres;
    }
    for (const [at, question] of questions.entries()) {
      const rows = (JSON.parse(bodies[at] ?? '[]') as Row[]).map(seen);
      const recall = recallOf(question, rows);
      measured.recalls.push(recall);
      if (recall < 1 && measured.misses.length < MISSES_MAX) {
        const { query, target } = question;
        const top = rows.slice(0, 10);
        const worse = worseOf(question, top).map(({ name, username }) => `${name} (${username})`);
        measured.misses.push(
          `"${query}" for ${target}: ${top.length} others; less alike: ${worse.slice(0, 3).join(', ') || 'none'}`,
        );
      }
    }
  }
}

/** Payfolk's deep page is reached by following its own links, untimed. */
async function pathTo(origin: string, question: Question, system: System): Promise<string> {
  let path = addressOf(system, question);
  for (let page = 1; system === 'Payfolk' && page < question.page; page += 1) {
    path = (await fetchTimed(origin + path)).next ?? path;
  }
  return path;
}

export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
