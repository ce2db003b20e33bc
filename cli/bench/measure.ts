import { Agent, get } from 'node:http';
import autocannon from 'autocannon';
import { PLATFORMS } from '#contract/platforms.ts';
import type { Kind, Question, Seen } from './kinds.ts';

export const SYSTEMS = ['Payfolk', 'pg_trgm', 'ILIKE'] as const;
export type System = (typeof SYSTEMS)[number];

const PATHS: Record<System, string> = {
  Payfolk: '/api/users/search',
  pg_trgm: '/bench/trigrams',
  ILIKE: '/bench/ilike',
};
const PAGE = 20;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Answer {
  ms: number;
  body: string;
  next: string | undefined;
}

/** From sending the request to having the whole answer. */
function fetchTimed(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    get(url, { agent }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        body += part;
      });
      response.on('end', () => {
        const ms = performance.now() - started;
        if (response.statusCode !== 200)
          reject(new Error(`${response.statusCode} for ${url}: ${body}`));
        const link = String(response.headers.link ?? '');
        resolve({ ms, body, next: /^<([^>]+)>/.exec(link)?.[1] });
      });
    }).on('error', reject);
  });
}

export function addressOf(system: System, { query, platform, page }: Question): string {
  const address = new URLSearchParams({ platform, limit: String(PAGE) });
  if (query) address.set('query', query);
  if (system !== 'Payfolk' && page > 1) address.set('offset', String((page - 1) * PAGE));
  return `${PATHS[system]}?${address}`;
}

interface Row {
  username: string | null;
  name: string;
  screenName: string | null;
  handles?: Record<string, string> | null;
  [field: string]: unknown;
}

function seen(row: Row): Seen {
  const handles = PLATFORMS.flatMap((platform) => {
    const handle = row.handles ? row.handles[platform] : row[`${platform}Username`];
    return typeof handle === 'string' ? [[platform, handle]] : [];
  });
  const { username, name, screenName } = row;
  return { username, name, screenName, handles: Object.fromEntries(handles) };
}

/** Of the right people that fit on half a page, how many are in its first ten. */
function recallOf(question: Question, body: string): number {
  const rows = (JSON.parse(body) as Row[]).slice(0, 10).map(seen);
  const right = rows.filter(question.isRight).length;
  return Math.min(1, right / Math.min(10, Math.max(1, question.right)));
}

export interface Measured {
  times: number[];
  recalls: number[];
}

export class Meter {
  readonly #results = new Map<string, Measured>();
  readonly sizes: number[] = [];

  of(kind: Kind, system: System): Measured {
    const key = `${kind.name} ${system}`;
    const known = this.#results.get(key);
    if (known) return known;
    const fresh = { times: [], recalls: [] };
    this.#results.set(key, fresh);
    return fresh;
  }

  async ask(origin: string, kind: Kind, question: Question, system: System) {
    let path = addressOf(system, question);
    // Payfolk is walked to its deep page by its own links; only the last step is timed.
    for (let page = 1; system === 'Payfolk' && page < question.page; page += 1) {
      path = (await fetchTimed(origin + path)).next ?? path;
    }
    const { ms, body } = await fetchTimed(origin + path);
    const measured = this.of(kind, system);
    measured.times.push(ms);
    measured.recalls.push(recallOf(question, body));
    if (system === 'Payfolk') this.sizes.push(Buffer.byteLength(body));
  }
}

/** The time that this share of the answers kept within. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const CONNECTIONS = 16;

/** Requests a second over `seconds`. The connections share the addresses out between them. */
export async function throughput(
  origin: string,
  paths: string[],
  seconds: number,
): Promise<number> {
  let connection = 0;
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const own = paths.filter((_, at) => at % CONNECTIONS === connection % CONNECTIONS);
      connection += 1;
      client.setRequests((own.length > 0 ? own : paths).map((path) => ({ method: 'GET', path })));
    },
  });
  // A machine that is busy with other things turns requests away: those are no answers.
  if (result.non2xx + result.errors > 0) {
    console.log(
      `${result.non2xx + result.errors} of ${result.requests.total} requests were turned away.`,
    );
  }
  return result['2xx'] / result.duration;
}
