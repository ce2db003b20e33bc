import { writeBackup } from '#server/db/backup/write.ts';
import { explainFolderError } from '#server/lib/folders.ts';
import { describeRows, readArguments, resolveFile, runWithDatabase } from './command.ts';

const { name } = readArguments('npm run backup -- FILE', { takesFile: true });
const file = resolveFile(name);
await runWithDatabase(async ({ pool }) => {
  const { rows, bytes } = await writeBackup(pool, file).catch((error: unknown) => {
    throw explainFolderError(error, file);
  });
  const kilobytes = Math.ceil(bytes / 1000).toLocaleString('en-US');
  console.log(`Backed up ${describeRows(rows)} to ${file} (${kilobytes} kB).`);
}, 'backup');
