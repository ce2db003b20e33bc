const ROUNDS_MIN = 2;
const ROUNDS_MAX = 10;

type Work = () => Promise<unknown>;

/**
 * How many times the CPU time of ordinary work some other work takes: the least of a few runs of each. Above `limit` it
 * runs both more often, because a busy machine makes some runs expensive, and an attack is expensive in every run.
 */
export async function cpuRatio(work: Work, ordinary: Work, limit: number): Promise<number> {
  let cost = Number.POSITIVE_INFINITY;
  let ordinaryCost = Number.POSITIVE_INFINITY;
  for (let round = 1; ; round += 1) {
    ordinaryCost = Math.min(ordinaryCost, await cpuTime(ordinary));
    cost = Math.min(cost, await cpuTime(work));
    const ratio = cost / ordinaryCost;
    if (round >= ROUNDS_MAX || (round >= ROUNDS_MIN && ratio < limit)) return ratio;
  }
}

async function cpuTime(work: Work): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
