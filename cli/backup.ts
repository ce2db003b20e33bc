import { explainTargetError } from '#server/db/backup/files.ts';
import { writeBackup } from '#server/db/backup/write.ts';
import { describeRows, resolveFile, runWithDatabase } from './command.ts';

/** npm run backup -- FILE */
const [name, ...others] = process.argv.slice(2);
if (!name || name.startsWith('-') || others.length > 0) {
  console.error('Usage: npm run backup -- FILE');
  process.exitCode = 1;
} else {
  const file = resolveFile(name);
  await runWithDatabase(async ({ pool }) => {
    const { rows, bytes } = await writeBackup(pool, file).catch((error: unknown) => {
      throw explainTargetError(error, file);
    });
    const kilobytes = Math.ceil(bytes / 1000).toLocaleString('en-US');
    console.log(`Backed up ${describeRows(rows)} to ${file} (${kilobytes} kB).`);
  }, 'backup');
}
