import { expect, it } from 'vitest';
import { lintApiDocument } from './lib/lint-api-document.mjs';

const operation = {
  operationId: 'listThings',
  summary: 'List things',
  security: [],
  responses: { 200: { description: 'Done' }, 400: { description: 'Invalid' } },
};

async function rulesBrokenBy(get) {
  const problems = await lintApiDocument({
    openapi: '3.1.0',
    info: { title: 'Things', version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: 'https://things.invalid' }],
    paths: { '/things': { get } },
  });
  return problems.map(({ ruleId }) => ruleId);
}

it('accepts an operation with everything', async () => {
  expect(await rulesBrokenBy(operation)).toEqual([]);
});

it.each([
  ['operationId', 'operation-operationId'],
  ['summary', 'operation-summary'],
  ['security', 'security-defined'],
])('reports an operation without %s', async (field, rule) => {
  expect(await rulesBrokenBy({ ...operation, [field]: undefined })).toEqual([rule]);
});
