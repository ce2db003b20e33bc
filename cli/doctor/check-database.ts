import { stat } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { Config } from '#server/config.ts';
import { sessionDefaults } from '#server/db/client.ts';
import { requireBinaries } from '#server/db/embedded/binaries.ts';
import { openEmbeddedPostgres } from '#server/db/embedded/open.ts';
import { explainDatabaseFailure } from '#server/db/explain-failure.ts';
import { checkLimited, checkPooled, explainPooler, requireSessions } from '#server/db/pooler.ts';
import { requireRights } from '#server/db/rights.ts';
import { folderCauseOf } from '#server/lib/folders.ts';
import { reasonOf } from '#server/lib/message-of.ts';
import { checkCreateRight } from './check-backups.ts';
import { checkContent } from './check-content.ts';
import { type Finding, ok, problem, warning, withTimeout } from './finding.ts';

/** Starting our own PostgreSQL may take a while. */
const EMBEDDED_SECONDS = 60;
const SECONDS = 10;
const OLDEST_MAJOR = 15;
/** Those of one server, of commands and of a backup. */
const CONNECTIONS = 30;

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Never migrates or creates anything. */
export async function checkDatabase(config: Config): Promise<Finding[]> {
  const { dataDir, databaseUrl, directUrl } = config;
  if (databaseUrl !== undefined) {
    const direct = { connectionString: directUrl ?? databaseUrl };
    const findings = await checkAt(direct, config);
    const pooler = directUrl === undefined ? [] : await checkPooler(databaseUrl, direct);
    return [...findings, ...pooler, ...(await checkReplicas(config))];
  }
  try {
    if (!(await hasCluster(dataDir))) {
      await requireBinaries();
      return [warning('database', `${dataDir} has none yet: run npm start, which creates it.`)];
    }
    const opening = openEmbeddedPostgres({ dataDir, log: quiet, mode: 'tool' });
    const embedded = await withTimeout(EMBEDDED_SECONDS, opening);
    try {
      return await checkAt(embedded.connection, config);
    } finally {
      await embedded.stop();
    }
  } catch (error) {
    return [problem('database', `${reasonOf(error)}.`)];
  }
}

async function hasCluster(dataDir: string): Promise<boolean> {
  const folder = path.join(dataDir, 'postgres');
  try {
    await stat(path.join(folder, 'PG_VERSION'));
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return false;
    throw new Error(`${folder} ${folderCauseOf(error) ?? reasonOf(error)}`, { cause: error });
  }
}

async function checkReplicas({ replicaUrls }: Config): Promise<Finding[]> {
  return Promise.all(
    replicaUrls.map(async (url, index) => {
      const found = await checkReached(`replica ${index + 1}`, url);
      // The primary serves its reads meanwhile.
      return found.level === 'problem' ? { ...found, level: 'warning' } : found;
    }),
  );
}

async function checkReached(subject: string, connectionString: string): Promise<Finding> {
  try {
    await withClient({ connectionString }, (client) => client.query('SELECT'));
    return ok(subject, 'reachable');
  } catch (error) {
    return problem(subject, `${reasonOf(error)}: check that it runs, and its address.`);
  }
}

/** Both addresses together, as the server checks them. */
async function checkPooler(pooled: string, direct: pg.ClientConfig): Promise<Finding[]> {
  const reached = await checkReached('pooler', pooled);
  if (reached.level !== 'OK') return [reached];
  const findings = [reached];
  try {
    await withClient({ connectionString: pooled }, async (client) => {
      await checkLimited(client, logTo(findings, 'pooler'));
      await withClient(direct, (other) => checkPooled(client, other));
    });
  } catch (error) {
    findings.push(problem('pooler', `${reasonOf(error)}.`));
  }
  return findings;
}

/** A warning of the server's start is a finding here. */
function logTo(findings: Finding[], subject: string) {
  return { warn: (text: object | string) => findings.push(warning(subject, `${text}.`)) };
}

async function checkAt(connection: pg.ClientConfig, config: Config): Promise<Finding[]> {
  const findings: Finding[] = [];
  const setting = config.directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
  const explain = (error: unknown) => {
    if (config.databaseUrl === undefined) return `${reasonOf(error)}.`;
    return `${reasonOf(explainDatabaseFailure(explainPooler(error), setting))}.`;
  };
  try {
    if (config.databaseUrl !== undefined) await requireSessions(connection, setting);
    await withClient({ ...connection, ...sessionDefaults() }, async (client) => {
      findings.push(...(await checkServer(client)));
      await checkLimited(client, logTo(findings, 'database'));
      findings.push(...(await checkCreateRight(client, config)));
      await requireRights(client, { isToMigrate: false });
      const content = await checkContent(client, config);
      findings.push(...content, ...(await checkRightToMigrate(client, content, explain)));
    });
  } catch (error) {
    findings.push(problem('database', explain(error)));
  }
  return findings;
}

async function checkRightToMigrate(
  client: pg.Client,
  content: Finding[],
  explain: (error: unknown) => string,
): Promise<Finding[]> {
  try {
    await requireRights(client, { isToMigrate: true });
    return [];
  } catch (error) {
    const isMigrated = content.every(
      ({ subject, level }) => subject !== 'migrations' || level === 'OK',
    );
    return isMigrated
      ? [warning('rights', `${explain(error)} The next upgrade needs it.`)]
      : [problem('rights', explain(error))];
  }
}

async function withClient(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({
    ...connection,
    application_name: 'payfolk doctor',
    connectionTimeoutMillis: SECONDS * 1_000,
    query_timeout: SECONDS * 1_000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await work(client);
  } finally {
    // A connection that does not answer may not end either.
    await withTimeout(SECONDS, client.end()).catch(() => undefined);
  }
}

interface Settings {
  version: number;
  fsync: string;
  fullPageWrites: string;
  encoding: string;
  connections: number;
  isStandby: boolean;
}

async function checkServer(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<Settings>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version,
            current_setting('fsync') AS fsync, current_setting('full_page_writes') AS "fullPageWrites",
            current_setting('server_encoding') AS encoding,
            current_setting('max_connections')::int AS connections, pg_is_in_recovery() AS "isStandby"`,
  );
  const [settings] = rows;
  if (!settings) throw new Error('PostgreSQL shows no settings');
  const { version, connections } = settings;
  const findings: Finding[] = [];
  if (version < OLDEST_MAJOR) {
    const text = `PostgreSQL ${version} is too old: upgrade to ${OLDEST_MAJOR} or newer.`;
    findings.push(problem('database', text));
  }
  if (settings.isStandby) {
    findings.push(
      problem('database', 'It is a read-only standby: point DATABASE_URL to the primary.'),
    );
  }
  if (settings.encoding !== 'UTF8') {
    const text = `Its encoding is ${settings.encoding}: create it again with ENCODING 'UTF8'.`;
    findings.push(problem('database', text));
  }
  if (settings.fsync === 'off' || settings.fullPageWrites === 'off') {
    const text =
      'fsync or full_page_writes is off, so a power failure destroys it: set both to on.';
    findings.push(problem('database', text));
  }
  if (connections < CONNECTIONS) {
    const text = `max_connections is ${connections}: raise it to ${CONNECTIONS} per server or more.`;
    findings.push(warning('database', text));
  }
  const summary = `PostgreSQL ${version}, ${connections} connections`;
  return findings.length > 0 ? findings : [ok('database', summary)];
}
