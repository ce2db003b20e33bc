import './lib/node-version.mjs';
import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { listAllFiles } from './lib/fingerprint.mjs';
import { judgeImport, listImports } from './lib/import-rules.mjs';
import { root } from './lib/root.mjs';

/** Part of npm run check: imports point one way. */
const complaints = ['src', 'cli', 'tests']
  .flatMap((folder) => listAllFiles(join(root, folder)))
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path) => {
    const file = relative(root, path).split(sep).join('/');
    return listImports(readFileSync(path, 'utf8')).flatMap(({ specifier, line }) => {
      const reason = judgeImport(file, specifier);
      return reason ? [`${file}:${line} imports '${specifier}': ${reason}`] : [];
    });
  });
for (const complaint of complaints) console.error(complaint);
process.exitCode = complaints.length > 0 ? 1 : 0;
