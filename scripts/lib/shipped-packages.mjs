import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from './fingerprint.mjs';
import { root } from './root.mjs';

/** The places in the lock file of what runs on a server, and of what the build puts into the client. */
export function listShipped({ packages }) {
  const installed = Object.keys(packages).filter((place) => place !== '' && !packages[place].dev);
  const shipped = new Set(installed);
  const waiting = listClientTools(packages['']).map((name) => `node_modules/${name}`);
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (shipped.has(place)) continue;
    shipped.add(place);
    waiting.push(...listNeeded(packages, place));
  }
  return [...shipped];
}

/** Development packages by name whose code, styles or fonts the client imports. */
function listClientTools({ devDependencies }) {
  const texts = listFiles(join(root, 'src/client'))
    .filter((file) => /\.(tsx?|css)$/.test(file))
    .map((file) => readFileSync(file, 'utf8'));
  const imported = texts.flatMap((text) =>
    [
      ...text.matchAll(/(?:from|import|import\(|url\()\s*['"]((?:@[\w.-]+\/)?[\w.-]+)[^'"]*['"]/g),
    ].map(([, name]) => name),
  );
  return Object.keys(devDependencies).filter((name) => imported.includes(name));
}

/** The places of what a package cannot do without; an optional peer is left out. */
function listNeeded(packages, place) {
  const { dependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[place];
  const peers = Object.keys(peerDependencies).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );
  return [...Object.keys(dependencies ?? {}), ...peers]
    .map((name) => find(packages, place, name))
    .filter((found) => found !== undefined);
}

/** As Node.js looks for a package: in the folder itself, then in those above it. */
function find(packages, place, name) {
  const here = `${place}/node_modules/${name}`.replace(/^\//, '');
  if (packages[here]) return here;
  if (place === '') return undefined;
  return find(packages, place.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}
