import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, type Gate, type Slot } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const BOUNDS = {
  slots: 1,
  queueLength: 10,
  queueTimeoutMs: 1_000,
  jitterMs: 0,
  heldTooLongMs: 30_000,
  noProgressMs: 10_000,
};

/** Requests by name; `log` has what happened to each, in order. */
function requestsTo(gate: Gate) {
  const log: string[] = [];
  const enter = (name: string): Slot =>
    gate.enter((isAdmitted) => log.push(`${name} ${isAdmitted ? 'admitted' : 'refused'}`));
  return { log, enter };
}

const state = (gate: Gate) => ({
  inFlight: gate.inFlight(),
  working: gate.working(),
  queued: gate.queued(),
});

describe('a gate', () => {
  it('admits as many as there are slots, then one for each released slot, in order', () => {
    const gate = createGate({ ...BOUNDS, slots: 2 });
    const { log, enter } = requestsTo(gate);
    const a = enter('a');
    const b = enter('b');
    enter('c');
    enter('d');
    expect(log).toEqual(['a admitted', 'b admitted']);
    expect(state(gate)).toEqual({ inFlight: 2, working: 2, queued: 2 });
    b.release();
    expect(log.slice(2)).toEqual(['c admitted']);
    a.release();
    expect(log.slice(3)).toEqual(['d admitted']);
    expect(state(gate)).toEqual({ inFlight: 2, working: 2, queued: 0 });
  });

  it('refuses at once if the queue is full', () => {
    const gate = createGate({ ...BOUNDS, queueLength: 1 });
    const { log, enter } = requestsTo(gate);
    enter('a');
    enter('b');
    enter('c');
    expect(log).toEqual(['a admitted', 'c refused']);
    expect(state(gate)).toEqual({ inFlight: 1, working: 1, queued: 1 });
  });

  it('refuses a request that has waited too long, and no other', () => {
    const gate = createGate(BOUNDS);
    const { log, enter } = requestsTo(gate);
    const a = enter('a');
    enter('b');
    vi.advanceTimersByTime(600);
    enter('c');
    vi.advanceTimersByTime(399);
    expect(log).toEqual(['a admitted']);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(1);
    expect(log).toEqual(['a admitted', 'b refused']);
    a.release();
    expect(log).toEqual(['a admitted', 'b refused', 'c admitted']);
    vi.advanceTimersByTime(10_000);
    expect(log).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('delays refusals by a random time, and admits none of them meanwhile', () => {
    const values = [0.5, 0.25];
    const random = () => values.shift() ?? 0;
    const gate = createGate({ ...BOUNDS, queueLength: 2, jitterMs: 1_000, random });
    const { log, enter } = requestsTo(gate);
    const a = enter('a');
    enter('b');
    enter('c');
    vi.advanceTimersByTime(1_000);
    a.release();
    // They still count for the length of the queue.
    expect(state(gate)).toEqual({ inFlight: 0, working: 0, queued: 2 });
    vi.advanceTimersByTime(250);
    expect(log).toEqual(['a admitted', 'c refused']);
    enter('d');
    vi.advanceTimersByTime(250);
    expect(log).toEqual(['a admitted', 'c refused', 'd admitted', 'b refused']);
    expect(state(gate)).toEqual({ inFlight: 1, working: 1, queued: 0 });
  });

  it('drops a request that leaves the queue; releasing twice changes nothing', () => {
    const gate = createGate(BOUNDS);
    const { log, enter } = requestsTo(gate);
    const a = enter('a');
    const b = enter('b');
    enter('c');
    b.release();
    b.release();
    a.release();
    a.release();
    expect(log).toEqual(['a admitted', 'c admitted']);
    expect(state(gate)).toEqual({ inFlight: 1, working: 1, queued: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes the slot of a paused request on; it resumes ahead of the queue, in a free slot', () => {
    const gate = createGate(BOUNDS);
    const { log, enter } = requestsTo(gate);
    const a = enter('a');
    const b = enter('b');
    enter('c');
    a.pause();
    expect(log).toEqual(['a admitted', 'b admitted']);
    a.resume(() => log.push('a resumed'));
    expect(state(gate)).toEqual({ inFlight: 2, working: 1, queued: 1 });
    b.release();
    expect(log.slice(2)).toEqual(['a resumed']);
    a.release();
    expect(log.slice(3)).toEqual(['c admitted']);
    expect(state(gate)).toEqual({ inFlight: 1, working: 1, queued: 0 });
  });

  it('lets the work of a released request go on to its end, without a slot', () => {
    const gate = createGate(BOUNDS);
    const { log, enter } = requestsTo(gate);
    const a = enter('a');
    a.pause();
    enter('b');
    a.resume(() => log.push('a resumed'));
    expect(log).toEqual(['a admitted', 'b admitted']);
    a.release();
    expect(log.slice(2)).toEqual(['a resumed']);
    a.pause();
    a.resume(() => log.push('a resumed again'));
    expect(log.slice(3)).toEqual(['a resumed again']);
    expect(state(gate)).toEqual({ inFlight: 1, working: 1, queued: 0 });
  });
});

describe('a gate is stuck', () => {
  it('when all slots are taken and none is released for too long', () => {
    const gate = createGate({ ...BOUNDS, slots: 2 });
    const { enter } = requestsTo(gate);
    const a = enter('a');
    vi.advanceTimersByTime(10_001);
    expect(gate.isStuck()).toBe(false);
    enter('b');
    vi.advanceTimersByTime(10_000);
    expect(gate.isStuck()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(gate.isStuck()).toBe(true);
    a.release();
    expect(gate.isStuck()).toBe(false);
  });

  it('when one slot is held for too long, but not by a paused request', () => {
    const gate = createGate({ ...BOUNDS, slots: 3 });
    const { enter } = requestsTo(gate);
    const a = enter('a');
    const b = enter('b');
    b.pause();
    vi.advanceTimersByTime(30_000);
    expect(gate.isStuck()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(gate.isStuck()).toBe(true);
    a.release();
    expect(gate.isStuck()).toBe(false);
  });

  it('never while idle or making progress', () => {
    const gate = createGate(BOUNDS);
    const { enter } = requestsTo(gate);
    vi.advanceTimersByTime(100_000);
    expect(gate.isStuck()).toBe(false);
    for (let round = 0; round < 10; round += 1) {
      const slot = enter('a');
      vi.advanceTimersByTime(9_000);
      expect(gate.isStuck()).toBe(false);
      slot.release();
    }
  });
});
