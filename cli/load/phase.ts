import autocannon, { type Options, type Request, type Result } from 'autocannon';
import { percentile } from '#cli/bench/measure.ts';

export interface Phase {
  name: string;
  connections: number;
  seconds: number;
}

export interface Measured extends Phase {
  /** Answers a second that did what was asked. */
  goodPerSecond: number;
  p50: number;
  p99: number;
  /** Turned away with 503, by the client's count and by the server's own. */
  shed: number;
  shedByServer: number;
  shedP99: number;
  /** Any other answer that is no success, and connections that broke. */
  failed: number;
  /** The most memory that the server's process held, in bytes. */
  memory: number;
  /** The longest that /healthz took. */
  slowestHealth: number;
}

/** How many requests a caller knows; then it begins anew. */
const STRETCH = 25;

async function readMetrics(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  return {
    memory: value('process_resident_memory_bytes'),
    sheds: value('payfolk_sheds_total'),
  };
}

/** Keeps that many connections busy for that long: whoever is answered asks again at once. */
export async function measurePhase(
  origin: string,
  phase: Phase,
  requests: Request[],
): Promise<Measured> {
  const before = await readMetrics(origin);
  const good: number[] = [];
  const shed: number[] = [];
  const health: number[] = [];
  let other = 0;
  let memory = 0;
  const watch = setInterval(async () => {
    const start = performance.now();
    await fetch(`${origin}/healthz`).catch(() => undefined);
    health.push(performance.now() - start);
    memory = Math.max(memory, (await readMetrics(origin)).memory);
  }, 1_000);
  let clients = 0;
  const options: Options = {
    url: origin,
    connections: phase.connections,
    duration: phase.seconds,
    timeout: 30,
    requests: requests.slice(0, 1),
    // Each caller gets a stretch of the mix: to write out all of it for all of them takes longer than the phase.
    setupClient: (client) => {
      const from = (clients * STRETCH) % requests.length;
      clients += 1;
      client.setRequests(requests.slice(from, from + STRETCH));
    },
  };
  const result = await new Promise<Result>((resolve, reject) => {
    const instance = autocannon(options, (error, done) => (error ? reject(error) : resolve(done)));
    instance.on('response', (_client, status, _bytes, ms) => {
      if (status < 300) good.push(ms);
      else if (status === 503) shed.push(ms);
      else other += 1;
    });
  });
  clearInterval(watch);
  const after = await readMetrics(origin);
  return {
    ...phase,
    goodPerSecond: good.length / result.duration,
    p50: percentile(good, 0.5),
    p99: percentile(good, 0.99),
    shed: shed.length,
    shedByServer: after.sheds - before.sheds,
    shedP99: shed.length > 0 ? percentile(shed, 0.99) : 0,
    // autocannon counts an answer that did not come within 30 s as an error as well.
    failed: other + result.errors,
    memory: Math.max(memory, after.memory),
    slowestHealth: health.length > 0 ? Math.max(...health) : 0,
  };
}
