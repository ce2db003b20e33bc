import { openEmbeddedPostgres } from '../../dist/src/server/db/embedded/open.js';

/**
 * A process that opens the embedded database and holds it until it gets 'stop' or is killed.
 * Its argument is an OwnerTask. Its messages: {opened} or {failed}, then {logged} for each line.
 */
const task = JSON.parse(process.argv[2] ?? '{}');
if (task.becomes) {
  process.setgroups?.([]);
  process.setgid?.(task.becomes.gid);
  process.setuid?.(task.becomes.uid);
}
// Ends with the test that started it.
process.once('disconnect', () => process.exit());
const tell = (message) => process.send?.(message);
const say = (logged) => tell({ logged });
try {
  const embedded = await openEmbeddedPostgres({
    ...task,
    log: { info: say, warn: say, error: say },
  });
  const { connection, isNew, role } = embedded;
  process.once('message', async () => {
    await embedded.stop();
    process.disconnect();
  });
  tell({ opened: { connection, isNew, role } });
} catch (error) {
  tell({ failed: String(error) });
  process.disconnect();
}
