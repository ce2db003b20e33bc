import pg from 'pg';
import { overloaded } from '#server/lib/app-error.ts';

type Connected = Parameters<pg.Pool['connect']>[0];

/** How many may wait for each connection of a pool; more are rejected immediately. */
const WAITING_PER_CONNECTION = 10;

/** A pool whose queue is bounded, in time by connectionTimeoutMillis and in length here. */
export class BoundedPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (this.waitingCount >= this.options.max * WAITING_PER_CONNECTION) {
      if (!callback) return Promise.reject(overloaded());
      callback(overloaded(), undefined, () => undefined);
      return undefined;
    }
    if (!callback) return super.connect();
    super.connect(callback);
    return undefined;
  }
}
