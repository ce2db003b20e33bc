import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  const port = await findFreePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`, '--host=127.0.0.1'], {
    // MiniBrowser saves downloads in the home folder.
    env: { PATH: process.env.PATH, HOME: home, DISPLAY: `:${String(display).trim()}` },
    stdio: 'ignore',
  });
  const call = callsTo(`http://127.0.0.1:${port}`);
  await vi.waitFor(() => call('GET', '/status'), { timeout: PATIENCE_MS });
  return {
    async newPage(first) {
      const session = await openSession(call, {
        acceptInsecureCerts: true,
        proxy: {
          proxyType: 'manual',
          httpProxy: proxy,
          sslProxy: proxy,
          noProxy: ['127.0.0.1', 'localhost'],
        },
      });
      await session('POST', '/window/rect', { x: 0, y: 0, width: 1280, height: 900 });
      return pageOf(session, await session('GET', '/window'), first);
    },
    async close() {
      for (const child of [driver, screen]) {
        const exit = once(child, 'exit');
        child.kill();
        await exit;
      }
    },
  };
}

function pageOf(call: Call, handle: string, first: () => void): EnginePage {
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
