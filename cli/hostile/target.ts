import { once } from 'node:events';
import { Agent, request } from 'node:http';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type AppNode, startNode } from '#cli/cluster/app-node.ts';
import { clusterFolder } from '#server/db/embedded/cluster.ts';
import { readPostmasterPid } from '#server/db/embedded/postmaster.ts';
import type { Wire } from './call.ts';
import { CpuClock } from './cpu.ts';

export interface Sent {
  /** 0 where there was no response: the connection broke, or the request cost more than the cap. */
  status: number;
  /** Refused because the server was busy. */
  isShed: boolean;
  problem: 'over the cap' | 'no response' | 'server ended' | undefined;
}

/** A wait without work, such as a long poll, ends after this. */
const WAIT_MS = 60_000;
const WORK_MS = 500;
const WATCH_MS = 100;
const SETTLE_MS = 10;
/** Less than this in SETTLE_MS is the server's own ticking. */
const IDLE_MS = 2;

/** The server under attack: a process of its own with its own PostgreSQL. */
export class Target {
  readonly #env: Record<string, string>;
  readonly #capMs: number;
  #node: AppNode;
  #clock = new CpuClock(0, 0);
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  private constructor(env: Record<string, string>, capMs: number, node: AppNode) {
    this.#env = env;
    this.#capMs = capMs;
    this.#node = node;
  }

  static async start(env: Record<string, string> & { DATA_DIR: string }, capMs: number) {
    const target = new Target(env, capMs, await startNode(env));
    await target.#startClock();
    return target;
  }

  get url(): string {
    return this.#node.url;
  }

  async stop() {
    this.#agent.destroy();
    await this.#node.stop();
  }

  async #restart() {
    const { process: child } = this.#node;
    this.#agent.destroy();
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1 });
    this.#node = await startNode(this.#env);
    await this.#startClock();
  }

  async #startClock() {
    const cluster = clusterFolder(path.resolve(this.#env.DATA_DIR ?? ''));
    const postmaster = await readPostmasterPid(cluster);
    if (!postmaster) throw new Error('The server runs without its own PostgreSQL.');
    this.#clock = new CpuClock(this.#node.process.pid ?? 0, postmaster);
  }

  cpuMs(): number {
    return this.#clock.read();
  }

  /** Work may go on after the response: emails, a query that was given up. */
  async settledCpuMs(): Promise<number> {
    const until = performance.now() + this.#capMs;
    let before = this.cpuMs();
    for (;;) {
      await pause(SETTLE_MS);
      const now = this.cpuMs();
      if (now - before < IDLE_MS || performance.now() > until) return now;
      before = now;
    }
  }

  /** After a freeze the server refuses requests for a moment; measurements are invalid then. */
  async recover() {
    const heartbeat = { method: 'GET', path: '/api/db-heartbeat', headers: {}, body: undefined };
    let until = performance.now() + WAIT_MS;
    while ((await this.send(heartbeat)).status !== 200) {
      if (performance.now() > until) {
        await this.#restart();
        until = performance.now() + WAIT_MS;
      }
      await pause(WATCH_MS);
    }
  }

  /** Sends one request. One that costs more CPU than the cap is ended with the server, which is restarted. */
  async send(wire: Wire): Promise<Sent> {
    // Most requests are short, so the clock is first read for a long one.
    let start: number | undefined;
    const started = performance.now();
    const { promise, abort } = this.#post(wire);
    let problem: Sent['problem'];
    const watch = () => {
      start ??= this.cpuMs();
      const spent = this.cpuMs() - start;
      const isWaiting = spent < WORK_MS && performance.now() - started > WAIT_MS;
      if (spent > this.#capMs) problem = 'over the cap';
      else if (isWaiting) problem = 'no response';
      if (problem) abort();
    };
    const timer = setInterval(watch, WATCH_MS);
    const response = await promise.catch(() => undefined);
    clearInterval(timer);
    if (response) return { ...response, problem: undefined };
    const { exitCode, signalCode } = this.#node.process;
    if (exitCode !== null || signalCode !== null) problem = 'server ended';
    problem ??= 'no response';
    if (problem === 'over the cap' || problem === 'server ended') await this.#restart();
    return { status: 0, isShed: false, problem };
  }

  #post({ method, path: target, headers, body }: Wire) {
    const { hostname, port } = new URL(this.url);
    const call = request({ agent: this.#agent, hostname, port, method, path: target, headers });
    const promise = new Promise<Pick<Sent, 'status' | 'isShed'>>((resolve, reject) => {
      call.once('response', (response) => {
        response.resume();
        const status = response.statusCode ?? 0;
        const isShed = status === 503 && response.headers['retry-after'] !== undefined;
        response.once('end', () => resolve({ status, isShed }));
        response.once('error', reject);
        response.once('close', () => reject(new Error('cut off')));
      });
      call.on('error', reject);
    });
    call.end(body);
    return { promise, abort: () => call.destroy() };
  }
}
