import { cpus } from 'node:os';
import { percentile } from '#cli/bench/measure.ts';
import { keepCalling } from './callers.ts';
import type { Ask } from './mix.ts';

export interface Phase {
  name: string;
  connections: number;
  seconds: number;
}

export interface Measured extends Phase {
  /** Successful responses a second. */
  goodPerSecond: number;
  /** How long those took, sign-ins included, in milliseconds. */
  p50: number;
  p99: number;
  slowest: number;
  /** Sign-ins a second, and how long they took. */
  signInsPerSecond: number;
  signInP99: number;
  /** Refused with 503 and Retry-After. */
  shedPerSecond: number;
  shedP99: number;
  /** Other failures and broken connections, with counts. */
  failed: Map<string, number>;
  /** The most memory that the server's process held, in bytes. */
  memory: number;
  /** The longest that /healthz took. */
  slowestHealth: number;
  /** How many cores each kept busy on average. */
  cores: { server: number; callers: number; rest: number };
}

async function readMetrics(origin: string) {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const value = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  return {
    memory: value('process_resident_memory_bytes'),
    cpuSeconds: value('process_cpu_seconds_total'),
  };
}

/** Seconds that all cores together have been at work since the machine started. */
function machineCpuSeconds(): number {
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq);
  return busy.reduce((sum, ms) => sum + ms, 0) / 1_000;
}

function ownCpuSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

export async function measurePhase(origin: string, phase: Phase, asks: Ask[]): Promise<Measured> {
  const health: number[] = [];
  const memory: number[] = [];
  const failed = new Map<string, number>();
  const fail = (what: string, times = 1) => failed.set(what, (failed.get(what) ?? 0) + times);
  const look = async () => {
    const start = performance.now();
    await fetch(`${origin}/healthz`);
    health.push(performance.now() - start);
    memory.push((await readMetrics(origin)).memory);
  };
  const watch = setInterval(() => void look().catch((error) => fail(`health: ${error}`)), 1_000);

  const before = { ...(await readMetrics(origin)), own: ownCpuSeconds(), all: machineCpuSeconds() };
  const start = performance.now();
  const { received, broken } = await keepCalling(origin, asks, phase);
  const seconds = (performance.now() - start) / 1_000;
  clearInterval(watch);
  const after = { ...(await readMetrics(origin)), own: ownCpuSeconds(), all: machineCpuSeconds() };

  const good = received.filter(({ status }) => status < 300);
  const shed = received.filter(({ status, hasRetryAfter }) => status === 503 && hasRetryAfter);
  const signIns = good.filter(({ kind }) => kind === 'signIn');
  for (const [what, times] of broken) fail(what, times);
  for (const { kind, status, hasRetryAfter } of received) {
    if (status >= 300 && !(status === 503 && hasRetryAfter)) fail(`${status} for ${kind}`);
  }
  const times = (some: typeof received, share: number) =>
    some.length > 0
      ? percentile(
          some.map(({ ms }) => ms),
          share,
        )
      : 0;
  const server = (after.cpuSeconds - before.cpuSeconds) / seconds;
  const callers = (after.own - before.own) / seconds;
  return {
    ...phase,
    goodPerSecond: good.length / seconds,
    p50: times(good, 0.5),
    p99: times(good, 0.99),
    slowest: times(good, 1),
    signInsPerSecond: signIns.length / seconds,
    signInP99: times(signIns, 0.99),
    shedPerSecond: shed.length / seconds,
    shedP99: times(shed, 0.99),
    failed,
    memory: Math.max(after.memory, ...memory),
    slowestHealth: Math.max(0, ...health),
    cores: { server, callers, rest: (after.all - before.all) / seconds - server - callers },
  };
}
