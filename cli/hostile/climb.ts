import { randomFrom } from '#cli/bench/people.ts';
import { describe } from './genes.ts';
import { type Cost, mean, measure, type Subject } from './measure.ts';
import type { Route } from './routes.ts';
import type { Target } from './target.ts';
import { type Genes, grow, mutate, type Page, seedsFor } from './variants.ts';
import type { Role, World } from './world.ts';

export interface Found {
  route: string;
  worst: string;
  bytes: number;
  status: number;
  ms: number;
  isCapped: boolean;
  ordinaryMs: number;
  /** An ordinary search in the same minute. */
  searchMs: number;
  ratio: number;
  tried: number;
  faults: string[];
}

interface Scene {
  target: Target;
  world: World;
  capMs: number;
  search: Subject;
}

interface Scored {
  genes: Genes;
  cost: Cost;
}

const KEPT = 6;
const GROWTH = 4;
const GROWTH_STEPS = 6;
const SEED_SHARE = 0.6;
const CONFIRMED = 3;
const ROUNDS = 5;
/** Requests in each round: as many of each, whatever they cost, so that each gets its share of garbage collection. */
const ROUND = [16];
/** An input that costs more is not sampled again. */
const CONFIRMED_MS = 100;
/** Requests between checks that the ordinary one still works. */
const CHECK_EVERY = 40;

/**
 * Tries the seeds, then mutates the most expensive ones, for so many seconds of CPU time, our own
 * included: on a busy machine it takes longer and tries as much.
 */
export async function climb(
  scene: Scene,
  { route, role, status }: { route: Route; role: Role; status: number },
  pages: readonly Page[],
  { seconds, seed }: { seconds: number; seed: number },
): Promise<Found> {
  const { target, world, capMs, search } = scene;
  const random = randomFrom(seed);
  const ordinary: Subject = { route, role, genes: [] };
  const faults = new Map<string, string>();
  let best: Scored[] = [];
  let tried = 0;

  const costOf = (subject: Subject, enoughMs: number) =>
    measure(target, world, subject, { enoughMs, capMs });
  const attempt = async (genes: Genes) => {
    if (tried % CHECK_EVERY === 0 && (await costOf(ordinary, 0)).status !== status)
      await world.refresh();
    tried += 1;
    const start = process.cpuUsage();
    const cost = await costOf({ ...ordinary, genes }, 8);
    const { user, system } = process.cpuUsage(start);
    used += (user + system) / 1_000 + cost.spentMs;
    if (cost.fault && !faults.has(cost.fault)) faults.set(cost.fault, describe(genes));
    best = [...best, { genes, cost }].toSorted((a, b) => b.cost.ms - a.cost.ms).slice(0, KEPT);
  };

  await costOf(ordinary, 300);
  const seeds = seedsFor(route, pages, random);
  let used = 0;
  const isOver = (share: number) => best[0]?.cost.isCapped || used > seconds * 1_000 * share;
  for (const genes of seeds) {
    if (isOver(SEED_SHARE)) break;
    await attempt(genes);
  }
  while (!isOver(1)) {
    const parent = random.pick(best);
    await attempt(mutate(parent.genes, seeds, route, random));
  }
  // Beyond the budget: an input that grows more expensive with its size is enlarged until it does not.
  for (let step = 0; step < GROWTH_STEPS && !best[0]?.cost.isCapped; step += 1) {
    const [before] = best;
    if (before) await attempt(grow(before.genes, GROWTH));
    if (best[0] === before) break;
  }

  await world.refresh();
  const confirmed = await confirm(best.slice(0, best[0]?.cost.isCapped ? 1 : CONFIRMED));
  return {
    route: route.name,
    tried,
    ...confirmed,
    faults: [...faults].map(([what, how]) => `${what}: ${how}`),
  };

  /** The best once more, in turn with the ordinary requests. */
  async function confirm(candidates: Scored[]) {
    const sample = async (subject: Subject) =>
      (await measure(target, world, subject, { enoughMs: 0, capMs, batches: ROUND })).ms;
    const times = { ordinary: [] as number[], search: [] as number[] };
    const again = candidates.map((each) => ({ ...each, times: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ordinary.push(await sample(ordinary));
      times.search.push(await sample(search));
      for (const each of again) {
        if (each.cost.isCapped) each.times.push(capMs);
        else if (mean(each.times) > CONFIRMED_MS) continue;
        else each.times.push(await sample({ ...ordinary, genes: each.genes }));
      }
    }
    const worst = again.toSorted((a, b) => mean(b.times) - mean(a.times))[0];
    const [ordinaryMs, searchMs] = [mean(times.ordinary), mean(times.search)];
    const ms = worst ? mean(worst.times) : ordinaryMs;
    return {
      worst: worst ? describe(worst.genes) : '',
      bytes: worst?.cost.bytes ?? 0,
      status: worst?.cost.status ?? 0,
      isCapped: worst?.cost.isCapped ?? false,
      ms,
      ordinaryMs,
      searchMs,
      ratio: ms / Math.max(ordinaryMs, searchMs),
    };
  }
}
