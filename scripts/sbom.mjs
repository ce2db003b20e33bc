import './lib/node-version.mjs';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure, main } from './lib/fail.mjs';
import { root } from './lib/root.mjs';
import { runNpm } from './lib/run.mjs';
import { listShipped } from './lib/shipped-packages.mjs';

/** npm run sbom [-- FILE]: what this product is made of, from the lock file, as CycloneDX. */
await main(async () => {
  const file = process.argv[2] ?? 'dist/sbom.cdx.json';
  mkdirSync(dirname(file), { recursive: true });
  const { code, output } = await runNpm(
    // Not --omit=dev: the client's packages are development ones, and npm leaves out others by mistake.
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--loglevel', 'error'],
    { quiet: true, env: { NODE_ENV: 'development' } },
  );
  if (code !== 0) throw new Failure(`npm could not list the packages:\n${output.trim()}`);
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const list = keepShipped(JSON.parse(output), lock);
  writeFileSync(file, `${JSON.stringify(list, null, 2)}\n`);
  console.log(`Wrote ${list.components.length} packages to ${file}`);
});

function keepShipped(list, lock) {
  const shipped = new Set(listShipped(lock).map((place) => referenceOf(lock, place)));
  const { 'bom-ref': product } = list.metadata.component;
  const isListed = (ref) => ref === product || shipped.has(ref);
  return {
    ...list,
    components: list.components
      .filter((component) => shipped.has(component['bom-ref']))
      .map(({ properties = [], ...component }) => ({
        ...component,
        // What is in the client is needed, whatever it is for npm.
        scope: properties.some(isToolMark) ? 'required' : component.scope,
        properties: properties.filter((property) => !isToolMark(property)),
      })),
    dependencies: list.dependencies
      .filter(({ ref }) => isListed(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter(isListed) })),
  };
}

function isToolMark({ name }) {
  return name === 'cdx:npm:package:development';
}

/** As npm names a package in its list. */
function referenceOf({ packages }, place) {
  const { name = place.replace(/^.*node_modules\//, ''), version } = packages[place];
  return `${name}@${version}`;
}
