import { describe, expect, it } from 'vitest';
import { randomFrom } from '#cli/bench/people.ts';
import { type Call, toWire, wireBytes } from './call.ts';
import { applyGene, describe as describeGenes, type Gene } from './genes.ts';
import { blankPng } from './pictures.ts';
import { type ApiDocument, fieldName, type Route, routesOf } from './routes.ts';
import type { TextSpec } from './texts.ts';
import { type Genes, grow, mutate, seedsFor, takeTurns } from './variants.ts';

const document: ApiDocument = {
  paths: {
    '/api/things/{id}': {
      patch: {
        parameters: [
          { in: 'path', name: 'id', schema: { type: 'string' } },
          { in: 'query', name: 'limit', schema: { type: 'string' } },
        ],
        requestBody: {
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          name: { anyOf: [{ type: 'string' }, { type: 'null' }] },
          profileImage: { type: ['string', 'null'] },
          isNew: { type: 'boolean' },
          accounts: {
            type: 'array',
            items: {
              type: 'object',
              properties: { platform: { type: 'string', enum: ['venmo'] } },
            },
          },
        },
      },
    },
  },
};
const [route] = routesOf(document) as [Route];
const call: Call = {
  method: 'PATCH',
  path: route.path,
  params: { id: '7' },
  query: [['limit', '20']],
  body: { name: 'Ana', accounts: [{ platform: 'venmo' }] },
  headers: {},
  isCompressed: false,
};
const text: TextSpec = {
  classes: ['cjk'],
  layout: 'blocks',
  wordLength: 3,
  size: 2,
  shape: 'plain',
};
const field = (name: string) => {
  const found = route.fields.find((each) => fieldName(each) === name);
  if (!found) throw new Error(name);
  return found;
};

async function send(...genes: Gene[]) {
  let changed = call;
  for (const gene of genes) changed = await applyGene(changed, gene);
  return toWire(changed);
}

describe('routes', () => {
  it('have the fields of the document, in lists and behind references too', () => {
    expect(route.name).toBe('PATCH /api/things/{id}');
    expect(route.fields.map((each) => `${fieldName(each)} ${each.kind}`)).toEqual([
      'params.id text',
      'query.limit text',
      'body.name text',
      'body.profileImage picture',
      'body.isNew other',
      'body.accounts list',
      'body.accounts.0.platform text',
    ]);
    expect(field('body.accounts.0.platform').choices).toEqual(['venmo']);
  });
});

describe('genes', () => {
  it('change one place of the request', async () => {
    const wire = await send({ kind: 'text', fields: [field('params.id')], text });
    expect(wire.path).toBe('/api/things/%E6%BC%A2%E5%AD%97?limit=20');
    const deep = await send({ kind: 'text', fields: [field('body.accounts.0.platform')], text });
    expect(deep.body?.toString()).toBe('{"name":"Ana","accounts":[{"platform":"漢字"}]}');
  });

  it('repeat items, add keys and nest', async () => {
    const items = await send({ kind: 'items', field: field('body.accounts'), size: 2 });
    expect(JSON.parse(String(items.body)).accounts).toEqual([
      { platform: 'venmo' },
      { platform: 'venmo' },
    ]);
    const keys = await send({ kind: 'keys', size: 3, text });
    expect(Object.keys(JSON.parse(String(keys.body)))).toHaveLength(5);
    const nested = await send({
      kind: 'nesting',
      field: undefined,
      size: 100_000,
      isObject: false,
    });
    expect(nested.body).toHaveLength(200_001);
  });

  it('fit into the head of a request', async () => {
    const long = { ...text, size: 1_000_000 };
    const wire = await send({ kind: 'text', fields: [field('query.limit')], text: long });
    expect(wireBytes(wire)).toBeLessThan(16_000);
  });

  it('survive any number of mutations', async () => {
    const random = randomFrom(5);
    const seeds = seedsFor(route, [], random).filter((genes) =>
      genes.every(({ kind }) => kind !== 'picture'),
    );
    let genes: Genes = [];
    const seen = new Set<string>();
    for (let nth = 0; nth < 300; nth += 1) {
      genes = mutate(genes, seeds, route, random);
      seen.add(describeGenes(genes));
    }
    expect(seen.size).toBeGreaterThan(150);
    expect(genes.length).toBeLessThanOrEqual(6);
  });
});

it('growing enlarges every part that has a size', () => {
  const genes: Genes = [
    { kind: 'text', fields: [field('body.name')], text },
    { kind: 'keys', size: 5, text },
    { kind: 'compressed' },
  ];
  expect(grow(genes, 4)).toMatchObject([
    { text: { size: 8 } },
    { size: 20 },
    { kind: 'compressed' },
  ]);
});

it('lists of seeds take turns, each in its own order', () => {
  expect(takeTurns([1, 2, 3], [], [10, 20])).toEqual([1, 10, 2, 20, 3]);
});

it('a blank PNG has the size that it says', () => {
  const png = blankPng(300, 200);
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([300, 200]);
  expect(png.length).toBeLessThan(1_000);
});
