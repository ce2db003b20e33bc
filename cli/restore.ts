import { restoreBackup } from '#server/db/backup/restore.ts';
import { describeRows, readArguments, resolveFile, runWithDatabase } from './command.ts';

const REPLACE = '--replace';
const usage = `npm run restore -- FILE [${REPLACE}]`;
const { name, given } = readArguments(usage, { takesFile: true, flags: [REPLACE] });
const isReplacing = given.includes(REPLACE);
const file = resolveFile(name);
let shownAt = performance.now();
const onProgress = (message: string) => {
  if (performance.now() - shownAt < 1_000) return;
  shownAt = performance.now();
  console.error(message);
};
await runWithDatabase(async ({ pool }) => {
  const { createdAt, rows } = await restoreBackup(pool, file, { isReplacing, onProgress });
  console.log(`Restored ${describeRows(rows)} from ${file}, made ${createdAt}.`);
}, 'restore');
