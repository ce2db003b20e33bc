import { posix } from 'node:path';

/** The client's layers, from the top: a lower one never imports a higher one. */
const CLIENT_LAYERS = ['', 'app', 'features', 'components', 'components/ui', 'lib'];

/** What each part of the server must not know. */
const SERVER_FORBIDDEN = {
  lib: ['db', 'plugins', 'features', 'search'],
  db: ['plugins', 'features'],
  search: ['plugins', 'features'],
  plugins: ['features'],
};

const ALIASES = {
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#client/': 'src/client/',
  '#cli/': 'cli/',
  '#tests/': 'tests/',
};

/** Every import of a source text, with its line. */
export function listImports(text) {
  // Comments become blanks of the same shape, so that lines stay where they are.
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
  const pattern =
    /(?:^|[;}\s])(?:import|export)\s(?:[^'"`;=()]*?\sfrom\s*)?(['"])([^'"\n]+)\1|\bimport\(\s*(['"])([^'"\n]+)\3/gm;
  return [...code.matchAll(pattern)].map((match) => {
    const specifier = match[2] ?? match[4];
    const at = match.index + match[0].lastIndexOf(specifier);
    return { specifier, line: code.slice(0, at).split('\n').length };
  });
}

/** Why this file may not import that, or undefined where it may. */
export function judgeImport(file, specifier) {
  if (specifier.startsWith('../')) {
    return 'relative imports stay in their folder: use the # alias';
  }
  const target = resolve(file, specifier);
  return file.startsWith('src/') || file.startsWith('cli/')
    ? judgeSides(file, target, specifier)
    : undefined;
}

/** The path in the repository, or undefined for a package or a part of Node.js. */
function resolve(file, specifier) {
  if (specifier.startsWith('./')) return posix.join(posix.dirname(file), specifier);
  const alias = Object.keys(ALIASES).find((prefix) => specifier.startsWith(prefix));
  return alias && ALIASES[alias] + specifier.slice(alias.length);
}

function judgeSides(file, target, specifier) {
  const isTest = /\.test\.tsx?$/.test(file);
  const from = sideOf(file);
  if (target === undefined) return judgePackage(from, specifier, isTest);
  const to = sideOf(target);
  if (to === 'tests') return isTest ? undefined : 'only tests import from tests';
  if (from === 'contract' && to !== 'contract') return 'the contract imports only zod and itself';
  if (from === 'server' && to !== 'server' && to !== 'contract') {
    return `the server imports only itself and the contract, never the ${to}`;
  }
  if (from === 'client' && to !== 'client' && to !== 'contract') {
    return `the client imports only itself and the contract, never the ${to}`;
  }
  if (from === 'cli' && to === 'client') return 'a command never imports the client';
  return (
    judgeFeatures(file, target) ??
    (from === 'client' ? judgeClient(file, target) : undefined) ??
    (from === 'server' ? judgeServer(file, target) : undefined)
  );
}

function sideOf(path) {
  const [first, second] = path.split('/');
  return first === 'src' ? second : first;
}

function judgePackage(side, specifier, isTest) {
  if (side === 'contract' && specifier !== 'zod' && !isTest) {
    return 'the contract imports only zod and itself';
  }
  if (side === 'client' && specifier.startsWith('node:') && !isTest) {
    return 'the client runs in a browser, which has no Node.js';
  }
  return undefined;
}

function judgeFeatures(file, target) {
  const from = featureOf(file);
  const to = featureOf(target);
  if (from && to && sideOf(file) === sideOf(target) && from !== to) {
    return `the feature ${from} never imports the feature ${to}: move what both need up`;
  }
  return undefined;
}

function featureOf(path) {
  return /^src\/(?:server|client)\/features\/([^/]+)\//.exec(path)?.[1];
}

function judgeClient(file, target) {
  if (sideOf(target) !== 'client') {
    const isPrimitive = layerOf(file) === 'components/ui';
    return isPrimitive ? 'components/ui knows no product words: only lib and itself' : undefined;
  }
  const [from, to] = [layerOf(file), layerOf(target)];
  return CLIENT_LAYERS.indexOf(to) < CLIENT_LAYERS.indexOf(from)
    ? `imports point down (app, features, components, ui, lib): ${from} never imports ${to || 'the root'}`
    : undefined;
}

function layerOf(path) {
  const inside = path.slice('src/client/'.length);
  // Styles, pictures and words that stand at the root are for everybody.
  if (!/\.tsx?$/.test(inside)) return 'lib';
  return CLIENT_LAYERS.findLast((layer) => layer !== '' && inside.startsWith(`${layer}/`)) ?? '';
}

function judgeServer(file, target) {
  if (sideOf(target) !== 'server') return undefined;
  const [from, to] = [file, target].map((path) => path.slice('src/server/'.length));
  const part = from.split('/')[0];
  const forbidden = SERVER_FORBIDDEN[part]?.find((name) => to.startsWith(`${name}/`));
  if (forbidden) return `server/${part} never imports server/${forbidden}`;
  if (/^(?:main|app)\.ts$/.test(to) && from.includes('/') && !/\.test\.ts$/.test(from)) {
    return `nothing below imports server/${to}`;
  }
  const isQueries = /(?:^|[/-])queries\.ts$/.test(from);
  if (isQueries && /(?:^|[/-])routes\.ts$/.test(to)) return 'routes import queries, never back';
  return undefined;
}
