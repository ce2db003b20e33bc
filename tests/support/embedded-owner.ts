import { type EmbeddedPostgresOptions, openEmbeddedPostgres } from '#server/db/embedded/open.ts';

/** What the test tells this process, in its first argument. */
export type OwnerTask = Pick<
  EmbeddedPostgresOptions,
  'dataDir' | 'mode' | 'settings' | 'nativeDir'
> & {
  /** The user to become before anything is opened. */
  becomes?: { uid: number; gid: number };
};

/**
 * A process that opens the embedded database and holds it until it gets 'stop' or is killed.
 * Its messages: {opened} or {failed}, then {logged} for each line.
 */
const task = JSON.parse(process.argv[2] ?? '{}') as OwnerTask;
if (task.becomes) {
  process.setgroups?.([]);
  process.setgid?.(task.becomes.gid);
  process.setuid?.(task.becomes.uid);
}
// Ends with the test that started it.
process.once('disconnect', () => process.exit());
const tell = (message: object) => process.send?.(message);
const say = (logged: string) => tell({ logged });
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
