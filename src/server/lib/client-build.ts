import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Headers } from './common-headers.ts';

/**
 * Names the build of the client in every response, so that an open tab notices a new one. The name of
 * the entry file changes with every file that it leads to.
 */
export function clientBuildHeader(clientDir: string): Headers {
  const file = path.join(clientDir, '.vite/manifest.json');
  if (!existsSync(file)) return {};
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { file: string }>;
  const entry = manifest['index.html'];
  return entry ? { 'x-client-build': path.basename(entry.file, '.js') } : {};
}
