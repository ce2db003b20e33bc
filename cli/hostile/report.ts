import type { Found } from './climb.ts';

export const RATIO_MAX = 10;

const number = (value: number) =>
  value.toLocaleString('en-US', { maximumFractionDigits: value < 10 ? 1 : 0 });
const cell = (text: string) => text.replaceAll('|', '\\|');

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${number(bytes / 1_000)} kB` : `${number(bytes / 1_000_000)} MB`;
}

export function report(found: readonly Found[], problems: readonly string[], head: string): string {
  const rows = found
    .toSorted((a, b) => b.ratio - a.ratio)
    .map((each) => {
      const more = each.isCapped ? '>' : '';
      const cells = [
        `\`${each.route}\``,
        `${more}${number(each.ratio)}×`,
        cell(each.worst),
        size(each.bytes),
        each.status === 0 ? 'none' : String(each.status),
        `${more}${number(each.ms)}`,
        number(each.ordinaryMs),
        String(each.tried),
      ];
      return `| ${cells.join(' | ')} |`;
    });
  const faults = found.flatMap(({ route, faults: all }) =>
    all.map((fault) => `- \`${route}\`: ${fault}`),
  );
  return `${head}

Cost is the CPU time of the server and all PostgreSQL processes. It is relative to the more expensive of two requests in the
same minutes: the ordinary one of the same route, and a visitor's search for a name that nobody searched for lately, so that
a route that costs next to nothing is not compared with noise. '>' means that the server was stopped before it was done.

| route | relative cost | worst input | request | status | CPU ms | ordinary CPU ms | tried |
|---|---:|---|---:|---:|---:|---:|---:|
${rows.join('\n')}

Above ${RATIO_MAX}×: ${found.filter(({ ratio }) => ratio > RATIO_MAX).length} of ${found.length} routes.

5xx and crashes:${faults.length > 0 ? `\n${faults.join('\n')}` : ' none.'}
${problems.length > 0 ? `\nRoutes without an ordinary request:\n${problems.map((problem) => `- ${problem}`).join('\n')}\n` : ''}`;
}

/** Why the run fails, if it does. */
export function isFailure(found: readonly Found[], problems: readonly string[]): boolean {
  return (
    problems.length > 0 || found.some(({ ratio, faults }) => ratio > RATIO_MAX || faults.length > 0)
  );
}
