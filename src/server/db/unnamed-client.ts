import pg from 'pg';

type Query = (...args: unknown[]) => unknown;

/**
 * Sends no named prepared statements: behind a pooler in transaction mode the next statement may run on a
 * connection that does not have them.
 */
export class UnnamedClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    const query = super.query.bind(this) as Query;
    this.query = ((first: unknown, ...others: unknown[]) =>
      query(withoutName(first), ...others)) as pg.Client['query'];
  }
}

function withoutName(query: unknown): unknown {
  const isNamed = typeof query === 'object' && query !== null && 'name' in query;
  // A stream submits itself.
  if (!isNamed || 'submit' in query) return query;
  return { ...query, name: undefined };
}
