import { describe, expect, it } from 'vitest';
import { CpuClock, parseSchedstat, parseStat } from './cpu.ts';

describe('the CPU time of a process', () => {
  it('is read behind a program name with spaces and brackets', () => {
    const text =
      '42 (postgres: (x) y) S 1 42 42 0 -1 4194304 100 0 0 0 12 3 40 5 20 0 1 0 60898 3133440 343';
    expect(parseStat(text)).toBe(150);
  });

  it('has nanoseconds in schedstat, and none where the thread has ended', () => {
    expect(parseSchedstat('1514788 20 1\n')).toBe(1.514788);
    expect(parseSchedstat('')).toBe(0);
  });

  it.runIf(process.platform === 'linux')('grows with the work of the process', () => {
    const clock = new CpuClock(process.pid, 0);
    const before = clock.read();
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 50_000) Math.hypot(1, 2);
    expect(clock.read() - before).toBeGreaterThan(20);
  });

  it('is zero for a process that does not exist', () => {
    expect(new CpuClock(0, 0).read()).toBe(0);
  });
});
