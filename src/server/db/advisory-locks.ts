/** Keys of PostgreSQL's advisory locks. */
export const ADVISORY_LOCKS = {
  /** Any number of servers may start at once: one migrates, the others wait. */
  migration: 7_270_001,
  /** Two admins who demote each other at once must not both succeed. */
  admins: 7_270_002,
  /** Shared by everything that has the database open, exclusive for a restore. */
  restore: 7_270_003,
  /** The first of two keys; the second is a hash of what a name looks like. */
  looks: 7_270_004,
} as const;
