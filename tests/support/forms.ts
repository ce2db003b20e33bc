import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitorPage } from './browser.ts';

/** What stands under a field: its hint, or what is wrong with it. */
export async function noteOf(field: Locator): Promise<string | null> {
  const id = await field.getAttribute('aria-describedby');
  return id === null ? null : field.page().locator(`[id="${id}"]`).textContent();
}

/** Waits until a field says exactly this is wrong. */
export async function expectFieldError(field: Locator, message: string): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => noteOf(field)).toBe(message);
}

export async function expectFieldFine(field: Locator): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null);
}

/** Types into a field and leaves it. */
export async function fillAndLeave(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Holds the answer to a call back until it is let go, to look at the page meanwhile. */
export async function holdBack(page: VisitorPage, path: string) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**${path}`, async (route) => {
    await gate;
    await route.continue();
  });
  return letGo;
}

/** The bodies that the page sends to this path from now on. */
export function bodiesTo(page: VisitorPage, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname !== path || request.method() === 'GET') return;
    bodies.push(request.postDataJSON());
  });
  return bodies;
}

/** Whether this element has the focus. */
export async function expectFocus(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true);
}

/** Names the errors that a test provokes in the console; at its end, any other one fails it. */
export function expectProblems(page: VisitorPage, ...expected: RegExp[]): void {
  page.expectedProblems.push(...expected);
}

/** From now on the page's time stands still and moves only when told to. */
export async function stopClock(page: VisitorPage): Promise<void> {
  await page.clock.install();
  // Time goes on while we ask for it to stop, on a busy machine by more than a second.
  const stopAfter = (ms: number) => page.clock.pauseAt(Date.now() + ms);
  await stopAfter(1_000).catch(() => stopAfter(20_000));
}

/** Lets one millisecond after another pass until something is there; libraries wait for 0 ms timers. */
export async function tickUntil(page: VisitorPage, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return element.count();
    })
    .toBeGreaterThan(0);
}
