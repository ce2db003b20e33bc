import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { vi } from 'vitest';
import { findFreePort } from '#tests/support/free-port.ts';
import {
  type Engine,
  type EnginePage,
  type EngineSettings,
  PATIENCE_MS,
  type PageElement,
} from './engine.ts';
import { type Program, startProgram } from './program.ts';
import {
  type Call,
  CONTROL,
  callsTo,
  type ElementReference,
  idOf,
  openSession,
  runScript,
} from './webdriver.ts';

/** WebKitGTK's MiniBrowser over WebKitWebDriver, on a screen of its own. */
export async function startWebKit({ home, proxy }: EngineSettings): Promise<Engine> {
  const screen = startProgram(
    'Xvfb',
    [
      ...['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
      // After its last window Xvfb would reset itself, which ends a browser that just starts.
      '-noreset',
    ],
    { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [display] = await Promise.race([
    once(screen.process.stdio[3] as Readable, 'data'),
    screen.died,
  ]);
  const port = await findFreePort();
  const driver = startProgram('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    // MiniBrowser saves downloads in the home folder.
    env: { PATH: process.env.PATH, HOME: home, DISPLAY: `:${String(display).trim()}` },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const died = Promise.race([screen.died, driver.died]);
  died.catch(() => undefined);
  const call = callsTo(`http://127.0.0.1:${port}`);
  const ready = vi.waitFor(() => call('GET', '/status'), { timeout: PATIENCE_MS });
  await Promise.race([ready, died]);
  return {
    died,
    async newPage(first) {
      const capabilities = {
        acceptInsecureCerts: true,
        // The protocol's own `noProxy` crashes WebKitGTK 2.50 now and then: it reads beyond the list.
        'webkitgtk:browserOptions': {
          args: ['--automation', `--proxy=http://${proxy}`, '--ignore-host=127.0.0.1'],
        },
      };
      const session = await whileBrowserRuns(driver, () => openSession(call, capabilities));
      await session.call('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 });
      return {
        died: session.died,
        ...pageOf(session.call, await session.call('GET', '/window'), first),
      };
    },
    async close() {
      await driver.stop();
      await screen.stop();
    },
  };
}

/** The driver never answers if a browser that it starts ends before they are connected. */
async function whileBrowserRuns<T>(driver: Program, open: () => Promise<T>): Promise<T> {
  const { pid } = driver.process;
  const listChildren = async () =>
    (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  const previous = await listChildren();
  let isAnswered = false;
  const answer = open().finally(() => {
    isAnswered = true;
  });
  let hasStarted = false;
  const ended = vi.waitUntil(
    async () => {
      const isRunning = (await listChildren()).some((child) => !previous.includes(child));
      hasStarted ||= isRunning;
      return isAnswered || (hasStarted && !isRunning);
    },
    { timeout: PATIENCE_MS },
  );
  await Promise.race([answer, ended]);
  if (!isAnswered) throw new Error(`The browser ended while it started. ${driver.printed()}`);
  return answer;
}

function pageOf(call: Call, handle: string, first: () => void): Omit<EnginePage, 'died'> {
  return {
    async goto(url) {
      await call('POST', '/url', { url });
      await runScript(call, first, []);
    },
    url: () => call('GET', '/url'),
    evaluate: (script, ...args) => runScript(call, script, args),
    async find(script, ...args) {
      const reference = await runScript<ElementReference | null>(call, script, args);
      return reference ? pageElementOf(call, reference) : undefined;
    },
    async acceptQuestion() {
      const text = await vi.waitFor(() => call<string>('GET', '/alert/text'), {
        timeout: PATIENCE_MS,
      });
      await call('POST', '/alert/accept');
      return text;
    },
    async openedWindows() {
      const handles = await call<string[]>('GET', '/window/handles');
      const others = handles.filter((each) => each !== handle);
      const windows = [];
      for (const other of others) windows.push(await windowOf(call, handle, other));
      return windows;
    },
    // WebDriver has no access to the console.
    problems: () => [],
    close: () => call('DELETE', ''),
  };
}

function pageElementOf(call: Call, reference: ElementReference): PageElement {
  const path = `/element/${idOf(reference)}`;
  const type = (text: string) => call<void>('POST', `${path}/value`, { text });
  return {
    click: () => call('POST', `${path}/click`),
    type,
    paste: () => type(`${CONTROL}v`),
    chooseFile: type,
    evaluate: (script, ...args) => runScript(call, script, [reference, ...args]),
  };
}

/** Looks into another window and comes back. */
async function windowOf(call: Call, own: string, other: string) {
  const visit = async <T>(look: () => Promise<T>): Promise<T> => {
    await call('POST', '/window', { handle: other });
    try {
      return await look();
    } finally {
      await call('POST', '/window', { handle: own });
    }
  };
  return {
    url: await visit(() => call<string>('GET', '/url')),
    hasOpener: () => visit(() => runScript<boolean>(call, () => window.opener !== null, [])),
    close: () => visit(() => call<void>('DELETE', '/window')),
  };
}
