import { DATABASE_TIMEOUTS } from '../../dist/src/server/db/timeouts.js';
import { BOUNDS } from '../../dist/src/server/lib/bounds.js';

/** Loaded before a server or command (`--import`): on a busy machine nothing fails for being late. */
Object.assign(BOUNDS, {
  maxEventLoopDelay: 0,
  queueTimeoutMs: 60_000,
  previewTimeoutMs: 60_000,
  databasePingMs: 120_000,
});
Object.assign(DATABASE_TIMEOUTS, {
  connect: 120_000,
  statement: 120_000,
  idleInTransaction: 600_000,
});
