import { randomFrom } from '#cli/bench/people.ts';
import { describe } from './genes.ts';
import { type Cost, measure, median, type Subject } from './measure.ts';
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
/** No further samples of an input after this much CPU time. */
const CONFIRMED_MS = 1_000;
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

  /** The best once more, in turn with the ordinary requests: medians, so that no single pause counts. */
  async function confirm(candidates: Scored[]) {
    const times = { ordinary: [] as number[], search: [] as number[] };
    const again = candidates.map((each) => ({ ...each, times: [] as number[] }));
    for (let round = 0; round < ROUNDS; round += 1) {
      times.ordinary.push((await costOf(ordinary, 40)).ms);
      times.search.push((await costOf(search, 40)).ms);
      for (const each of again) {
        const known = each.times.reduce((sum, ms) => sum + ms, 0);
        if (each.cost.isCapped || known > CONFIRMED_MS) each.times.push(each.times[0] ?? capMs);
        else each.times.push((await costOf({ ...ordinary, genes: each.genes }, 40)).ms);
      }
    }
    const worst = again.toSorted((a, b) => median(b.times) - median(a.times))[0];
    const [ordinaryMs, searchMs] = [median(times.ordinary), median(times.search)];
    const ms = worst ? median(worst.times) : ordinaryMs;
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
