import { readConfig } from '#server/config.ts';
import { messageOf } from '#server/lib/message-of.ts';
import { adminCommand } from './admin-command.ts';
import { runWithDatabase } from './command.ts';

/** npm run admin: lists and manages accounts from the command line. */
const run = readCommand();
await runWithDatabase(async ({ db }) => {
  const lines = await run(db, readConfig(process.env).adminEmails);
  console.log(lines.join('\n'));
});

function readCommand() {
  try {
    return adminCommand(process.argv.slice(2));
  } catch (error) {
    console.error(messageOf(error));
    process.exit(1);
  }
}
