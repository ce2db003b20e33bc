import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { SCREENS } from '#contract/screens.ts';

/** An entry of the client's build manifest. */
type Manifest = Record<
  string,
  { file: string; imports?: string[]; dynamicImports?: string[] } | undefined
>;

const PAGE = 'index.html';

/**
 * The <link> elements that preload a screen's code together with the app, by path. Screens are in the
 * client's app/routes, one file each, named like their path.
 */
export function readScreenPreloads(clientDir: string): Map<string, string> {
  const manifest = readManifest(clientDir);
  return new Map(
    Object.values(SCREENS).map((screen) => [
      screen,
      preloadsOf(manifest, [`app/routes${screen}.tsx`]),
    ]),
  );
}

/** The <link> elements that preload modules of the client and what they import. */
export const readPreloads = (clientDir: string, modules: string[]): string =>
  preloadsOf(readManifest(clientDir), modules);

function readManifest(clientDir: string): Manifest {
  const file = path.join(clientDir, '.vite/manifest.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

function preloadsOf(manifest: Manifest, modules: string[]): string {
  const inPage = new Set(filesNeeded(manifest, PAGE));
  const needed = modules.flatMap((name) => [listOf(manifest, name), name]);
  const files = new Set(needed.flatMap((name) => filesNeeded(manifest, name)));
  return [...files]
    .filter((name) => !inPage.has(name))
    .map((name) => `<link rel="modulepreload" crossorigin href="/${name}">`)
    .join('\n    ');
}

/** The page loads most routes through a list of them that is a chunk of its own. */
function listOf(manifest: Manifest, route: string): string {
  const chunks = manifest[PAGE]?.dynamicImports ?? [];
  return chunks.find((name) => manifest[name]?.dynamicImports?.includes(route)) ?? '';
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
