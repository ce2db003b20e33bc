import { z } from 'zod';

/**
 * A backup is one gzip file of lines: a header, then for each table its name, its rows as PostgreSQL's
 * COPY writes them and a line `\.`, which no row can be; at the end what must have arrived.
 */
export const FORMAT = 1;
export const END_OF_ROWS = '\\.\n';

export const backupHeader = z.object({
  payfolkBackup: z.number(),
  createdAt: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
});
export type BackupHeader = z.infer<typeof backupHeader>;

export const backupTable = z.object({ table: z.string(), columns: z.array(z.string()) });

export const backupTrailer = z.object({
  rows: z.record(z.string(), z.number()),
  /** The next number of each. */
  sequences: z.record(z.string(), z.string().regex(/^\d+$/)),
  /** The hash of everything before this line. */
  sha256: z.string(),
});
export type BackupTrailer = z.infer<typeof backupTrailer>;

/** Its message is shown to the user. */
export class BackupError extends Error {
  override name = 'BackupError';
}
