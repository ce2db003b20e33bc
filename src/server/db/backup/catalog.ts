import type pg from 'pg';

export interface Table {
  name: string;
  columns: string[];
  /** Rebuilt from the other tables, so never part of a backup. */
  isDerived: boolean;
}

/** The tables' order comes from the database itself, so a new one needs no entry here. */
interface Reference {
  from: string;
  to: string;
}

/**
 * Every table, each after those it refers to. Left out: the record of migrations, which the header has, and
 * unlogged tables, whose loss is harmless by design.
 */
export async function listTables(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const { rows: tables } = await client.query<Table>(
    `SELECT c.relname AS name, starts_with(c.relname, 'search_') AS "isDerived",
            array_agg(a.attname::text ORDER BY a.attnum) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = $1::regnamespace AND c.relkind = 'r' AND c.relpersistence = 'p'
        AND c.relname <> 'migrations' AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = c.oid AND deptype = 'e')
      GROUP BY c.relname ORDER BY c.relname`,
    [schema],
  );
  const { rows: references } = await client.query<Reference>(
    `SELECT f.relname AS from, t.relname AS to
       FROM pg_constraint k JOIN pg_class f ON f.oid = k.conrelid JOIN pg_class t ON t.oid = k.confrelid
      WHERE k.contype = 'f' AND k.connamespace = $1::regnamespace AND k.conrelid <> k.confrelid`,
    [schema],
  );
  return inOrder(tables, references);
}

function inOrder(tables: Table[], references: Reference[]): Table[] {
  const done = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const ready = tables.filter(
      ({ name }) =>
        !done.has(name) && references.every(({ from, to }) => from !== name || done.has(to)),
    );
    if (ready.length === 0) throw new Error('Tables refer to each other in a circle.');
    for (const table of ready) done.add(table.name);
    ordered.push(...ready);
  }
  return ordered;
}

/** Reads each sequence itself: the catalog has no value for an unused one. */
export async function readSequences(
  client: pg.ClientBase,
  schema: string,
): Promise<Record<string, string>> {
  const { rows: sequences } = await client.query<{ name: string; step: string }>(
    `SELECT sequencename AS name, increment_by::text AS step
       FROM pg_sequences WHERE schemaname = $1 ORDER BY sequencename`,
    [schema],
  );
  const next: Record<string, string> = {};
  for (const { name, step } of sequences) {
    const { rows } = await client.query<{ next: string }>(
      `SELECT (last_value + CASE WHEN is_called THEN ${step} ELSE 0 END)::text AS next
         FROM ${qualified(client, schema, name)}`,
    );
    next[name] = rows[0]?.next ?? '1';
  }
  return next;
}

export function qualified(client: pg.ClientBase, schema: string, name: string): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

export async function currentSchema(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ schema: string }>('SELECT current_schema() AS schema');
  return rows[0]?.schema ?? 'public';
}

/** Backing up a large directory takes longer than the statement timeout. */
export async function liftTimeouts(client: pg.ClientBase): Promise<void> {
  await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
}
