import './lib/node-version.mjs';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure, main } from './lib/fail.mjs';
import { runNpm } from './lib/run.mjs';

/** npm run sbom [-- FILE]: what this product is made of, from the lock file, as CycloneDX. */
await main(async () => {
  const file = process.argv[2] ?? 'dist/sbom.cdx.json';
  mkdirSync(dirname(file), { recursive: true });
  const { code, output } = await runNpm(
    [
      'sbom',
      '--sbom-format',
      'cyclonedx',
      '--package-lock-only',
      '--omit',
      'dev',
      '--loglevel',
      'error',
    ],
    { quiet: true },
  );
  if (code !== 0) throw new Failure(`npm could not list the packages:\n${output.trim()}`);
  const { components } = JSON.parse(output);
  writeFileSync(file, output);
  console.log(`Wrote ${components.length} packages to ${file}`);
});
