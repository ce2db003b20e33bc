import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createGate, type Gate, type Ticket } from './gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Who comes to the gate, by name; `told` has what each was told, in order. */
function visitors(gate: Gate) {
  const told: string[] = [];
  const come = (name: string): Ticket =>
    gate.enter((isIn) => told.push(`${name} ${isIn ? 'in' : 'refused'}`));
  return { told, come };
}

const state = (gate: Gate) => ({
  inside: gate.inside(),
  atWork: gate.atWork(),
  inLine: gate.inLine(),
});

describe('a gate', () => {
  it('lets in as many as there are places, then one for each who leaves, in the order they came', () => {
    const gate = createGate({ places: 2, line: 10, patienceMs: 1_000, spreadMs: 0 });
    const { told, come } = visitors(gate);
    const ada = come('ada');
    const bob = come('bob');
    come('cyd');
    come('dan');
    expect(told).toEqual(['ada in', 'bob in']);
    expect(state(gate)).toEqual({ inside: 2, atWork: 2, inLine: 2 });
    bob.leave();
    expect(told.slice(2)).toEqual(['cyd in']);
    ada.leave();
    expect(told.slice(3)).toEqual(['dan in']);
    expect(state(gate)).toEqual({ inside: 2, atWork: 2, inLine: 0 });
  });

  it('refuses at once where the line is full', () => {
    const gate = createGate({ places: 1, line: 1, patienceMs: 1_000, spreadMs: 0 });
    const { told, come } = visitors(gate);
    come('ada');
    come('bob');
    come('cyd');
    expect(told).toEqual(['ada in', 'cyd refused']);
    expect(state(gate)).toEqual({ inside: 1, atWork: 1, inLine: 1 });
  });

  it('refuses who has waited too long, and only them', () => {
    const gate = createGate({ places: 1, line: 10, patienceMs: 1_000, spreadMs: 0 });
    const { told, come } = visitors(gate);
    const ada = come('ada');
    come('bob');
    vi.advanceTimersByTime(600);
    come('cyd');
    vi.advanceTimersByTime(399);
    expect(told).toEqual(['ada in']);
    vi.advanceTimersByTime(1);
    vi.advanceTimersByTime(1);
    expect(told).toEqual(['ada in', 'bob refused']);
    ada.leave();
    expect(told).toEqual(['ada in', 'bob refused', 'cyd in']);
    vi.advanceTimersByTime(10_000);
    expect(told).toHaveLength(3);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('spreads refusals: who waited in vain is told a little later, and let in no more', () => {
    const lots = [0.5, 0.25];
    const random = () => lots.shift() ?? 0;
    const gate = createGate({ places: 1, line: 2, patienceMs: 1_000, spreadMs: 1_000, random });
    const { told, come } = visitors(gate);
    const ada = come('ada');
    come('bob');
    come('cyd');
    vi.advanceTimersByTime(1_000);
    ada.leave();
    // Still in line as far as its length goes.
    expect(state(gate)).toEqual({ inside: 0, atWork: 0, inLine: 2 });
    vi.advanceTimersByTime(250);
    expect(told).toEqual(['ada in', 'cyd refused']);
    come('dan');
    vi.advanceTimersByTime(250);
    expect(told).toEqual(['ada in', 'cyd refused', 'dan in', 'bob refused']);
    expect(state(gate)).toEqual({ inside: 1, atWork: 1, inLine: 0 });
  });

  it('forgets who leaves the line, and leaving twice changes nothing', () => {
    const gate = createGate({ places: 1, line: 10, patienceMs: 1_000, spreadMs: 0 });
    const { told, come } = visitors(gate);
    const ada = come('ada');
    const bob = come('bob');
    come('cyd');
    bob.leave();
    bob.leave();
    ada.leave();
    ada.leave();
    expect(told).toEqual(['ada in', 'cyd in']);
    expect(state(gate)).toEqual({ inside: 1, atWork: 1, inLine: 0 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('gives the place of who steps aside to the next; who comes back goes on at once', () => {
    const gate = createGate({ places: 1, line: 10, patienceMs: 1_000, spreadMs: 0 });
    const { told, come } = visitors(gate);
    const ada = come('ada');
    const bob = come('bob');
    ada.stepAside();
    expect(told).toEqual(['ada in', 'bob in']);
    ada.comeBack();
    expect(state(gate)).toEqual({ inside: 2, atWork: 2, inLine: 0 });
    come('cyd');
    bob.leave();
    // One of two is gone, and there is one place.
    expect(told).toHaveLength(2);
    ada.leave();
    expect(told[2]).toBe('cyd in');
  });
});
