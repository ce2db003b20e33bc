/**
 * Keeps in touch with the server. Plain code with its clock, its fetch and its page handed in, so
 * that hours of it can be tested in milliseconds.
 */
export const KEEP_ALIVE = {
  firstPingMs: 5_000,
  pingEveryMs: 30_000,
  pingAbortMs: 10_000,
  longPollEveryMs: 120_000,
  longPollAbortMs: 25_000,
  heartbeatEveryMs: 180_000,
  failuresUntilRecovery: 3,
  recoveryPingEveryMs: 5_000,
  reloadAfterMs: 60_000,
} as const;

interface Contact {
  success: boolean;
  lastContact: string;
  message: string;
}

interface KeepAliveWorld {
  fetch: typeof fetch;
  now: () => number;
  setTimeout: (run: () => void, ms: number) => unknown;
  clearTimeout: (timer: unknown) => void;
  broadcast: (contact: Contact) => void;
  /** Leaves for the given address. */
  reload: (address: string) => void;
  /** True while leaving the page would throw away what somebody is typing. */
  hasUnsavedWork: () => boolean;
  log: (message: string, ...details: unknown[]) => void;
}

export class KeepAlive {
  readonly #world: KeepAliveWorld;
  #timer: unknown;
  #failures = 0;
  #recoveringSince: number | undefined;
  #isPinging = false;

  constructor(world: KeepAliveWorld) {
    this.#world = world;
  }

  start(): void {
    this.#schedule(KEEP_ALIVE.firstPingMs);
    this.#repeat(KEEP_ALIVE.longPollEveryMs, () => this.#longPoll());
    this.#repeat(KEEP_ALIVE.heartbeatEveryMs, () => this.#heartbeat());
  }

  /** Also called when the page becomes visible or the browser goes online. */
  async ping(): Promise<void> {
    if (this.#isPinging) return;
    this.#isPinging = true;
    this.#world.clearTimeout(this.#timer);
    try {
      await this.#ask('', KEEP_ALIVE.pingAbortMs);
      this.#succeeded();
    } catch (error) {
      await this.#failed(error);
    } finally {
      this.#isPinging = false;
      this.#schedule(
        this.#recoveringSince === undefined
          ? KEEP_ALIVE.pingEveryMs
          : KEEP_ALIVE.recoveryPingEveryMs,
      );
    }
  }

  #call(path: string, parameters = '', signal?: AbortSignal): [string, RequestInit] {
    const address = `${path}?_t=${this.#world.now()}${parameters}`;
    return [address, { credentials: 'include', cache: 'no-store', signal }];
  }

  async #ask(parameters: string, abortAfterMs: number): Promise<void> {
    await this.#within(abortAfterMs, async (signal) => {
      const call = this.#call('/api/keep-alive', parameters, signal);
      const response = await this.#world.fetch(...call);
      if (!response.ok) throw new Error(`The server answered ${response.status}`);
      const { timestamp, message } = (await response.json()) as Record<string, unknown>;
      this.#world.log('Keep-alive', timestamp, message);
    });
  }

  /** A request that hangs counts as failed. */
  async #within<Result>(ms: number, run: (signal: AbortSignal) => Promise<Result>) {
    const abort = new AbortController();
    const timer = this.#world.setTimeout(() => abort.abort(), ms);
    try {
      return await run(abort.signal);
    } finally {
      this.#world.clearTimeout(timer);
    }
  }

  #succeeded(): void {
    this.#failures = 0;
    this.#recoveringSince = undefined;
    this.#broadcast(true, 'Server is alive');
  }

  async #failed(error: unknown): Promise<void> {
    this.#failures += 1;
    const message = `Failed to contact server (Attempt ${this.#failures})`;
    this.#world.log(message, error);
    this.#broadcast(false, message);
    if (this.#failures < KEEP_ALIVE.failuresUntilRecovery) return;
    this.#recoveringSince ??= this.#world.now();
    const isOverdue = this.#world.now() - this.#recoveringSince >= KEEP_ALIVE.reloadAfterMs;
    // A reload while the server is away would leave the person with the browser's error page.
    if (isOverdue && (await this.#doesPageAnswer()) && !this.#world.hasUnsavedWork()) {
      this.#world.reload(`/?_t=${this.#world.now()}`);
    }
  }

  async #doesPageAnswer(): Promise<boolean> {
    try {
      const response = await this.#within(KEEP_ALIVE.pingAbortMs, (signal) =>
        this.#world.fetch('/', { method: 'HEAD', cache: 'no-store', signal }),
      );
      return response.ok;
    } catch {
      return false;
    }
  }

  /** Its failures do not count towards recovery: proxies cut long requests off for their own reasons. */
  async #longPoll(): Promise<void> {
    try {
      await this.#ask('&method=long-poll', KEEP_ALIVE.longPollAbortMs);
    } catch (error) {
      this.#world.log('Long poll failed', error);
    }
  }

  async #heartbeat(): Promise<void> {
    try {
      const response = await this.#world.fetch(...this.#call('/api/db-heartbeat'));
      this.#world.log('Database heartbeat', response.status);
    } catch (error) {
      this.#world.log('Database heartbeat failed', error);
    }
  }

  #schedule(ms: number): void {
    this.#world.clearTimeout(this.#timer);
    this.#timer = this.#world.setTimeout(() => void this.ping(), ms);
  }

  #repeat(ms: number, run: () => Promise<void>): void {
    this.#world.setTimeout(() => {
      void run();
      this.#repeat(ms, run);
    }, ms);
  }

  #broadcast(success: boolean, message: string): void {
    const lastContact = new Date(this.#world.now()).toLocaleTimeString('en-GB');
    this.#world.broadcast({ success, lastContact, message });
  }
}
