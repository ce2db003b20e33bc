import { type Config, readConfig } from '#server/config.ts';
import { reasonOf } from '#server/lib/message-of.ts';
import { readArguments } from './command.ts';
import { checkBackups } from './doctor/check-backups.ts';
import { checkDatabase } from './doctor/check-database.ts';
import { checkDataDir, checkDisk, checkMemory, checkNode } from './doctor/check-machine.ts';
import { checkMail } from './doctor/check-mail.ts';
import { checkLimits, checkProxy, checkPublicUrl } from './doctor/check-settings.ts';
import { type Finding, problem, withTimeout } from './doctor/finding.ts';

/** Checks this installation and says what to do. Exits with 1 where something is broken. */
readArguments('npm run doctor');
const LONGEST_SECONDS = 120;

type Check = (config: Config) => Finding | Finding[] | Promise<Finding | Finding[]>;
const CHECKS: Record<string, Check> = {
  DATA_DIR: checkDataDir,
  disk: ({ dataDir }) => checkDisk('DATA_DIR', dataDir),
  'backup disk': ({ backups }) => (backups ? checkDisk('BACKUP_DIR', backups.folder) : []),
  database: checkDatabase,
  mail: checkMail,
  PUBLIC_URL: checkPublicUrl,
  TRUST_PROXY: checkProxy,
  'rate limits': checkLimits,
  backups: checkBackups,
};

async function run(config: Config): Promise<Finding[]> {
  const checks = Object.entries(CHECKS).map(async ([subject, check]) => {
    try {
      return await withTimeout(LONGEST_SECONDS, Promise.resolve(check(config)));
    } catch (error) {
      return problem(subject, `${reasonOf(error)}.`);
    }
  });
  return (await Promise.all(checks)).flat();
}

function readSettings(): Config | Finding {
  try {
    return readConfig(process.env);
  } catch (error) {
    return problem('settings', `${reasonOf(error)}.`);
  }
}

const settings = readSettings();
const found = 'level' in settings ? [settings] : await run(settings);
const findings = [checkNode(), checkMemory(), ...found];
for (const { level, subject, text } of findings) {
  console.log(`${level.padEnd(8)} ${subject}: ${text}`);
}
const count = (level: Finding['level']) => findings.filter((each) => each.level === level).length;
console.log(`\nProblems: ${count('problem')}. Warnings: ${count('warning')}.`);
// A check that did not end in time must not keep the command running.
process.exit(count('problem') > 0 ? 1 : 0);
