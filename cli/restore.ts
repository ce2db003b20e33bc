import { restoreBackup } from '#server/db/backup/restore.ts';
import { describeRows, resolveFile, runWithDatabase } from './command.ts';

/** npm run restore -- FILE [--replace] */
const args = process.argv.slice(2);
const isReplacing = args.includes('--replace');
const [name, ...others] = args.filter((argument) => argument !== '--replace');
if (!name || name.startsWith('-') || others.length > 0) {
  console.error('Usage: npm run restore -- FILE [--replace]');
  process.exitCode = 1;
} else {
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
}
