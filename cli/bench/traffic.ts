import autocannon from 'autocannon';
import { addressOf, mean, visitorHeaders } from './measure.ts';
import { type MadePerson, randomFrom } from './people.ts';

const CONNECTIONS = 16;
const VISITORS = 12_000;
const ROUNDS = 3;

export interface Throughput {
  searches: number;
  keepAlive: number;
}

interface Request {
  method: 'GET';
  path: string;
  headers: Record<string, string>;
}

/**
 * Names typed letter by letter, each by a visitor of another network. Names come up as often as people have them,
 * and some visitors stop early, so popular names and first letters come most often.
 */
function typing(people: readonly MadePerson[]): Request[][] {
  const random = randomFrom(16);
  return Array.from({ length: VISITORS }, (_, visitor) => {
    const letters = [...random.pick(people).name.toLowerCase()];
    const length = 1 + random.below(letters.length);
    return Array.from({ length }, (__, at) => {
      const query = letters
        .slice(0, at + 1)
        .join('')
        .trim();
      const path = addressOf('Payfolk', { query, platform: 'all', page: 1 });
      return { method: 'GET' as const, path, headers: visitorHeaders(visitor) };
    });
  });
}

/** Responses per second; the two kinds of requests take turns. */
export async function measureThroughput(
  origin: string,
  people: readonly MadePerson[],
  seconds: number,
): Promise<Throughput> {
  const visits = typing(people);
  const idle = visits.map((visit) =>
    visit.map((request) => ({ ...request, path: '/api/keep-alive' })),
  );
  const rates = { searches: [] as number[], keepAlive: [] as number[] };
  for (let round = 0; round < ROUNDS; round += 1) {
    // Other visitors in each round, so that no network reaches its limit.
    const share = Math.floor(VISITORS / ROUNDS);
    const turn = <T>(all: T[]) => all.slice(round * share, (round + 1) * share);
    rates.keepAlive.push(await requestsPerSecond(origin, turn(idle), seconds));
    rates.searches.push(await requestsPerSecond(origin, turn(visits), seconds));
  }
  return { searches: mean(rates.searches), keepAlive: mean(rates.keepAlive) };
}

async function requestsPerSecond(
  origin: string,
  visits: Request[][],
  seconds: number,
): Promise<number> {
  let connection = 0;
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    setupClient(client) {
      const own = visits.filter((_, at) => at % CONNECTIONS === connection % CONNECTIONS);
      connection += 1;
      client.setRequests(own.flat());
    },
  });
  // Refused requests do not count.
  const failed = result.non2xx + result.errors;
  if (failed > 0)
    console.log(`${failed} of ${result.requests.total} requests were refused or failed.`);
  return result['2xx'] / result.duration;
}
