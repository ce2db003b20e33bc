import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { KeepAlive } from './keep-alive.ts';

type Answer = 'alive' | 'broken' | 'away' | 'hanging';

/** A page whose server answers as told, and whose clock stands still unless moved. */
function createPage() {
  const state = { ping: 'alive' as Answer, page: 'alive' as Answer, isTyping: false };
  const calls: { at: number; address: string; signal: AbortSignal | null | undefined }[] = [];
  const contacts: { success: boolean; lastContact: string; message: string }[] = [];
  const reloads: string[] = [];
  const start = Date.now();

  const answer = (kind: Answer, init?: RequestInit): Promise<Response> => {
    if (kind === 'away') return Promise.reject(new TypeError('Failed to fetch'));
    if (kind === 'broken') return Promise.resolve(new Response('', { status: 503 }));
    const body = JSON.stringify({ timestamp: new Date().toISOString(), message: 'Alive' });
    return Promise.resolve(new Response(init?.method === 'HEAD' ? null : body));
  };
  const keepAlive = new KeepAlive({
    fetch: (input, init) => {
      const address = String(input);
      calls.push({ at: Date.now() - start, address, signal: init?.signal });
      const kind = address === '/' ? state.page : state.ping;
      if (address.includes('long-poll') || kind === 'hanging') {
        // Never answered: only the abort ends it.
        return new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => reject(new Error('aborted')));
        });
      }
      return answer(kind, init);
    },
    now: () => Date.now(),
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    broadcast: (contact) => contacts.push(contact),
    reload: (address) => reloads.push(address),
    hasUnsavedWork: () => state.isTyping,
    log: () => {},
  });
  const timesOf = (part: string) =>
    calls.filter(({ address }) => address.includes(part)).map(({ at }) => at / 1000);
  return { keepAlive, state, calls, contacts, reloads, timesOf };
}

const PING = '/api/keep-alive?_t=';

describe('keep-alive', () => {
  beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-01-01T10:00:00') }));
  afterEach(() => void vi.useRealTimers());

  test('first ping after 5 s, then every 30 s, each with a fresh time', async () => {
    const { keepAlive, calls, contacts } = createPage();
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(calls).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(60_001);
    const pings = calls.filter(({ address }) => address.startsWith(PING));
    expect(pings.map(({ at }) => at / 1000)).toEqual([5, 35, 65]);
    expect(new Set(pings.map(({ address }) => address)).size).toBe(3);
    expect(contacts[0]).toEqual({
      success: true,
      lastContact: '10:00:05',
      message: 'Server is alive',
    });
  });

  test('a manual ping restarts the 30 s, and two at once are one', async () => {
    const { keepAlive, timesOf } = createPage();
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all([keepAlive.ping(), keepAlive.ping()]);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(timesOf(PING)).toEqual([5, 20, 50]);
  });

  test('after three failures it pings every 5 s, and back to 30 s once the server answers', async () => {
    const { keepAlive, state, contacts, timesOf } = createPage();
    state.ping = 'broken';
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(75_000);
    expect(timesOf(PING)).toEqual([5, 35, 65, 70, 75]);
    expect(contacts.map(({ message }) => message).slice(0, 3)).toEqual([
      'Failed to contact server (Attempt 1)',
      'Failed to contact server (Attempt 2)',
      'Failed to contact server (Attempt 3)',
    ]);
    expect(contacts.every(({ success }) => !success)).toBe(true);
    state.ping = 'alive';
    await vi.advanceTimersByTimeAsync(35_000);
    expect(timesOf(PING).slice(5)).toEqual([80, 110]);
    expect(contacts.at(-1)?.success).toBe(true);
  });

  test('after 60 s of recovery it reloads, if the server has a page to give', async () => {
    const { keepAlive, state, reloads } = createPage();
    state.ping = 'broken';
    keepAlive.start();
    // The third failure, at 65 s, begins the recovery.
    await vi.advanceTimersByTimeAsync(124_999);
    expect(reloads).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(reloads).toEqual([`/?_t=${Date.now()}`]);
  });

  test('while the server is unreachable it keeps trying instead of reloading', async () => {
    const { keepAlive, state, reloads, contacts } = createPage();
    state.ping = 'away';
    state.page = 'away';
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(reloads).toEqual([]);
    state.ping = 'alive';
    state.page = 'alive';
    await vi.advanceTimersByTimeAsync(5_000);
    expect(contacts.at(-1)?.success).toBe(true);
    expect(reloads).toEqual([]);
  });

  test('a page that does not answer either is given up, and pings go on', async () => {
    const { keepAlive, state, contacts, timesOf } = createPage();
    state.ping = 'broken';
    state.page = 'hanging';
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(125_000);
    state.ping = 'alive';
    await vi.advanceTimersByTimeAsync(15_000);
    expect(timesOf(PING).at(-1)).toBe(140);
    expect(contacts.at(-1)?.success).toBe(true);
  });

  test('it does not reload while there is unsaved input', async () => {
    const { keepAlive, state, reloads } = createPage();
    state.ping = 'broken';
    state.isTyping = true;
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(300_000);
    expect(reloads).toEqual([]);
    state.isTyping = false;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(reloads).toHaveLength(1);
  });

  test('long poll every 120 s, given up after 25 s, never counted as a failure', async () => {
    const { keepAlive, calls, contacts, timesOf } = createPage();
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(144_999);
    const poll = calls.find(({ address }) => address.includes('method=long-poll'));
    expect(poll?.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(poll?.signal?.aborted).toBe(true);
    await vi.advanceTimersByTimeAsync(360_000);
    expect(timesOf('long-poll')).toEqual([120, 240, 360, 480]);
    expect(contacts.every(({ success }) => success)).toBe(true);
  });

  test('a ping that hangs counts as failed after 10 s', async () => {
    const { keepAlive, state, contacts } = createPage();
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(5_000);
    state.ping = 'hanging';
    await vi.advanceTimersByTimeAsync(39_999);
    expect(contacts.map(({ success }) => success)).toEqual([true]);
    await vi.advanceTimersByTimeAsync(1);
    expect(contacts.map(({ success }) => success)).toEqual([true, false]);
    state.ping = 'alive';
    await vi.advanceTimersByTimeAsync(30_000);
    expect(contacts.at(-1)?.success).toBe(true);
  });

  test('asks for the database every 3 minutes', async () => {
    const { keepAlive, timesOf } = createPage();
    keepAlive.start();
    await vi.advanceTimersByTimeAsync(540_000);
    expect(timesOf('/api/db-heartbeat?_t=')).toEqual([180, 360, 540]);
  });
});
