import { expect, test } from 'vitest';
import { judgeImport, listImports } from './lib/import-rules.mjs';

test('finds every kind of import with its line, and none in comments', () => {
  const text = [
    "import { a } from 'one';",
    "import 'two';",
    '/* import x from "no" */',
    "// import x from 'no';",
    'export {',
    '  b,',
    "} from 'three';",
    "import type { C } from '#server/c.ts';",
    "const d = await import('./d.ts');",
    'const said = \'see https://example.org\'; export * from "five";',
    "export const from = 'no';",
  ].join('\n');
  expect(listImports(text)).toEqual([
    { specifier: 'one', line: 1 },
    { specifier: 'two', line: 2 },
    { specifier: 'three', line: 7 },
    { specifier: '#server/c.ts', line: 8 },
    { specifier: './d.ts', line: 9 },
    { specifier: 'five', line: 10 },
  ]);
});

test.each([
  ['src/contract/user.ts', 'zod'],
  ['src/contract/user.ts', './text.ts'],
  ['src/contract/user.test.ts', 'vitest'],
  ['src/server/app.ts', '#server/features/accounts/routes.ts'],
  ['src/server/features/accounts/routes.ts', './queries.ts'],
  ['src/server/features/accounts/queries.ts', '#server/db/schema.ts'],
  ['src/server/features/accounts/routes.ts', '#contract/user.ts'],
  ['src/server/lib/password.ts', 'node:crypto'],
  ['src/server/main.ts', './app.ts'],
  ['src/client/main.tsx', './app/router.tsx'],
  ['src/client/app/router.tsx', '#client/features/search/card.tsx'],
  ['src/client/features/search/card.tsx', '#client/components/ui/button.tsx'],
  ['src/client/components/header.tsx', '#client/components/ui/button.tsx'],
  ['src/client/components/ui/button.tsx', '#client/lib/cn.ts'],
  ['src/client/components/ui/button.tsx', 'radix-ui'],
  ['cli/admin.ts', '#server/config.ts'],
  ['tests/api/login.test.ts', '#server/app.ts'],
])('%s may import %s', (file, specifier) => {
  expect(judgeImport(file, specifier)).toBeUndefined();
});

test.each([
  ['src/contract/user.ts', '#server/config.ts', 'only zod'],
  ['src/contract/user.ts', 'node:crypto', 'only zod'],
  ['src/server/app.ts', '#client/main.tsx', 'never the client'],
  ['src/server/app.ts', '#tests/support/app.ts', 'only tests'],
  ['src/client/main.tsx', '#server/config.ts', 'never the server'],
  ['src/client/lib/a.ts', 'node:fs', 'browser'],
  [
    'src/server/features/a/routes.ts',
    '#server/features/b/queries.ts',
    'never imports the feature b',
  ],
  ['src/client/features/a/x.tsx', '#client/features/b/y.tsx', 'never imports the feature b'],
  ['src/server/features/a/routes.ts', '../b/queries.ts', 'use the # alias'],
  ['src/client/lib/a.ts', '#client/components/header.tsx', 'imports point down'],
  ['src/client/components/header.tsx', '#client/features/a/x.tsx', 'imports point down'],
  ['src/client/components/ui/button.tsx', '#client/components/header.tsx', 'imports point down'],
  ['src/client/components/ui/button.tsx', '#contract/user.ts', 'no product words'],
  ['src/client/features/a/x.tsx', '#client/app/router.tsx', 'imports point down'],
  ['src/server/lib/a.ts', '#server/db/schema.ts', 'never imports server/db'],
  ['src/server/lib/a.ts', '#server/features/a/queries.ts', 'never imports server/features'],
  ['src/server/db/a.ts', '#server/plugins/session.ts', 'never imports server/plugins'],
  ['src/server/features/a/routes.ts', '#server/app.ts', 'nothing below'],
  ['src/server/features/a/queries.ts', './routes.ts', 'never back'],
  ['cli/admin.ts', '#client/lib/a.ts', 'never imports the client'],
  ['tests/api/a.test.ts', '../support/app.ts', 'use the # alias'],
])('%s may not import %s', (file, specifier, reason) => {
  expect(judgeImport(file, specifier)).toContain(reason);
});
