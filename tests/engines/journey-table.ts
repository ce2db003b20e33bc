import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Prints the journeys as rows and the engines as columns, as Markdown. */
export default class JourneyTable implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const engineOf = (test: TestCase) => (test.parent.type === 'suite' ? test.parent.name : '');
    const engines = [...new Set(tests.map(engineOf))];
    const journeys = [...new Set(tests.map((test) => test.name))];
    const cellOf = (engine: string, journey: string) => {
      const test = tests.find((each) => engineOf(each) === engine && each.name === journey);
      const seconds = ((test?.diagnostic()?.duration ?? 0) / 1000).toFixed(1);
      return test ? `${test.result().state}, ${seconds} s` : '';
    };
    const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
    console.log(line(['journey', ...engines]));
    console.log(line(['---', ...engines.map(() => '---')]));
    for (const journey of journeys) {
      console.log(line([journey, ...engines.map((engine) => cellOf(engine, journey))]));
    }
  }
}
