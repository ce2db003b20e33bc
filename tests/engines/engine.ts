export type EngineName = 'chromium' | 'firefox' | 'webkit';

/** What an engine needs to know about the machine and the run. */
export interface EngineSettings {
  /** The browser's home, and where its downloads go. */
  home: string;
  /** The address of the site. */
  site: string;
  /** The proxy that answers for every outside host, as host:port. */
  proxy: string;
}

/** A started browser. */
export interface Engine {
  /** Rejects if the browser, or a program that it needs, ends before `close`. */
  died: Promise<never>;
  /**
   * Opens a page as a new visitor: no cookies, nothing stored. `first` runs in every document that it
   * opens, before the page's own code if the engine can do that, otherwise after it has loaded.
   */
  newPage(first: () => void): Promise<EnginePage>;
  close(): Promise<void>;
}

/** What the journeys need of a page. Everything that differs between engines is behind this. */
export interface EnginePage {
  /** Rejects if the page crashes or is closed before `close`. */
  died: Promise<never>;
  /** Resolves once the page has loaded. */
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  evaluate<A extends unknown[], T>(script: (...args: A) => T, ...args: A): Promise<T>;
  /** The element that the script returns. */
  find<A extends unknown[]>(
    script: (...args: A) => Element | null | undefined,
    ...args: A
  ): Promise<PageElement | undefined>;
  /** Waits for window.confirm, accepts it and returns its text. */
  acceptQuestion(): Promise<string>;
  /** The windows that this page has opened. */
  openedWindows(): Promise<OpenedWindow[]>;
  /** Errors in the engine's own log; empty if the engine does not show it. */
  problems(): string[];
  close(): Promise<void>;
}

export interface PageElement {
  /** With the mouse, in the middle of the element. */
  click(): Promise<void>;
  /** Key by key. */
  type(text: string): Promise<void>;
  /** Ctrl+V, from the real clipboard. */
  paste(): Promise<void>;
  chooseFile(file: string): Promise<void>;
  evaluate<A extends unknown[], T>(
    script: (element: Element, ...args: A) => T,
    ...args: A
  ): Promise<T>;
}

export interface OpenedWindow {
  url: string;
  hasOpener(): Promise<boolean>;
  /** Closes it; the page that opened it is in front again. */
  close(): Promise<void>;
}

/** These only end a run that hangs. */
export const PATIENCE_MS = 300_000;

/** A promise that can only reject; nobody has to wait for it. */
export function failOn(listen: (fail: (reason: string) => void) => void): Promise<never> {
  const failure = new Promise<never>((_, reject) => {
    listen((reason) => reject(new Error(reason)));
  });
  failure.catch(() => undefined);
  return failure;
}
