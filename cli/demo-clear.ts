import { deleteDemoPeople } from '#server/db/demo/insert.ts';
import { readArguments, runWithDatabase } from './command.ts';

readArguments('npm run demo:clear');
await runWithDatabase(async ({ db }) => {
  const count = await deleteDemoPeople(db);
  console.log(
    count === 0 ? 'There are no fictional people here.' : `Removed ${count} fictional people.`,
  );
});
