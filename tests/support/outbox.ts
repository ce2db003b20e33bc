import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestBrowser } from './browser.ts';
import { parseMail, type ReceivedMail } from './mails.ts';

/** Waits for an email whose subject starts so in the server's outbox. */
export async function waitForMail(
  { dataDir }: Pick<TestBrowser, 'dataDir'>,
  address: string,
  subject: string,
): Promise<ReceivedMail> {
  const outbox = path.join(dataDir, 'outbox');
  let found: ReceivedMail | undefined;
  await expect
    .poll(
      async () => {
        const files = await readdir(outbox).catch(() => []);
        const mails = await Promise.all(
          files
            .sort()
            .map(async (file) => parseMail(await readFile(path.join(outbox, file), 'utf8'))),
        );
        found = mails.findLast((each) => each.to === address && each.subject.startsWith(subject));
        // A file that is still being written has no text yet.
        return found?.text ?? '';
      },
      { timeout: 300_000 },
    )
    .not.toBe('');
  return found as ReceivedMail;
}

/** The path of the link in that email. */
export async function linkMailedTo(
  browser: Pick<TestBrowser, 'dataDir'>,
  address: string,
  subject: string,
): Promise<string> {
  const { text } = await waitForMail(browser, address, subject);
  const url = new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? '');
  return url.pathname + url.search;
}
