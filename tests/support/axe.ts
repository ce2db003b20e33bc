import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { expect } from 'vitest';
import { DESKTOP, PHONE, type VisitorPage } from './browser.ts';

// The package's own `source` is twice as long, and every page has to parse it.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Dark mode changes nothing but colors: src/client/styles/dark-mode.test.ts. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Every rule of axe on the page as it is now, then the rules about colors in dark mode. */
export async function expectAccessible(page: VisitorPage): Promise<void> {
  const width = `${page.viewportSize()?.width} px wide`;
  expect(await violationsOf(page), `${width}, light`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOf(page, COLOR_RULES), `${width}, dark`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

/** The same on a phone and a desktop, for what takes a while to get to. */
export async function expectAccessibleInEveryLook(page: VisitorPage): Promise<void> {
  const before = page.viewportSize();
  for (const viewport of [PHONE, DESKTOP]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
  if (before) await page.setViewportSize(before);
}

async function violationsOf(page: VisitorPage, rules?: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (runOnly) => {
    const runner = Reflect.get(window, 'axe') as typeof axe;
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
        .map((animation) => animation.finished.catch(() => undefined));
    let hasMoved = false;
    const noteMove = () => {
      hasMoved = true;
    };
    for (const kind of ['animationstart', 'transitionrun']) {
      document.addEventListener(kind, noteMove, true);
    }
    // An open menu hangs beside the page's landmarks, where it belongs: its button is in one of them.
    const hasMenu = document.querySelector('[role="menu"]') !== null;
    const check = async () => {
      // Half faded in or out, everything has too little contrast.
      for (let ends = running(); ends.length > 0; ends = running()) await Promise.all(ends);
      hasMoved = false;
      const { violations } = await runner.run(document, {
        ...(runOnly ? { runOnly } : { rules: { region: { enabled: !hasMenu } } }),
        resultTypes: ['violations'],
      });
      return violations;
    };
    let violations = await check();
    // A toast may have gone meanwhile.
    while (violations.length > 0 && hasMoved) violations = await check();
    for (const kind of ['animationstart', 'transitionrun']) {
      document.removeEventListener(kind, noteMove, true);
    }
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    }));
  }, rules);
}
