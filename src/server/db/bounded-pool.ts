import pg from 'pg';
import { overloaded } from '#server/lib/app-error.ts';

type Connected = Parameters<pg.Pool['connect']>[0];

/** How many may wait for each connection of a pool; the next one is refused at once. */
const WAITING_PER_CONNECTION = 10;

/**
 * A pool whose queue has an end. Waiting is bounded in time by connectionTimeoutMillis; bounded in
 * number as well, a slow database costs neither memory nor seconds of everybody's patience.
 */
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
