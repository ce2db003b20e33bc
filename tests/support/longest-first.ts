import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Faults and browsers take longest: as the last to start, they would keep one core busy alone. */
const FOLDERS = ['/tests/faults/', '/tests/e2e/', '/tests/'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = FOLDERS.findIndex((folder) => moduleId.includes(folder));
      return rank === -1 ? FOLDERS.length : rank;
    };
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other));
  }
}
