import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCREENS } from '#contract/screens.ts';

/** What the client's build says of each of its files. */
type Manifest = Record<string, { file: string; imports?: string[] }>;

const PAGE = 'index.html';

/**
 * A screen's code is loaded when it is shown. Named in the page, it is fetched along with the app
 * itself instead of after it. Answers the <link> elements by path; screens are in the client's
 * app/routes, one file each, called like their path.
 */
export function readScreenPreloads(clientDir: string): Map<string, string> {
  const file = path.join(clientDir, '.vite/manifest.json');
  if (!existsSync(file)) return new Map();
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const inPage = new Set(filesNeeded(manifest, PAGE));
  return new Map(
    Object.values(SCREENS).map((screen) => {
      const files = filesNeeded(manifest, `app/routes${screen}.tsx`);
      const links = files
        .filter((name) => !inPage.has(name))
        .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`);
      return [screen, links.join('\n    ')];
    }),
  );
}

function filesNeeded(manifest: Manifest, entry: string, seen = new Set<string>()): string[] {
  const chunk = manifest[entry];
  if (!chunk || seen.has(entry)) return [];
  seen.add(entry);
  return [
    chunk.file,
    ...(chunk.imports ?? []).flatMap((name) => filesNeeded(manifest, name, seen)),
  ];
}
