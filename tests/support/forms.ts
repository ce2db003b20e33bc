import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import type { VisitorPage } from './browser.ts';

/** The text under a field: its hint or its error. */
export async function noteOf(field: Locator): Promise<string | null> {
  const id = await field.getAttribute('aria-describedby');
  return id === null ? null : field.page().locator(`[id="${id}"]`).textContent();
}

/** Waits until a field shows exactly this error. */
export async function expectFieldError(field: Locator, message: string): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
  await expect.poll(() => noteOf(field)).toBe(message);
}

export async function expectFieldFine(field: Locator): Promise<void> {
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe(null);
}

/** Types into a field and moves the focus away. */
export async function fillAndLeave(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.blur();
}

/** Delays a request until the returned function is called. */
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

/** Waits until a picture has loaded. */
export async function expectLoaded(picture: Locator): Promise<void> {
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
}

/** Names the errors that a test provokes in the console; at its end, any other one fails it. */
export function expectProblems(page: VisitorPage, ...expected: RegExp[]): void {
  page.expectedProblems.push(...expected);
}

/** Stops the page's clock; from now on only the test moves it. */
export async function stopClock(page: VisitorPage): Promise<void> {
  await page.clock.install();
  // Time goes on until the clock stops, on a busy machine for more than a second.
  const stopAfter = (ms: number) => page.clock.pauseAt(Date.now() + ms);
  await stopAfter(1_000).catch(() => stopAfter(20_000));
}

/** Advances the clock by single milliseconds until an element is there; libraries use timers of 0 ms. */
export async function tickUntil(page: VisitorPage, element: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(1);
      return element.count();
    })
    .toBeGreaterThan(0);
}

/** Delays the responses to requests that the server has already handled, or only to the first `most` of them. */
export async function holdResponse(page: VisitorPage, path: string, most = Infinity) {
  let letGo = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let answered = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answered = resolve;
  });
  let count = 0;
  await page.route(`**${path}`, async (route) => {
    count += 1;
    if (count > most) return route.continue();
    const response = await route.fetch();
    answered();
    await gate;
    // The page may have canceled the request.
    await route.fulfill({ response }).catch(() => undefined);
  });
  return { letGo, isAnswered };
}
