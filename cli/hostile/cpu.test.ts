import { describe, expect, it } from 'vitest';
import { parseSchedstat, parseStat, readCpuMs } from './cpu.ts';

describe('the CPU time of a process', () => {
  it('is read behind a program name with spaces and brackets', () => {
    const text =
      '42 (postgres: (x) y) S 1 42 42 0 -1 4194304 100 0 0 0 12 3 40 5 20 0 1 0 60898 3133440 343';
    expect(parseStat(text)).toEqual({ ownMs: 150, endedChildrenMs: 450 });
  });

  it('has nanoseconds in schedstat, and none where the thread has ended', () => {
    expect(parseSchedstat('1514788 20 1\n')).toBe(1.514788);
    expect(parseSchedstat('')).toBe(0);
  });

  it.runIf(process.platform === 'linux')('grows with the work of the process', () => {
    const before = readCpuMs(process.pid, 0);
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 50_000) Math.hypot(1, 2);
    expect(readCpuMs(process.pid, 0) - before).toBeGreaterThan(20);
  });

  it('is zero for a process that does not exist', () => {
    expect(readCpuMs(0, 0)).toBe(0);
  });
});
