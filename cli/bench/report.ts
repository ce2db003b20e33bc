import { readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import type { Directory } from './directory.ts';
import type { Kind } from './kinds.ts';
import { type Meter, mean, percentile, type System } from './measure.ts';
import type { Throughput } from './traffic.ts';

export interface Sized {
  directory: Directory;
  kinds: Kind[];
  meter: Meter;
  throughput: Throughput | undefined;
}

const ms = (value: number) => value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
const number = (value: number) => Math.round(value).toLocaleString('en-US');
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
const rule = (columns: number) =>
  row(Array.from({ length: columns }, (_, at) => (at === 0 ? '---' : '---:')));

/** The benchmark's tables in Markdown. */
export function report(sizes: Sized[], systems: System[], command: string): string {
  const machine = `${os.cpus().length} × ${os.cpus()[0]?.model ?? os.arch()}, ${Math.round(os.totalmem() / 2 ** 30)} GB, Node.js ${process.version}`;
  const parts = [
    `Measured on ${new Date().toISOString().slice(0, 10)} with \`${command}\` on ${machine}.`,
  ];
  for (const size of sizes) parts.push(sizeTable(size, systems));
  const [small, large] = [sizes[0], sizes.at(-1)];
  if (small && large && small !== large) parts.push(growthTable(small, large, systems));
  parts.push(directoryTable(sizes));
  return parts.join('\n\n');
}

function sizeTable({ directory, kinds, meter }: Sized, systems: System[]): string {
  const counts = systems.map(
    (system) => `${system} ${meter.of(kinds[0] as Kind, system).times.length}`,
  );
  const head = systems.flatMap((system) => [`${system} recall@10`, 'p50', 'p95', 'p99']);
  const lines = [
    `### ${number(directory.people)} people`,
    '',
    `Milliseconds over HTTP with limits on, one request at a time, after a warm-up with other questions. CPU is the time of the server plus PostgreSQL for each request of Payfolk. Questions per kind: ${counts.join(', ')}.`,
    '',
    row(['kind of query', ...head, 'CPU: server + PostgreSQL']),
    rule(2 + head.length),
  ];
  for (const kind of kinds) {
    const cells = systems.flatMap((system) => {
      const { times, recalls } = meter.of(kind, system);
      if (times.length === 0) return ['', '', '', ''];
      const shares = [0.5, 0.95, 0.99].map((share) => ms(percentile(times, share)));
      return [mean(recalls).toFixed(3), ...shares];
    });
    const { cpu, times } = meter.of(kind, 'Payfolk');
    const each = (nanoseconds: number) => ms(nanoseconds / 1e6 / Math.max(1, times.length));
    lines.push(row([kind.name, ...cells, `${each(cpu.server)} + ${each(cpu.postgres)}`]));
  }
  return lines.join('\n');
}

/** Questions that did not find the intended person. */
export function listMisses(sizes: Sized[]): string {
  return sizes
    .flatMap(({ directory, kinds, meter }) =>
      kinds.flatMap((kind) =>
        meter
          .of(kind, 'Payfolk')
          .misses.map((miss) => `${number(directory.people)}, ${kind.name}: ${miss}`),
      ),
    )
    .join('\n');
}

function growthTable(small: Sized, large: Sized, systems: System[]): string {
  const [from, to] = [number(small.directory.people), number(large.directory.people)];
  const lines = [
    `### Growth of p95 from ${from} to ${to} people`,
    '',
    row(['kind of query', ...systems]),
    rule(1 + systems.length),
  ];
  for (const kind of large.kinds) {
    const growth = systems.map((system) => {
      const p95 = ({ meter }: Sized) => percentile(meter.of(kind, system).times, 0.95);
      return `${(p95(large) / p95(small)).toFixed(2)} ×`;
    });
    lines.push(row([kind.name, ...growth]));
  }
  return lines.join('\n');
}

function directoryTable(sizes: Sized[]): string {
  const heads = ['people', 'searches/s', 'keep-alive/s', 'ratio', 'imported rows/s', 'database'];
  const lines = [
    '### Throughput, import and size',
    '',
    'Sixteen connections, limits on: names typed letter by letter, against GET /api/keep-alive in the same run.',
    '',
    row(heads),
    rule(heads.length),
  ];
  for (const { directory, throughput } of sizes) {
    const { people, rowsPerSecond, bytes } = directory;
    const rates = throughput
      ? [
          number(throughput.searches),
          number(throughput.keepAlive),
          `${((100 * throughput.searches) / throughput.keepAlive).toFixed(0)} %`,
        ]
      : ['', '', ''];
    const rate = rowsPerSecond === undefined ? 'filled before' : number(rowsPerSecond);
    const size = `${(bytes / 2 ** 30).toFixed(1)} GB, ${number(bytes / people)} bytes per person`;
    lines.push(row([number(people), ...rates, rate, size]));
  }
  return lines.join('\n');
}

const START = '<!-- benchmark: written by npm run bench -->';
const END = '<!-- end of benchmark -->';

/** Writes the tables into docs/performance.md. */
export async function writeInto(file: string, text: string) {
  const page = await readFile(file, 'utf8');
  const [before, rest = ''] = page.split(START);
  const after = rest.split(END)[1] ?? '\n';
  await writeFile(file, `${before}${START}\n\n${text}\n\n${END}${after}`);
}
