import axe from 'axe-core';
import { expect } from 'vitest';
import type { VisitorPage } from './browser.ts';

/** Every rule of axe but one: an open menu hangs beside the page's landmarks, where it belongs. */
export async function expectAccessible(page: VisitorPage): Promise<void> {
  // Half faded in, everything has too little contrast.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const runner = Reflect.get(window, 'axe') as typeof axe;
    const results = await runner.run(document, { rules: { region: { enabled: false } } });
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    }));
  });
  expect(violations).toEqual([]);
}
