import { stat } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import { listBackups, requireFolder, timeOfBackup } from '#server/db/backup/files.ts';
import { type Finding, ok, problem, reasonOf, warning } from './finding.ts';

const ADVICE = 'read the log for "The scheduled backup failed"';

/** Another node that makes backups may have a slightly different clock. */
const CLOCKS_DIFFER_MS = 300_000;

type Settings = Pick<Config, 'backups' | 'isProduction'>;

export async function checkBackups({ backups, isProduction }: Settings): Promise<Finding[]> {
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
  const usable: string[] = [];
  const warnings: Finding[] = [];
  for (const name of await listBackups(folder)) {
    const wrong = await findFault(folder, name);
    if (wrong === undefined) usable.push(name);
    else warnings.push(warning('backups', `${name} ${wrong}.`));
  }
  return [checkAge(folder, usable.at(-1), everySeconds), ...warnings];
}

async function findFault(folder: string, name: string): Promise<string | undefined> {
  // False for a date that does not exist, too.
  const isPast = timeOfBackup(name).getTime() <= Date.now() + CLOCKS_DIFFER_MS;
  if (!isPast) {
    return 'has a date in the future: check the clock of each server, then delete the file';
  }
  // The server may have deleted it meanwhile.
  const file = await stat(path.join(folder, name)).catch(() => undefined);
  return file?.size === 0 ? 'is empty and cannot be restored: delete it' : undefined;
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
  return [
    problem(
      'backups',
      'Each backup is checked in a scratch database, which the database user may not create: run ALTER ROLE … CREATEDB for it.',
    ),
  ];
}
