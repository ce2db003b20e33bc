import { BOUNDS } from '../../dist/src/server/lib/bounds.js';

/** Loaded before the server (`--import`): on a busy machine it refuses no request for being late. */
Object.assign(BOUNDS, { maxEventLoopDelay: 0, queueTimeoutMs: 60_000, previewTimeoutMs: 60_000 });
