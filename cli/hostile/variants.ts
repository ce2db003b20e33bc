import type { Random } from '#cli/bench/people.ts';
import type { Gene } from './genes.ts';
import { PICTURE_NAMES } from './pictures.ts';
import type { Field, Route } from './routes.ts';
import {
  HEADER_CLASSES,
  MAX_UNITS,
  mutateText,
  type Shape,
  TEXT_CLASSES,
  type TextClass,
  type TextSpec,
} from './texts.ts';
import { ROLES } from './world.ts';

export type Genes = readonly Gene[];

/** Pages further on, as the server's own Link headers lead to them. */
export type Page = Extract<Gene, { kind: 'page' }>;

const HEADERS = [
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-app-version',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'if-none-match',
  'range',
  'content-type',
];
const LIMITS = ['1', '50', '100', '200', '1000'];
/** Units in all fields together, in an address and in a body; what is too long for its place is cut. */
const LONG = { query: [1_000, MAX_UNITS], body: [20_000, 300_000, MAX_UNITS] };
const SHORT = [
  { size: 99 },
  { size: 99, layout: 'words' },
  { size: 30 },
] as const satisfies Partial<TextSpec>[];
/** Known to have frozen programs; tried first. */
const STARTS: TextClass[][] = [
  ['letter', 'marks above', 'marks below'],
  ['expanding sign'],
  ['letters'],
  ['near names'],
  ['letters', 'digits'],
  ['cyrillic', 'letters'],
  ['expanding sign', 'letters'],
  ...TEXT_CLASSES.map((name): TextClass[] => [name]),
];

const SIZE_MAX = 1_000_000;

const plain: TextSpec = {
  classes: ['letter'],
  layout: 'blocks',
  wordLength: 5,
  size: 1,
  shape: 'plain',
};

function shapesFor(field: Field): Shape[] {
  const name = field.path.at(-1) ?? '';
  if (/email/i.test(name)) return ['plain', 'email', 'host'];
  if (/url|website/i.test(name)) return ['plain', 'website', 'path'];
  if (/phone/i.test(name)) return ['plain', 'phone'];
  if (/username|handle/i.test(name)) return ['plain', 'handle'];
  return field.kind === 'picture' ? ['picture'] : ['plain'];
}

const isTextual = ({ kind }: Field) => kind === 'text' || kind === 'picture';

/** Starting inputs, short ones first, so that an expensive one is found before it freezes the server. */
export function seedsFor(route: Route, pages: readonly Page[], random: Random): Genes[] {
  const fields = route.fields.filter(isTextual);
  const alone = SHORT.flatMap((short) =>
    STARTS.flatMap((classes) =>
      fields.flatMap((field) =>
        shapesFor(field).map((shape): Genes => {
          return [{ kind: 'text', fields: [field], text: { ...plain, ...short, classes, shape } }];
        }),
      ),
    ),
  );
  // A text for a path and a body at once would be cut to fit the path.
  const place = route.bodySchema ? 'body' : 'query';
  const inPlace = fields.filter((field) => field.place === place);
  const joined = inPlace.length > 0 ? inPlace : fields;
  const together = STARTS.flatMap((classes) =>
    LONG[place].map((total): Genes => {
      const size = Math.ceil(total / joined.length);
      return [{ kind: 'text', fields: joined, text: { ...plain, classes, size } }];
    }),
  );
  return takeTurns(
    alone,
    joined.length > 0 ? together : [],
    [
      ...pages.map((page): Genes => [page]),
      ...ROLES.map((role): Genes => [{ kind: 'role', role }]),
    ],
    choiceSeeds(route),
    structureSeeds(route),
    shuffle(headerSeeds(), random),
  );
}

function choiceSeeds(route: Route): Genes[] {
  return route.fields.flatMap((field): Genes[] => {
    if (field.kind === 'picture') {
      return PICTURE_NAMES.map((picture) => [{ kind: 'picture', field, picture }]);
    }
    const values = field.path.at(-1) === 'limit' ? LIMITS : field.choices;
    return values.map((value) => [{ kind: 'value', field, value }]);
  });
}

function structureSeeds(route: Route): Genes[] {
  const parameters = [10, 1_000].flatMap((size): Genes[] =>
    [
      '',
      ...route.fields.filter(({ place }) => place === 'query').map(({ path }) => path[0] ?? ''),
    ].map((name) => [{ kind: 'parameters', size, name }]),
  );
  if (!route.bodySchema) return parameters;
  const lists = route.fields.filter(({ kind }) => kind === 'list');
  return [
    ...[80_000, 5_000, 100].flatMap((size): Genes[] => [
      [{ kind: 'keys', size, text: { ...plain, size: 1 } }],
      [{ kind: 'keys', size, text: { ...plain, size: 20 } }],
      [{ kind: 'nesting', field: undefined, size, isObject: false }],
      [{ kind: 'nesting', field: undefined, size, isObject: true }],
      ...lists.map((field): Genes => [{ kind: 'items', field, size }]),
      ...route.fields.map((field): Genes => [{ kind: 'nesting', field, size, isObject: true }]),
    ]),
    [{ kind: 'compressed' }, { kind: 'keys', size: 10_000, text: plain }],
    ...parameters,
  ];
}

function headerSeeds(): Genes[] {
  return HEADERS.flatMap((name) =>
    HEADER_CLASSES.map((some): Genes => {
      return [{ kind: 'header', name, text: { ...plain, classes: [some], size: 15_000 } }];
    }),
  );
}

/** One change: to a gene, of its field, a gene more, a gene less. */
export function mutate(genes: Genes, seeds: readonly Genes[], route: Route, random: Random): Genes {
  const choice = random.below(10);
  const other = random.pick(seeds);
  if (genes.length === 0 || (choice === 0 && genes.length < 4)) return [...genes, ...other];
  const at = random.below(genes.length);
  if (choice === 1 && genes.length > 1) return genes.toSpliced(at, 1);
  const gene = genes[at] as Gene;
  return genes.with(at, mutateGene(gene, route, random) ?? other[0] ?? gene);
}

/** Undefined for a gene that can only be replaced. */
function mutateGene(gene: Gene, route: Route, random: Random): Gene | undefined {
  const size = (value: number, most: number) =>
    Math.max(1, Math.min(most, Math.round(value * random.pick([0.5, 0.8, 1.25, 2, 4]))));
  switch (gene.kind) {
    case 'text': {
      const fields = route.fields.filter(isTextual);
      if (random.chance(0.2)) return { ...gene, fields: [random.pick(fields)] };
      const isBody = ({ place }: Field) => place === 'body';
      if (random.chance(0.05) && fields.some(isBody))
        return { ...gene, fields: fields.filter(isBody) };
      return { ...gene, text: mutateText(gene.text, random) };
    }
    case 'header':
      if (random.chance(0.2)) return { ...gene, name: random.pick(HEADERS) };
      return {
        ...gene,
        text: { ...mutateText(gene.text, random, HEADER_CLASSES), shape: 'plain' },
      };
    case 'keys':
      return random.chance(0.5)
        ? { ...gene, size: size(gene.size, SIZE_MAX) }
        : { ...gene, text: { ...gene.text, size: size(gene.text.size, 100) } };
    case 'items':
    case 'nesting':
      return { ...gene, size: size(gene.size, SIZE_MAX) };
    case 'parameters':
      return { ...gene, size: size(gene.size, 3_000) };
    default:
      return undefined;
  }
}

/** The same input, larger: its texts, keys, items, nesting. */
export function grow(genes: Genes, factor: number): Genes {
  return genes.map((gene): Gene => {
    if (gene.kind === 'text' || gene.kind === 'header') {
      return {
        ...gene,
        text: { ...gene.text, size: Math.min(MAX_UNITS, gene.text.size * factor) },
      };
    }
    return 'size' in gene ? { ...gene, size: Math.min(SIZE_MAX, gene.size * factor) } : gene;
  });
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  for (let last = left.length - 1; last > 0; last -= 1) {
    const at = random.below(last + 1);
    [left[last], left[at]] = [left[at] as T, left[last] as T];
  }
  return left;
}

/** Interleaves the lists, so that every kind of input gets its turn. */
export function takeTurns<T>(...lists: readonly T[][]): T[] {
  const longest = Math.max(...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, at) =>
    lists.flatMap((list) => list.slice(at, at + 1)),
  ).flat();
}
