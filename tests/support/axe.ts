import axe from 'axe-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE, type VisitorPage } from './browser.ts';

/** Every rule of axe, on the page as it is now. */
export async function expectAccessible(page: VisitorPage): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** The same in light and dark on a phone and a desktop, for what takes a while to get to. */
export async function expectAccessibleInEveryLook(page: VisitorPage): Promise<void> {
  const before = page.viewportSize();
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOf(page), `${viewport.width} px wide, ${colorScheme}`).toEqual([]);
    }
  }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function violationsOf(page: VisitorPage) {
  // Half faded in, everything has too little contrast.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().iterations !== Infinity)
        .map((animation) => animation.finished.catch(() => undefined)),
    ),
  );
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const runner = Reflect.get(window, 'axe') as typeof axe;
    // An open menu hangs beside the page's landmarks, where it belongs: its button is in one of them.
    const hasMenu = document.querySelector('[role="menu"]') !== null;
    const results = await runner.run(document, { rules: { region: { enabled: !hasMenu } } });
    return results.violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    }));
  });
}
