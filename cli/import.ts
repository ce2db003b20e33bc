import { readArguments, resolveFile, runWithDatabase } from './command.ts';
import { importPeople } from './import/import-people.ts';
import { COLUMNS } from './import/read-people.ts';

const usage = `npm run import -- people.csv\nIts first line is ${COLUMNS}`;
const { name } = readArguments(usage, { takesFile: true });
await runWithDatabase(async ({ pool }) => {
  const rejectsFile = resolveFile(`${name.replace(/\.csv$/i, '')}.rejects.csv`);
  const started = performance.now();
  const number = (count: number) => count.toLocaleString('en-US');
  let shownAt = Number.NEGATIVE_INFINITY;
  const result = await importPeople(pool, resolveFile(name), {
    rejectsFile,
    onInterrupted(isCommitting) {
      const outcome = isCommitting
        ? 'import the same file again; people who are there already are skipped.'
        : 'nothing was imported.';
      console.error(`Interrupted: ${outcome}`);
    },
    onProgress: ({ added, known, refused }, share, isIndexing) => {
      if (performance.now() - shownAt < 1_000 && !isIndexing) return;
      shownAt = performance.now();
      const seconds = (shownAt - started) / 1_000;
      const rate = Math.round((added + known + refused) / seconds);
      const counts = `${number(added)} added, ${number(known)} already there, ${number(refused)} refused`;
      const left = share < 1 ? `, ${timeLeft((seconds * (1 - share)) / share)} left` : '';
      const step = isIndexing ? 'Building the search index: ' : '';
      console.log(`${step}${counts}, ${number(rate)} rows a second${left}`);
    },
  });
  const seconds = (performance.now() - started) / 1_000;
  console.log(
    `Read ${number(result.read)} rows in ${seconds.toFixed(1)} s (${number(Math.round(result.read / seconds))} a second): ` +
      `${number(result.added)} added, ${number(result.known)} already there, ${number(result.refused)} refused.`,
  );
  if (result.refused > 0) console.log(`The refused rows and why: ${rejectsFile}`);
});

function timeLeft(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}
