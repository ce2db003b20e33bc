import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { listFiles } from './fingerprint.mjs';

const brotli = promisify(brotliCompress);
const gz = promisify(gzip);
const TEXT = /\.(?:html|js|mjs|css|svg|json|webmanifest|txt|xml|ico)$/;
// A smaller response fits into one packet anyway.
const SMALLEST = 1024;

/** Puts a .br and a .gz beside every text file, as small as they get: done once, sent a million times. */
export async function precompress(folder) {
  await Promise.all(
    listFiles(folder)
      .filter((file) => TEXT.test(file))
      .map(async (file) => {
        const content = await readFile(file);
        if (content.length < SMALLEST) return;
        const params = {
          [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
          [zlib.BROTLI_PARAM_SIZE_HINT]: content.length,
        };
        const [br, gzipped] = await Promise.all([
          brotli(content, { params }),
          gz(content, { level: 9 }),
        ]);
        if (br.length < content.length) await writeFile(`${file}.br`, br);
        if (gzipped.length < content.length) await writeFile(`${file}.gz`, gzipped);
      }),
  );
}
