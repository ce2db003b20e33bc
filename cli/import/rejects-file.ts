import { appendFileSync, closeSync, openSync, rmSync } from 'node:fs';
import { explainFolderError } from '#server/lib/folders.ts';
import { csvText } from './csv-text.ts';
import { COLUMNS, type ReadRow } from './read-people.ts';

/**
 * Creates the file of the refused rows with the line they end in and why, in a form that can be fixed and imported.
 * Done before anything is imported, so that a folder that cannot be written ends the import in time.
 */
export function createRejectsFile(file: string) {
  const handle = create(file);
  let isEmpty = true;
  const append = (cells: string[]) => {
    try {
      appendFileSync(handle, csvText([cells]));
    } catch (error) {
      throw explainFolderError(error, file);
    }
  };
  const remove = () => rmSync(file, { force: true });
  return {
    write(row: ReadRow, reason: string) {
      if (isEmpty) append(['line', 'reason', ...COLUMNS]);
      isEmpty = false;
      append([String(row.line), reason, ...row.raw]);
    },
    /** An import that did not come to its end is repeated, and refuses the same rows again. */
    close({ isComplete }: { isComplete: boolean }) {
      closeSync(handle);
      if (isEmpty || !isComplete) remove();
    },
    remove,
  };
}

/** Only its owner may read it: the rows hold personal data. */
function create(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw explainFolderError(error, file);
    throw new Error(
      `${file} exists already. If no other import is writing it, rename or delete it and import again: it may hold corrections.`,
      { cause: error },
    );
  }
}
