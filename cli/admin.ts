import { readConfig } from '#server/config.ts';
import { adminCommand } from './admin-command.ts';
import { runWithDatabase } from './command.ts';

/** npm run admin: lists and manages accounts from the command line. */
await runWithDatabase(async ({ db }) => {
  const { adminEmails } = readConfig(process.env);
  const lines = await adminCommand(db, adminEmails, process.argv.slice(2));
  console.log(lines.join('\n'));
});
