const TESTS = '\\.test\\.tsx?$';
const CLIENT_ROOT = '^src/client/[^/]+\\.tsx?$';
const clientLayer = (layer) => `^src/client/${layer}/.+\\.tsx?$`;

/** A folder of the client, and the higher ones that it must not import. */
const CLIENT_LAYERS = {
  app: [],
  features: ['app'],
  components: ['app', 'features'],
  'components/ui': ['app', 'features', 'components(?!/ui/)'],
  lib: ['app', 'features', 'components'],
};

/** A folder of the server, and those that it must not import. */
const SERVER_LAYERS = {
  lib: ['db', 'mail', 'jobs', 'plugins', 'features', 'search', 'cards'],
  cards: ['db', 'mail', 'jobs', 'plugins', 'features', 'search'],
  db: ['mail', 'jobs', 'plugins', 'features'],
  search: ['mail', 'jobs', 'plugins', 'features'],
  mail: ['jobs', 'plugins', 'features'],
  jobs: ['plugins', 'features'],
  plugins: ['features'],
};

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Imports point one way; `npm run check` enforces it. */
export default {
  forbidden: [
    forbid('no-cycle', 'files never import each other in a circle', {}, { circular: true }),
    forbid(
      'no-unresolved',
      'Vite resolves pictures; everything else is a file or a package',
      { path: '\\.tsx?$' },
      { couldNotResolve: true, pathNot: '\\.svg$' },
    ),
    forbid(
      'alias-across-folders',
      'a relative import stays in its folder; use the # alias for others',
      { path: '^(.+)/[^/]+$' },
      { path: '^(src|cli|tests)/', pathNot: '^$1/', dependencyTypesNot: ['aliased'] },
    ),
    forbid(
      'tests-only-in-tests',
      'only tests import from tests/',
      { path: '^(src|cli)/', pathNot: TESTS },
      { path: '^tests/' },
    ),
    forbid(
      'contract-alone',
      'the contract imports zod and itself',
      { path: '^src/contract/', pathNot: TESTS },
      { pathNot: '^src/contract/|(^|/)node_modules/zod/' },
    ),
    forbid(
      'contract-tests-alone',
      'tests of the contract need neither client nor server',
      { path: '^src/contract/' },
      { path: '^(src/client|src/server|cli|scripts)/' },
    ),
    forbid(
      'server-side',
      'the server imports itself and the contract',
      { path: '^src/server/' },
      { path: '^(src/client|cli|scripts)/' },
    ),
    forbid(
      'client-side',
      'the client imports itself and the contract',
      { path: '^src/client/' },
      { path: '^(src/server|cli|scripts)/' },
    ),
    forbid(
      'client-in-browser',
      'a browser has no Node.js',
      { path: '^src/client/', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    forbid(
      'server-packages',
      'what the server and the commands import is in dependencies; only benchmarks need a development tool',
      { path: '^(src/(server|contract)|cli)/', pathNot: [TESTS, '^cli/(bench|load)'] },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'client-packages',
      'what only the client imports is in devDependencies, because an installation has it built into dist',
      { path: '^src/client/', pathNot: TESTS },
      { dependencyTypes: ['npm'], pathNot: '(^|/)node_modules/(@types/)?(qrcode|zod)/' },
    ),
    forbid(
      'cli-side',
      'a command never imports the client',
      { path: '^cli/' },
      { path: '^src/client/' },
    ),
    forbid(
      'features-apart',
      'a feature never imports another one; move what both need up',
      { path: '^src/(server|client)/features/([^/]+)/' },
      { path: '^src/$1/features/', pathNot: '^src/$1/features/$2/' },
    ),
    ...Object.entries(CLIENT_LAYERS).map(([layer, higher]) =>
      forbid(
        `client-${layer.replace('/', '-')}`,
        'the client imports downwards: app, features, components, ui, lib',
        { path: clientLayer(layer) },
        { path: [CLIENT_ROOT, ...higher.map(clientLayer)] },
      ),
    ),
    forbid(
      'requests-in-api',
      'what a screen sends is in the api.ts of its folder',
      { path: '^src/client/', pathNot: ['/api\\.ts$', TESTS] },
      { path: '^src/client/lib/use-single-mutation\\.ts$' },
    ),
    forbid(
      'ui-without-product',
      'components/ui has no product words',
      { path: clientLayer('components/ui') },
      { path: '^src/contract/' },
    ),
    ...Object.entries(SERVER_LAYERS).map(([layer, others]) =>
      forbid(
        `server-${layer}`,
        'the server imports downwards: features, plugins, jobs, mail, db, lib',
        { path: `^src/server/${layer}/` },
        { path: `^src/server/(${others.join('|')})/` },
      ),
    ),
    forbid(
      'server-root-on-top',
      'nothing below imports main.ts, start.ts or app.ts',
      { path: '^src/server/.+/', pathNot: TESTS },
      { path: '^src/server/(main|start|app)\\.ts$' },
    ),
    forbid(
      'sql-in-queries',
      'SQL is in db/, search/ and the queries of a feature',
      { path: '^src/server/(lib|plugins|mail|jobs|features)/', pathNot: ['queries\\.ts$', TESTS] },
      { path: ['(^|/)node_modules/(drizzle-orm|pg)/', '^src/server/db/schema\\.ts$'] },
    ),
    forbid(
      'index-and-audit-in-queries',
      'the query that changes a row also updates the search index and the audit log',
      { path: '^src/server/(lib|plugins|mail|jobs|features)/', pathNot: ['queries\\.ts$', TESTS] },
      { path: '^src/server/db/(audit|index-people)\\.ts$' },
    ),
    forbid(
      'routes-on-queries',
      'routes import queries, never back',
      { path: '[/-]queries\\.ts$' },
      { path: '[/-]routes\\.ts$' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Imports of types count too.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
    skipAnalysisNotInRules: true,
  },
};
