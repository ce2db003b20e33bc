interface GateBounds {
  /** How many requests work at once. */
  slots: number;
  /** How many may wait for a slot. */
  queueLength: number;
  queueTimeoutMs: number;
  /** Refusals are delayed by up to this much, so that clients do not all retry together. */
  jitterMs: number;
  /** A slot that is held for longer is stuck. */
  heldTooLongMs: number;
  /** Without a free slot and without a release for this long, the gate is stuck. */
  noProgressMs: number;
  /** From 0 up to 1. */
  random?: () => number;
}

export interface Slot {
  /** Releases the slot while the request waits for something that is bounded by itself. */
  pause(): void;
  /** Takes a slot again, ahead of all new requests, and then calls `onReady`. */
  resume(onReady: () => void): void;
  /** Safe to call in any state, and twice. */
  release(): void;
}

type State = 'queued' | 'working' | 'paused' | 'resuming' | 'released';

export type Gate = ReturnType<typeof createGate>;

/**
 * Admits a fixed number of requests at once, first come first served. Refusals are delayed because
 * refused clients retry.
 */
export function createGate(bounds: GateBounds) {
  const { slots, queueLength, queueTimeoutMs, jitterMs, random = Math.random } = bounds;
  const queue = new Set<() => void>();
  const resuming = new Set<() => void>();
  /** Since when each working request has its slot, the oldest first. */
  const workingSince = new Map<Slot, number>();
  const count = { queued: 0, working: 0, paused: 0, resuming: 0, released: 0 };
  let lastProgress = performance.now();

  const hasRoom = () => count.working < slots;

  function admitNext() {
    for (const waiting of [resuming, queue]) {
      for (const admit of waiting) {
        if (!hasRoom()) return;
        admit();
      }
    }
  }

  /** `onTurn` is called once, and at once if there is a free slot: true admits, false refuses. */
  function enter(onTurn: (isAdmitted: boolean, slot: Slot) => void): Slot {
    let state: State = 'queued';
    count.queued += 1;
    let timer: NodeJS.Timeout | undefined;
    let onResumed = () => {};

    const become = (next: State) => {
      const previous = state;
      count[previous] -= 1;
      count[next] += 1;
      state = next;
      if (previous === 'queued') {
        queue.delete(admit);
        clearTimeout(timer);
      }
      if (previous === 'resuming') resuming.delete(admitAgain);
      if (next === 'working') {
        lastProgress = performance.now();
        workingSince.set(slot, lastProgress);
      }
      if (previous === 'working') {
        lastProgress = performance.now();
        workingSince.delete(slot);
        admitNext();
      }
    };
    const admit = () => {
      become('working');
      onTurn(true, slot);
    };
    const admitAgain = () => {
      become('working');
      onResumed();
    };
    const refuse = () => {
      become('released');
      onTurn(false, slot);
    };
    const giveUp = () => {
      queue.delete(admit);
      timer = setTimeout(refuse, random() * jitterMs);
    };

    const slot: Slot = {
      pause() {
        if (state === 'working') become('paused');
      },
      resume(onReady) {
        if (state !== 'paused') return onReady();
        onResumed = onReady;
        become('resuming');
        if (hasRoom()) return admitAgain();
        resuming.add(admitAgain);
      },
      release() {
        const wasResuming = state === 'resuming';
        if (state !== 'released') become('released');
        // Its work continues although the client has left.
        if (wasResuming) onResumed();
      },
    };

    if (queue.size === 0 && resuming.size === 0 && hasRoom()) admit();
    else if (count.queued > queueLength) refuse();
    else {
      queue.add(admit);
      timer = setTimeout(giveUp, queueTimeoutMs);
    }
    return slot;
  }

  return {
    enter,
    /** Requests that were admitted and have not ended. */
    inFlight: () => count.working + count.paused + count.resuming,
    /** Requests that hold a slot right now. */
    working: () => count.working,
    queued: () => count.queued,
    /** True while no slot is released. */
    isStuck(): boolean {
      const now = performance.now();
      const [oldest = now] = workingSince.values();
      const isFull = count.working >= slots;
      return (
        now - oldest > bounds.heldTooLongMs || (isFull && now - lastProgress > bounds.noProgressMs)
      );
    },
  };
}
