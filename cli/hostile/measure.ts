import { type Call, toWire, type Wire, wireBytes } from './call.ts';
import { applyGene } from './genes.ts';
import { ordinaryCall } from './ordinary.ts';
import type { Route } from './routes.ts';
import type { Target } from './target.ts';
import type { Genes } from './variants.ts';
import type { Role, World } from './world.ts';

export interface Cost {
  /** CPU milliseconds a request. */
  ms: number;
  /** The total cost of the requests sent for this measurement. */
  spentMs: number;
  status: number;
  bytes: number;
  /** Ended because it cost more than the cap: `ms` is the least it can be. */
  isCapped: boolean;
  /** A failure regardless of cost: a 5xx, or the server died. */
  fault: string | undefined;
}

/** The ordinary call of a route with some changes, and the role that sends it. */
export interface Subject {
  route: Route;
  role: Role;
  genes: Genes;
}

const LOGOUT = 'POST /api/logout';

async function makeWire(world: World, { route, role, genes }: Subject): Promise<Wire> {
  let call: Call = await ordinaryCall(route, world);
  for (const gene of genes) call = await applyGene(call, gene);
  const chosen = genes.findLast((gene) => gene.kind === 'role')?.role ?? role;
  const session = route.name === LOGOUT ? await world.makeSession() : world.cookieOf(chosen);
  const { cookie } = call.headers;
  const all = [session, cookie].filter(Boolean).join('; ');
  return toWire({ ...call, headers: { ...call.headers, ...(all ? { cookie: all } : {}) } });
}

/** Requests are repeated until their total is measurable. */
const BATCHES = [1, 3, 8, 16];

interface Effort {
  enoughMs: number;
  capMs: number;
  batches?: readonly number[];
  tries?: number;
}

/** Sends the same request until it used `enoughMs` of CPU, at least once, or a fixed number of times. */
export async function measure(
  target: Target,
  world: World,
  subject: Subject,
  { enoughMs, capMs, batches = BATCHES, tries = 3 }: Effort,
): Promise<Cost> {
  let [spent, sent, status, bytes] = [0, 0, 0, 0];
  for (const count of batches) {
    const wires: Wire[] = [];
    for (let nth = 0; nth < count; nth += 1) wires.push(await makeWire(world, subject));
    const start = target.cpuMs();
    for (const wire of wires) {
      bytes = wireBytes(wire);
      const { status: answered, isShed, problem } = await target.send(wire);
      status = answered;
      if (isShed && tries > 0) {
        await target.recover();
        return measure(target, world, subject, { enoughMs, capMs, batches, tries: tries - 1 });
      }
      if (problem === 'over the cap' || problem === 'server ended') {
        const isCapped = problem === 'over the cap';
        const ms = isCapped ? capMs : 0;
        return { ms, spentMs: ms, status, bytes, isCapped, fault: isCapped ? undefined : problem };
      }
    }
    spent += (await target.settledCpuMs()) - start;
    sent += count;
    // Cheap; the exact cost does not matter.
    const isCheap = sent > 1 && spent / sent < enoughMs / 16;
    if (spent >= enoughMs || isCheap) break;
  }
  const ms = spent / sent;
  // After a freeze the server refuses requests, which would look cheap.
  if (ms > 300) await target.recover();
  const fault = status >= 500 ? `status ${status}` : undefined;
  return { ms, spentMs: spent, status, bytes, isCapped: false, fault };
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
