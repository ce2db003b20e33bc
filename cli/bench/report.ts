import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import type { Kind } from './kinds.ts';
import { type Meter, mean, percentile, SYSTEMS, type System } from './measure.ts';

export interface Sized {
  people: number;
  rowsPerSecond: number | undefined;
  meter: Meter;
  kinds: Kind[];
  /** Rounds of questions before any was timed. */
  warmUp: number;
  /** Zero until the load was measured. */
  searchesPerSecond: number;
  staticPerSecond: number;
  answerBytes: number;
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const number = (value: number) => Math.round(value).toLocaleString('en-US');
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;

/** The benchmark's tables, in Markdown: they are printed and kept in the same form. */
export function report(sizes: Sized[], command: string): string {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? os.arch()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node.js ${process.version}`;
  const parts = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with \`${command}\` on ${machine}.`,
  ];
  for (const size of sizes) parts.push(sizeTable(size));
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (small && large && small !== large) parts.push(growthTable(small, large));
  if (sizes.every((size) => size.staticPerSecond > 0)) parts.push(throughputTable(sizes));
  return parts.join('\n\n');
}

function sizeTable({ people, kinds, warmUp, meter }: Sized): string {
  const counts = SYSTEMS.map(
    (system) => `${system} ${meter.of(kinds[0] as Kind, system).times.length}`,
  );
  const lines = [
    `### ${number(people)} people`,
    '',
    `Milliseconds over HTTP, one request at a time, the systems taking turns, after a warm-up of ${warmUp} rounds with other questions, the first of which also begin each turn untimed. Questions a kind: ${counts.join(', ')}.`,
    '',
    row([
      'kind of query',
      ...SYSTEMS.flatMap((system) => [`${system} recall@10`, 'p50', 'p95', 'p99']),
      'p95 against pg_trgm',
    ]),
    row(Array.from({ length: 2 + SYSTEMS.length * 4 }, (_, at) => (at === 0 ? '---' : '---:'))),
  ];
  for (const kind of kinds) {
    const cells = SYSTEMS.flatMap((system) => {
      const { times, recalls } = meter.of(kind, system);
      if (times.length === 0) return ['', '', '', ''];
      return [
        mean(recalls).toFixed(3),
        ...[0.5, 0.95, 0.99].map((share) => ms(percentile(times, share))),
      ];
    });
    lines.push(row([kind.name, ...cells, `${p95Ratio(meter, kind).toFixed(1)} × lower`]));
  }
  return lines.join('\n');
}

const p95 = (meter: Meter, kind: Kind, system: System) =>
  percentile(meter.of(kind, system).times, 0.95);
const p95Ratio = (meter: Meter, kind: Kind) =>
  p95(meter, kind, 'pg_trgm') / p95(meter, kind, 'Payfolk');

function growthTable(small: Sized, large: Sized): string {
  const lines = [
    `### Growth of p95 from ${number(small.people)} to ${number(large.people)} people`,
    '',
    row(['kind of query', ...SYSTEMS]),
    row(['---', ...SYSTEMS.map(() => '---:')]),
  ];
  for (const kind of large.kinds) {
    const twin = small.kinds.find(({ name }) => name === kind.name) ?? kind;
    const growth = SYSTEMS.map((system) => {
      const ratio = p95(large.meter, kind, system) / p95(small.meter, twin, system);
      return `${ratio.toFixed(2)} ×`;
    });
    lines.push(row([kind.name, ...growth]));
  }
  return lines.join('\n');
}

function throughputTable(sizes: Sized[]): string {
  const lines = [
    '### Throughput and import',
    '',
    'Sixteen connections ask for first pages of all kinds in turn, each connection with questions of its own; the static answer has the mean size of theirs and comes from the same server.',
    '',
    row([
      'people',
      'searches a second',
      'static answers a second',
      'share',
      'answer',
      'imported rows a second',
    ]),
    row(['---:', '---:', '---:', '---:', '---:', '---:']),
  ];
  for (const size of sizes) {
    const share = size.searchesPerSecond / size.staticPerSecond;
    lines.push(
      row([
        number(size.people),
        number(size.searchesPerSecond),
        number(size.staticPerSecond),
        `1/${(1 / share).toFixed(1)}`,
        `${number(size.answerBytes)} bytes`,
        size.rowsPerSecond === undefined ? 'filled before' : number(size.rowsPerSecond),
      ]),
    );
  }
  return lines.join('\n');
}

const START = '<!-- benchmark: written by npm run bench -->';
const END = '<!-- end of benchmark -->';

/** Puts the tables into the page that explains them. */
export async function writeInto(file: string, text: string) {
  const page = await readFile(file, 'utf8');
  const [before, rest = ''] = page.split(START);
  const after = rest.split(END)[1] ?? '\n';
  await writeFile(file, `${before}${START}\n\n${text}\n\n${END}${after}`);
}
