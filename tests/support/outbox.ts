import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestBrowser } from './browser.ts';
import { parseMail } from './mails.ts';

/** Waits for a mail whose subject starts so in the server's outbox and answers the path of its link. */
export async function linkMailedTo(
  { dataDir }: Pick<TestBrowser, 'dataDir'>,
  address: string,
  subject: string,
): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  let link = '';
  await expect
    .poll(
      async () => {
        const files = await readdir(outbox).catch(() => []);
        const mails = await Promise.all(
          files
            .sort()
            .map(async (file) => parseMail(await readFile(path.join(outbox, file), 'utf8'))),
        );
        const mail = mails.findLast(
          (each) => each.to === address && each.subject.startsWith(subject),
        );
        const url = /https?:\/\/\S+/.exec(mail?.text ?? '')?.[0];
        link = url ? new URL(url).pathname + new URL(url).search : '';
        return link;
      },
      { timeout: 300_000 },
    )
    .not.toBe('');
  return link;
}
