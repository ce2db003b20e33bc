import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, vi } from 'vitest';
import type { EnginePage, PageElement } from './engine.ts';
import { PATIENCE_MS } from './engine.ts';
import {
  drawPicture,
  elementWithRole,
  fieldWithLabel,
  placeToClick,
  type Recorded,
  type RoleStep,
  readRecorded,
  shownText,
} from './in-page.ts';

/** What a person looks for: a role and how its name starts, possibly inside of something else. */
export interface Target {
  role: string;
  name?: string;
  in?: Target;
}

const wait = <T>(what: string, look: () => Promise<T>) =>
  vi
    .waitFor(look, { timeout: PATIENCE_MS, interval: 50 })
    .catch((error: Error) => Promise.reject(new Error(`${what}: ${error.message}`)));

/** Somebody at a browser: looks for things by role, name and label, and waits until they are there. */
export class Visitor {
  readonly #page: EnginePage;
  readonly #site: string;
  readonly #downloads: string;
  #problems: string[] = [];

  constructor(page: EnginePage, site: string, downloads: string) {
    this.#page = page;
    this.#site = site;
    this.#downloads = downloads;
  }

  /** Opens a path of the site and waits until its code runs. */
  async open(pathAndQuery: string): Promise<void> {
    await this.#keepProblems();
    await this.#page.goto(this.#site + pathAndQuery);
    await wait(`${pathAndQuery} to be ready`, async () => {
      const isReady = () => document.querySelector('#root[inert], #page-note') === null;
      expect(await this.#page.evaluate(isReady)).toBe(true);
    });
  }

  async expectPath(expected: string): Promise<void> {
    await wait(`the path ${expected}`, async () => {
      const { pathname, search } = new URL(await this.#page.url());
      expect(pathname + search).toBe(expected);
    });
  }

  async click(target: Target): Promise<void> {
    const element = await this.#findClickable(target);
    await element.click();
  }

  /** Clicks and accepts the browser's own question, whose text it returns. */
  async clickAndAccept(target: Target): Promise<string> {
    const element = await this.#findClickable(target);
    const [question] = await Promise.all([this.#page.acceptQuestion(), element.click()]);
    return question;
  }

  async expectShown(target: Target): Promise<void> {
    await this.#find(target);
  }

  async expectGone(target: Target): Promise<void> {
    await wait(`${nameOf(target)} to be gone`, async () => {
      expect(await this.#look(target)).toBeUndefined();
    });
  }

  /** Replaces the content of a field. */
  async fill(label: string, text: string): Promise<void> {
    const field = await this.#field(label);
    await field.evaluate((element) => (element as HTMLInputElement).select());
    await field.type(text);
  }

  async chooseFile(label: string, file: string): Promise<void> {
    await (await this.#field(label)).chooseFile(file);
  }

  async expectValue(label: string, value: string): Promise<void> {
    await wait(`${label} to be ${value}`, async () => {
      const field = await this.#field(label);
      expect(await field.evaluate((element) => (element as HTMLInputElement).value)).toBe(value);
    });
  }

  async expectText(text: string, within?: Target): Promise<void> {
    await wait(`the text ${text}`, async () => {
      const words = within
        ? await (await this.#find(within)).evaluate(shownText)
        : await this.#page.evaluate(shownText);
      expect(words).toContain(text);
    });
  }

  /** Also a toast that is gone by now. */
  async expectToast(title: string, text: string): Promise<void> {
    await wait(`the toast ${title}`, async () => {
      expect((await this.#recorded()).toasts).toContain(`${title}\n${text}`);
    });
  }

  async toasts(): Promise<string[]> {
    return (await this.#recorded()).toasts;
  }

  /** Pastes the clipboard into a field and reads it there. */
  async expectClipboard(field: string, text: string): Promise<void> {
    const element = await this.#field(field);
    await element.evaluate((node) => (node as HTMLInputElement).select());
    await element.paste();
    await this.expectValue(field, text);
  }

  /** Waits for a window at this address that cannot reach the page, and closes it. */
  async expectWindow(url: string): Promise<void> {
    const opened = await wait(`a window at ${url}`, async () => {
      const windows = await this.#page.openedWindows();
      expect(windows.map((each) => each.url)).toEqual([url]);
      return windows[0];
    });
    expect(await opened?.hasOpener()).toBe(false);
    await opened?.close();
  }

  async countWindows(): Promise<number> {
    return (await this.#page.openedWindows()).length;
  }

  /** Waits until a whole file has arrived in the folder of downloads. */
  async downloaded(name: string, isWhole: (text: string) => boolean): Promise<string> {
    return wait(`the file ${name}`, async () => {
      const text = await readFile(path.join(this.#downloads, name), 'utf8');
      expect(isWhole(text)).toBe(true);
      return text;
    });
  }

  /** The picture with this alternative text, drawn by the engine, as a data URL. */
  async drawPicture(alt: string): Promise<string> {
    return wait(`the picture ${alt}`, async () => {
      const drawn = await this.#page.evaluate(drawPicture, alt);
      expect(drawn).not.toBe('');
      return drawn;
    });
  }

  evaluate<T>(script: () => T): Promise<T> {
    return this.#page.evaluate(script);
  }

  /** Fails for every error that the pages have reported. */
  async expectNoProblems(): Promise<void> {
    await this.#keepProblems();
    const problems = [...this.#problems, ...this.#page.problems()];
    expect(problems, `errors in the page: ${problems.join('\n')}`).toEqual([]);
  }

  async #recorded(): Promise<Recorded> {
    return this.#page.evaluate(readRecorded);
  }

  async #keepProblems(): Promise<void> {
    this.#problems.push(...(await this.#recorded()).problems);
  }

  async #look(target: Target): Promise<PageElement | undefined> {
    return this.#page.find(elementWithRole, pathTo(target));
  }

  #find(target: Target): Promise<PageElement> {
    return wait(nameOf(target), async () => {
      const found = await this.#look(target);
      if (!found) throw new Error('not found');
      return found;
    });
  }

  /** Waits until it stands still and nothing covers it. */
  async #findClickable(target: Target): Promise<PageElement> {
    let previous = '';
    return wait(`${nameOf(target)} to be clickable`, async () => {
      const found = await this.#look(target);
      if (!found) throw new Error('not found');
      const place = await found.evaluate(placeToClick);
      const isStill = place === previous;
      previous = place;
      if (!isStill || place === '') throw new Error('it moves, is covered or is disabled');
      return found;
    });
  }

  #field(label: string): Promise<PageElement> {
    return wait(`the field ${label}`, async () => {
      const found = await this.#page.find(fieldWithLabel, label);
      if (!found) throw new Error('not found');
      return found;
    });
  }
}

/** From the outermost to the target itself. */
function pathTo({ in: parent, ...step }: Target): RoleStep[] {
  return [...(parent ? pathTo(parent) : []), step];
}

function nameOf({ role, name, in: parent }: Target): string {
  const own = name === undefined ? role : `${role} '${name}'`;
  return parent ? `${own} in ${nameOf(parent)}` : own;
}
