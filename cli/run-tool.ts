import { type Config, readConfig } from '#server/config.ts';
import { type OpenDatabase, openDatabase } from '#server/db/open.ts';
import { createLogger } from '#server/lib/logger.ts';

/**
 * Runs one command-line tool on the configured database, beside a running server or without one.
 * Whatever fails is said in one line, and the exit code tells.
 */
export async function runTool(work: (database: OpenDatabase, config: Config) => Promise<void>) {
  try {
    const config = readConfig(process.env);
    const database = await openDatabase(config, createLogger('warn'), 'tool');
    try {
      await work(database, config);
    } finally {
      await database.close();
    }
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
