import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { requireFolder, sortBackups, timeOfBackup } from '#server/db/backup/files.ts';
import { CANNOT_CREATE } from '#server/db/backup/scratch-database.ts';
import { findBackupRisk } from '#server/lib/folders.ts';
import { reasonOf } from '#server/lib/message-of.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const ADVICE = 'read the log for "The scheduled backup failed"';

type Settings = Pick<Config, 'backups' | 'dataDir' | 'databaseUrl' | 'isProduction'>;

export async function checkBackups(config: Settings): Promise<Finding[]> {
  const { backups, isProduction } = config;
  if (!backups) {
    return isProduction
      ? [warning('backups', 'BACKUP_DIR is not set: no scheduled backups are made. Set it.')]
      : [ok('backups', 'BACKUP_DIR is not set: no scheduled backups are made.')];
  }
  const { folder, everySeconds } = backups;
  try {
    await requireFolder(folder);
  } catch (error) {
    return [problem('backups', `${reasonOf(error)}.`)];
  }
  const { usable, faulty } = await sortBackups(folder);
  const warnings = faulty.map((text) => warning('backups', `${text}.`));
  const risk = await findBackupRisk(config);
  if (risk !== undefined) warnings.push(warning('backups', risk));
  return [checkAge(folder, usable.at(-1), everySeconds), ...warnings];
}

function checkAge(folder: string, newest: string | undefined, everySeconds: number): Finding {
  if (newest === undefined) {
    return warning('backups', `${folder} has no backup yet: start the server, or ${ADVICE}.`);
  }
  const hours = Math.max(Date.now() - timeOfBackup(newest).getTime(), 0) / 3_600_000;
  const text = `the newest in ${folder} is ${hours.toFixed(1)} h old`;
  return hours > (2 * everySeconds) / 3_600
    ? problem('backups', `${text}: ${ADVICE}.`)
    : ok('backups', `${text}.`);
}

/** A backup is checked in a database of its own. */
export async function checkCreateRight(client: pg.Client, { backups }: Config): Promise<Finding[]> {
  if (!backups) return [];
  const { rows } = await client.query<{ isAllowed: boolean }>(
    `SELECT rolcreatedb OR rolsuper AS "isAllowed" FROM pg_roles WHERE rolname = current_user`,
  );
  if (rows[0]?.isAllowed) return [];
  return [problem('backups', CANNOT_CREATE)];
}
