const KIBIBYTE = 1024;
const MEBIBYTE = 1024 * KIBIBYTE;

/** How much one node takes on at a time. docs/operations.md has the same table. */
export const BOUNDS = {
  /** Twice the connections to the database: while one half waits for it, the other half computes. */
  slots: 40,
  queueLength: 2_000,
  queueTimeoutMs: 1_000,
  /** Refusals are spread over this time, so that clients do not all retry together. */
  jitterMs: 2_000,
  /** A slot held for longer than any request may take is stuck. */
  heldTooLongMs: 35_000,
  /** All slots taken, and none released for this long: stuck. */
  noProgressMs: 15_000,

  /** Requests on one connection that wait for the response before theirs. */
  pipelinedRequests: 32,
  /** For a whole request to arrive, headers and body. */
  requestTimeoutMs: 30_000,
  /** How often timeouts of connections are checked. */
  timeoutCheckMs: 1_000,

  /** A body that takes longer to arrive gives up its slot until it is complete. */
  bodyGraceMs: 250,
  bodyBytes: MEBIBYTE,
  /** Where no picture may be sent, a longer body is not read: the fields it may have are shorter. */
  fieldBytes: 128 * KIBIBYTE,
  /** Larger bodies than this are counted while they arrive. */
  smallBodyBytes: 64 * KIBIBYTE,
  largeBodies: { total: 100, perKey: 20 },
  /** Bodies over `bodyBytes`, which only have room where a picture may be sent. */
  visitorUploads: { total: 8, perKey: 2 },
  memberUploads: { total: 8, perKey: 1 },

  /** A response that takes longer to hand to the connection gives up its slot. */
  sendGraceMs: 100,
  /** A client that takes longer to read a response is disconnected. */
  sendTimeoutMs: 60_000,
  unsentBytes: 128 * MEBIBYTE,

  /** A held keep-alive is answered before the client's own 25 s are over. */
  longPollMs: 20_000,
  longPolls: { total: 2_000, perKey: 200 },

  /** How long visitors share the first page of a search, if nothing changes; 0 for never. */
  sharedSearchMs: 60_000,

  /** How long the database may take to answer a check of whether it is there. */
  databasePingMs: 5_000,

  /** A page never waits longer than this for the preview of its share link, or for its user. */
  previewTimeoutMs: 1_000,

  /** Requests that are still open this long after the signal to stop are cut off. */
  stopCutMs: 9_000,
  /** The process exits this long after the signal in any case; the embedded PostgreSQL stops by itself. */
  stopExitMs: 9_700,

  maxEventLoopDelay: 1_000,
  maxHeapUsedBytes: 1_500 * MEBIBYTE,
};

export type Bounds = typeof BOUNDS;
