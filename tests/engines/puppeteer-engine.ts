import {
  type BrowserContext,
  type Dialog,
  type ElementHandle,
  type LaunchOptions,
  launch,
  type Page,
} from 'puppeteer-core';
import { vi } from 'vitest';
import {
  type Engine,
  type EnginePage,
  type EngineSettings,
  failOn,
  type OpenedWindow,
  PATIENCE_MS,
  type PageElement,
} from './engine.ts';

// Puppeteer maps arguments to handles in types of its own.
type Script = (...args: unknown[]) => unknown;

const VIEWPORT = { width: 1280, height: 800 };

/** Chromium over the DevTools protocol. */
export function startChromium(settings: EngineSettings): Promise<Engine> {
  return start(settings, {
    browser: 'chrome',
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    headless: process.env.CHROMIUM_PATH?.endsWith('headless-shell') ? 'shell' : true,
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      `--proxy-server=${settings.proxy}`,
      // A window that a page opens would start to load before it accepts the certificate.
      '--ignore-certificate-errors',
    ],
  });
}

/** Firefox over WebDriver BiDi, which needs no driver. */
export function startFirefox(settings: EngineSettings): Promise<Engine> {
  const [host = '', port] = settings.proxy.split(':');
  return start(settings, {
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    extraPrefsFirefox: {
      'browser.download.folderList': 2,
      'browser.download.dir': settings.home,
      'network.proxy.type': 1,
      'network.proxy.http': host,
      'network.proxy.http_port': Number(port),
      'network.proxy.ssl': host,
      'network.proxy.ssl_port': Number(port),
      // Automation turns the pop-up blocker off; people have it on.
      'dom.disable_open_during_load': true,
    },
  });
}

async function start(settings: EngineSettings, options: LaunchOptions): Promise<Engine> {
  const browser = await launch({
    ...options,
    acceptInsecureCerts: true,
    defaultViewport: VIEWPORT,
    // Firefox refuses to run as root in the home of another user.
    env: { ...process.env, HOME: settings.home },
    timeout: PATIENCE_MS,
    protocolTimeout: PATIENCE_MS,
  });
  const isChromium = options.browser === 'chrome';
  return {
    died: failOn((fail) => browser.once('disconnected', () => fail(`${options.browser} ended.`))),
    async newPage(first) {
      const context = await browser.createBrowserContext(
        isChromium ? { downloadBehavior: { policy: 'allow', downloadPath: settings.home } } : {},
      );
      // A window of Chromium may write to the clipboard; without one it has to be allowed.
      if (isChromium) {
        await context.overridePermissions(settings.site, ['clipboard-sanitized-write']);
      }
      const page = await context.newPage();
      await page.evaluateOnNewDocument(first);
      return pageOf(context, page);
    },
    close: () => browser.close(),
  };
}

function pageOf(context: BrowserContext, page: Page): EnginePage {
  const problems: string[] = [];
  const questions: Dialog[] = [];
  page.setDefaultTimeout(PATIENCE_MS);
  page.on('dialog', (dialog) => void questions.push(dialog));
  page.on('pageerror', (error) => void problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return {
    died: failOn((fail) => {
      page.once('error', (error) => fail(`The page crashed: ${error.message}`));
      page.once('close', () => fail('The page was closed.'));
    }),
    async goto(url) {
      // In Firefox a page that is left still handles the failure of its unfinished requests.
      await page.waitForNetworkIdle({ idleTime: 0 });
      await page.goto(url);
    },
    url: async () => page.url(),
    evaluate: (script, ...args) => page.evaluate(script as Script, ...args) as Promise<never>,
    async find(script, ...args) {
      const handle = await page.evaluateHandle(script as Script, ...args);
      const element = handle.asElement();
      return element ? pageElementOf(page, element as ElementHandle) : undefined;
    },
    async acceptQuestion() {
      const question = await vi.waitUntil(() => questions.shift(), { timeout: PATIENCE_MS });
      await question.accept();
      return question.message();
    },
    async openedWindows() {
      const pages = (await context.pages()).filter((other) => other !== page);
      return pages.map((other) => windowOf(page, other));
    },
    problems: () => problems,
    close: () => context.close(),
  };
}

function pageElementOf(page: Page, handle: ElementHandle): PageElement {
  return {
    click: () => handle.click(),
    type: (text) => handle.type(text),
    async paste() {
      await handle.focus();
      await page.keyboard.down('Control');
      await page.keyboard.press('v');
      await page.keyboard.up('Control');
    },
    chooseFile: (file) => (handle as ElementHandle<HTMLInputElement>).uploadFile(file),
    evaluate: (script, ...args) => handle.evaluate(script as Script, ...args) as Promise<never>,
  };
}

function windowOf(page: Page, opened: Page): OpenedWindow {
  return {
    url: opened.url(),
    hasOpener: () => opened.evaluate(() => window.opener !== null),
    async close() {
      await opened.close();
      await page.bringToFront();
    },
  };
}
