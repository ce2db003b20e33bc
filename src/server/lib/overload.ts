interface Sample {
  eventLoopDelay: number;
  heapUsed: number;
}

interface Limits {
  /** 0 turns a check off. */
  maxEventLoopDelay: number;
  maxHeapUsedBytes: number;
}

/** Whether a sample of @fastify/under-pressure is over either limit. */
export function isOverloaded({ eventLoopDelay, heapUsed }: Sample, limits: Limits): boolean {
  const { maxEventLoopDelay, maxHeapUsedBytes } = limits;
  // Infinity means that there was no sample, as after one long pause of the whole machine.
  const isSlow =
    maxEventLoopDelay > 0 && Number.isFinite(eventLoopDelay) && eventLoopDelay > maxEventLoopDelay;
  const isFull = maxHeapUsedBytes > 0 && heapUsed > maxHeapUsedBytes;
  return isSlow || isFull;
}
