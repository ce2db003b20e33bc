import { deleteDemoPeople } from '#server/db/demo/insert.ts';
import { runWithDatabase } from './command.ts';

/** npm run demo:clear */
await runWithDatabase(async ({ db }) => {
  const count = await deleteDemoPeople(db);
  console.log(
    count === 0 ? 'There are no fictional people here.' : `Removed ${count} fictional people.`,
  );
});
