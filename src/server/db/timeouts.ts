/** How long a server or a command waits for PostgreSQL, in milliseconds: less than a request may take. */
export const DATABASE_TIMEOUTS = {
  connect: 3_000,
  statement: 8_000,
  idleInTransaction: 15_000,
};
