import type { Random } from '#cli/bench/people.ts';

/** What hostile text is made of: each class is a list of units that are repeated in turn. */
const CLASSES = {
  letter: ['a'],
  letters: [...'etaoinshrdlucmfwypvbgkjqxz'],
  capitals: [...'ETAOINSHRDLU'],
  digits: [...'0123456789'],
  'marks above': ['\u0301', '\u0300'],
  'marks below': ['\u0316', '\u0323'],
  'letter with marks': ['e\u0301\u0323'],
  'expanding sign': ['\ufdfa'],
  'square words': ['\u3300', '\u32cf', '\u33ff'],
  ligatures: ['\ufb03', '\ufb06'],
  'case expanders': ['ß', 'İ', 'ŉ', 'ΐ', 'ﬃ'],
  jamo: ['\u1112', '\u1161', '\u11ab'],
  hangul: ['한', '글'],
  cjk: [...'漢字王伟李娜'],
  cyrillic: [...'юлияжщё'],
  greek: [...'γιώργος'],
  arabic: [...'محمد'],
  emoji: ['👩‍👩‍👧‍👦', '🏳️‍🌈'],
  bidi: ['\u202e', '\u2066'],
  invisible: ['\u200b', '\u2060'],
  surrogate: ['\ud800'],
  controls: ['\u0000', '\u0007', '\u001b'],
  spaces: [' '],
  lines: ['\n', '\r\n'],
  wildcards: ['%', '_', '\\'],
  punctuation: ['.', '-', '_', '@', '$', "'"],
  html: ['<', '&', '>', '"'],
  'name words': ['maya ', 'chen ', 'anna ', 'maria ', 'john '],
  'near names': ['mqria ', 'jonh ', 'anma ', 'mariq ', 'smjth '],
  'joined names': ['maria', 'anna', 'john', 'smith'],
  pairs: ['a=b; '],
  addresses: ['10.1.2.3, '],
  lists: ['a,', 'b;q=0.1,'],
  'percent codes': ['%E0%A4', '%41'],
} as const satisfies Record<string, readonly string[]>;

export type TextClass = keyof typeof CLASSES;
export const TEXT_CLASSES = Object.keys(CLASSES) as TextClass[];

/** Headers carry printable ASCII only. */
export const HEADER_CLASSES = TEXT_CLASSES.filter((name) =>
  CLASSES[name].every((unit) => /^[\x20-\x7e]+$/.test(unit)),
);

/** How classes are put together: one after the other, in turn, or in turn and cut into words. */
export const LAYOUTS = ['blocks', 'alternating', 'words'] as const;
type Layout = (typeof LAYOUTS)[number];

/** Text around it that passes the field's first check. */
export const SHAPES = {
  plain: (text: string) => text,
  email: (text: string) => `${text}@example.com`,
  host: (text: string) => `ana@${text}.com`,
  website: (text: string) => `https://${text}.com`,
  path: (text: string) => `https://example.com/${text}`,
  phone: (text: string) => `+1${text}`,
  handle: (text: string) => `$${text}`,
  picture: (text: string) => `data:image/png;base64,${text}`,
} as const;
export type Shape = keyof typeof SHAPES;

export interface TextSpec {
  classes: TextClass[];
  layout: Layout;
  /** Units in a word, for the layout 'words'. */
  wordLength: number;
  /** Units in all. */
  size: number;
  shape: Shape;
}

/** The units in turn, `size` of them. */
function cycle(units: readonly string[], size: number): string {
  const rest = units.slice(0, size % units.length).join('');
  return units.join('').repeat(Math.floor(size / units.length)) + rest;
}

/** The units of all classes in turn: one of each, until the longest class has had all of its own. */
function interleave(classes: readonly TextClass[]): string[] {
  const longest = Math.max(...classes.map((name) => CLASSES[name].length));
  return Array.from({ length: longest }, (_, at) =>
    classes.map((name) => CLASSES[name][at % CLASSES[name].length] as string),
  ).flat();
}

export function renderText({ classes, layout, wordLength, size, shape }: TextSpec): string {
  return SHAPES[shape](renderPlain());

  function renderPlain(): string {
    if (layout === 'blocks') {
      const each = Math.max(1, Math.floor(size / classes.length));
      return classes.map((name) => cycle(CLASSES[name], each)).join('');
    }
    const units = interleave(classes);
    if (layout === 'alternating') return cycle(units, size);
    // After as many words as there are units, the words come again.
    const turn = units.length * wordLength;
    const sentence = words(units, turn, wordLength);
    return [...Array(Math.floor(size / turn)).fill(sentence), words(units, size % turn, wordLength)]
      .filter(Boolean)
      .join(' ');
  }
}

function words(units: readonly string[], size: number, wordLength: number): string {
  const all = Array.from({ length: size }, (_, at) => units[at % units.length]);
  return all.map((unit, at) => (at > 0 && at % wordLength === 0 ? ` ${unit}` : unit)).join('');
}

export function describeText({ classes, layout, wordLength, size, shape }: TextSpec): string {
  const made = classes.join(' + ');
  const how =
    layout === 'words'
      ? ` in words of ${wordLength}`
      : classes.length > 1
        ? ` (${layout === 'blocks' ? 'one after the other' : 'in turn'})`
        : '';
  const around = shape === 'plain' ? '' : ` as ${shape}`;
  return `${size.toLocaleString('en-US')} × ${made}${how}${around}`;
}

const SIZES = [1, 2, 3, 8, 20, 30, 50, 64, 99, 100, 128, 254, 300, 500, 1_000];
export const MAX_UNITS = 7_400_000;

/** One change to a text: longer, shorter, other classes, another arrangement. */
export function mutateText(spec: TextSpec, random: Random, allowed = TEXT_CLASSES): TextSpec {
  const size = (value: number) => Math.max(1, Math.min(MAX_UNITS, Math.round(value)));
  const at = random.below(spec.classes.length);
  const changes: (() => Partial<TextSpec>)[] = [
    () => ({ size: size(spec.size * 2) }),
    () => ({ size: size(spec.size * 8) }),
    () => ({ size: size(spec.size / 2) }),
    () => ({ size: size(spec.size * (0.8 + random.next() * 0.4)) }),
    () => ({ size: random.pick(SIZES) }),
    () => ({ classes: spec.classes.with(at, random.pick(allowed)) }),
    () => ({ classes: [...spec.classes, random.pick(allowed)].slice(-3) }),
    () => ({ classes: spec.classes.length > 1 ? spec.classes.toSpliced(at, 1) : spec.classes }),
    () => ({ layout: random.pick(LAYOUTS) }),
    () => ({ layout: 'words', wordLength: 1 + random.below(12) }),
    () => ({ shape: random.pick(Object.keys(SHAPES) as Shape[]) }),
  ];
  return { ...spec, ...random.pick(changes)() };
}
