import path from 'node:path';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { type OpenDatabase, type OpenMode, openDatabase } from '#server/db/open.ts';
import { isInterrupted } from '#server/lib/interrupts.ts';
import { messageOf } from '#server/lib/message-of.ts';

const say = (details: object | string, message?: string) => {
  // A signal stops our PostgreSQL too, which ends its connections.
  if (isInterrupted()) return;
  console.error(message ?? (typeof details === 'string' ? details : ''));
};
/** Output for a person, not for a log collector. */
const log = { info: say, warn: say, error: say };

/**
 * The file that a command takes, if it takes one, and the given flags. With any other argument the command ends
 * here with its usage, before it does anything.
 */
export function readArguments(usage: string, { takesFile = false, flags = [] as string[] } = {}) {
  const given = process.argv.slice(2);
  const names = given.filter((argument) => !flags.includes(argument));
  const isWrong = names.some((name) => name === '' || name.startsWith('-'));
  if (isWrong || names.length !== (takesFile ? 1 : 0)) {
    console.error(`Usage: ${usage}`);
    process.exit(1);
  }
  return { name: names[0] ?? '', given };
}

const WHOLE_NUMBER = /^[1-9]\d*$/;

/**
 * The options of a benchmark. One whose default is a number takes only whole numbers above 0. With any other
 * option or argument the benchmark ends here with its usage.
 */
export function readOptions<Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  options: Options,
) {
  try {
    const { values } = parseArgs({ options });
    for (const [name, value] of Object.entries(values)) {
      const takesNumber = WHOLE_NUMBER.test(String(options[name]?.default));
      if (takesNumber && !WHOLE_NUMBER.test(String(value))) {
        throw new Error(`--${name} must be a whole number above 0.`);
      }
    }
    return values;
  } catch (error) {
    console.error(`${messageOf(error)}\nUsage: ${usage}`);
    process.exit(1);
  }
}

/** Runs a command on the configured database: a running server's, or one started for the purpose. */
export async function runWithDatabase(
  work: (database: OpenDatabase) => Promise<void>,
  mode: OpenMode = 'tool',
): Promise<void> {
  try {
    const database = await openDatabase(readConfig(process.env), log, mode);
    try {
      await work(database);
    } finally {
      await database.close();
    }
  } catch (error) {
    if (isInterrupted()) return;
    console.error(messageOf(error));
    process.exitCode = 1;
  }
}

/** Resolves a file against the caller's folder: npm runs commands in the checkout. */
export function resolveFile(file: string): string {
  return path.resolve(process.env.INIT_CWD ?? process.cwd(), file);
}

/** "1,234 rows of 5 tables". */
export function describeRows(rows: Record<string, number>): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${total.toLocaleString('en-US')} rows of ${Object.keys(rows).length} tables`;
}
