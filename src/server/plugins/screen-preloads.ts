import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCREENS } from '#contract/screens.ts';

/** An entry of the client's build manifest. */
type Manifest = Record<string, { file: string; imports?: string[] }>;

const PAGE = 'index.html';

/**
 * The <link> elements that preload a screen's code together with the app, by path. Screens are in the
 * client's app/routes, one file each, named like their path.
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
