import { BOUNDS } from '../../dist/src/server/lib/bounds.js';

/** Loaded before the server (`--import`): on a busy machine it still answers all requests before it exits. */
Object.assign(BOUNDS, { stopCutMs: 600_000, stopExitMs: 600_000 });
