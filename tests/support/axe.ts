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
  await expectNoViolations(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'dark');
  await returnToLight(page);
}

/**
 * The same on a phone and a desktop, for what takes a while to get to. A test that runs once per
 * width needs `expectAccessible` only.
 */
export async function expectAccessibleInEveryLook(page: VisitorPage): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'light');
  // Changing the colors repaints everything: once for both widths.
  await page.setViewportSize(DESKTOP);
  await expectNoViolations(page, 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoViolations(page, 'dark');
  await page.setViewportSize(PHONE);
  await expectNoViolations(page, 'dark');
  await returnToLight(page);
  if (before) await page.setViewportSize(before);
}

/** Without the transitions between the colors: drawing them takes about as long as the rules of axe. */
async function returnToLight(page: VisitorPage): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  });
}

async function expectNoViolations(page: VisitorPage, colors: 'light' | 'dark'): Promise<void> {
  const violations = await violationsOf(page, colors === 'dark' ? COLOR_RULES : undefined);
  expect(violations, `${page.viewportSize()?.width} px wide, ${colors}`).toEqual([]);
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
        );
    const finish = (animation: Animation) => {
      const end = animation.finished.catch(() => undefined);
      animation.finish();
      return end;
    };
    let hasMoved = false;
    const noteMove = () => {
      hasMoved = true;
    };
    const MOVES = ['animationstart', 'animationend', 'transitionrun'];
    for (const kind of MOVES) document.addEventListener(kind, noteMove, true);
    // An open menu hangs beside the page's landmarks, where it belongs: its button is in one of them.
    const hasMenu = document.querySelector('[role="menu"]') !== null;
    const check = async () => {
      // Half faded in or out, everything has too little contrast.
      for (let moving = running(); moving.length > 0; moving = running()) {
        await Promise.all(moving.map(finish));
      }
      hasMoved = false;
      const { violations } = await runner.run(document, {
        ...(runOnly ? { runOnly } : { rules: { region: { enabled: !hasMenu } } }),
        resultTypes: ['violations'],
        // Only audio and video need it, and there are none.
        preload: false,
      });
      return violations;
    };
    let violations = await check();
    // A toast may have gone meanwhile.
    while (violations.length > 0 && hasMoved) violations = await check();
    for (const kind of MOVES) document.removeEventListener(kind, noteMove, true);
    return violations.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ target, failureSummary }) => `${target}: ${failureSummary}`),
    }));
  }, rules);
}
