import { Agent, request as send } from 'node:http';
import type { Ask, AskKind } from './mix.ts';

export interface Received {
  kind: AskKind;
  status: number;
  ms: number;
  /** Whether a refusal had Retry-After. */
  hasRetryAfter: boolean;
}

interface Callers {
  /** Every response, in order of arrival. */
  received: Received[];
  /** Failed connections, by the name of the error. */
  broken: Map<string, number>;
}

const GIVE_UP_MS = 30_000;

/**
 * Runs a number of callers for a while, each on its own connection. Each sends the next request as soon as it has a
 * response and ignores Retry-After, which is the worst case.
 */
export async function keepCalling(
  origin: string,
  asks: Ask[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Callers> {
  const received: Received[] = [];
  const broken = new Map<string, number>();
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const { hostname, port } = new URL(origin);
  const until = performance.now() + seconds * 1_000;

  const callOnce = ({ kind, method, path, headers, body }: Ask) =>
    new Promise<void>((resolve, reject) => {
      const start = performance.now();
      const options = { agent, hostname, port, method, path, headers, timeout: GIVE_UP_MS };
      const call = send(options, (answer) => {
        answer.resume();
        answer.once('error', reject);
        answer.once('end', () => {
          const status = answer.statusCode ?? 0;
          const hasRetryAfter = answer.headers['retry-after'] !== undefined;
          received.push({ kind, status, ms: performance.now() - start, hasRetryAfter });
          resolve();
        });
      });
      call.once('error', reject);
      call.once('timeout', () => call.destroy(new Error('no answer')));
      call.end(body);
    });

  const caller = async (nth: number) => {
    // Spread over the mix, so that they do not all ask for the same at the same time.
    for (let at = nth * 25; performance.now() < until; at += 1) {
      const ask = asks[at % asks.length];
      if (!ask) return;
      await callOnce(ask).catch((error: NodeJS.ErrnoException) => {
        const name = error.code ?? error.message;
        broken.set(name, (broken.get(name) ?? 0) + 1);
      });
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, nth) => caller(nth)));
  agent.destroy();
  return { received, broken };
}
