/** A small driver for all three browser engines. The driver opens pages and runs functions in these pages. */
import { setTimeout as sleep } from 'node:timers/promises';
import * as puppeteer from 'puppeteer-core';
import { CHROMIUM_FLAGS, findBrowser, FIREFOX_PREFERENCES, type Engine } from '../browsers.mjs';
import { canPress } from './can-press.js';
import { WebKitDriver, type WebKitWindow } from '../webkit.mjs';

export interface Browser {
  /** A page in a new profile with empty storage. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

export interface Page {
  goto(url: string): Promise<void>;
  /** Resolves when the page is loaded again. */
  reload(): Promise<void>;
  /**
   * Runs a function in the page. The function gets JSON arguments. Of the names of the test file, it can use only
   * `canPress`.
   */
  evaluate<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Awaited<R>>;
  /**
   * Repeats the function until its result is not false, null or undefined.
   * @throws If there is no such result within two minutes
   */
  waitFor<A extends unknown[], R>(run: (...args: A) => R, ...args: A): Promise<Truth<R>>;
  /** Returns the developer tools of the page. Works only in Chromium. */
  devtools(): Promise<puppeteer.CDPSession>;
  /** Opens another tab of the same profile. Does not work in WebKit. */
  anotherTab(): Promise<Page>;
  /** Errors in the page or in the console. In WebKit, this list is always empty. */
  readonly errors: readonly string[];
  /** Warnings in the console. In WebKit, this list is always empty. */
  readonly warnings: readonly string[];
  /** The URLs of all requests of the page. In WebKit, this list is always empty. */
  readonly requested: readonly string[];
  close(): Promise<void>;
}

type Truth<R> = Exclude<Awaited<R>, false | null | undefined>;

/** A guard against a condition that never holds. Other stages can leave a page a small part of a core. */
const PATIENCE = 120_000;
const PAUSE = 50;
/** How long the page repeats a condition before it answers that it does not hold yet, in milliseconds. */
const TURN = 1_000;
/** Answers that a page may fail to give one after the other, while it goes to another document. */
const MOST_FAILURES = 100;

export async function openBrowser(engine: Engine): Promise<Browser> {
  return engine === 'webkit' ? webkit() : openPuppeteer(engine);
}

async function openPuppeteer(engine: 'chromium' | 'firefox'): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: engine === 'firefox' ? 'firefox' : 'chrome',
    executablePath: findBrowser(engine) ?? '',
    args: engine === 'chromium' ? [...CHROMIUM_FLAGS] : [],
    extraPrefsFirefox: FIREFOX_PREFERENCES,
  });
  return {
    async newPage() {
      const context = await browser.createBrowserContext();
      return puppeteerPage(context, () => context.close());
    },
    close: () => browser.close(),
  };
}

async function puppeteerPage(context: puppeteer.BrowserContext, end: () => Promise<void>): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors: string[] = [];
  const warnings: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url ?? ''}`);
    if (message.type() === 'warn') warnings.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => requested.push(request.url()));
  return pageOf({
    errors,
    warnings,
    requested,
    async goto(url) {
      await page.goto(url);
    },
    async reload() {
      await page.reload();
    },
    run: (expression) => page.evaluate(expression),
    devtools: () => page.createCDPSession(),
    anotherTab: () => puppeteerPage(context, async () => undefined),
    close: async () => {
      await page.close();
      await end();
    },
  });
}

async function webkit(): Promise<Browser> {
  const driver = new WebKitDriver();
  await driver.start();
  return {
    async newPage() {
      const window = await driver.open();
      return pageOf({
        errors: [],
        warnings: [],
        requested: [],
        async goto(url) {
          await window.goto(url);
          await runInWebKit(window, LOADED);
        },
        async reload() {
          await window.command('POST', '/refresh', {});
          await runInWebKit(window, LOADED);
        },
        run: (expression) => runInWebKit(window, expression),
        devtools: () => Promise.reject(new Error('WebKit has no developer tools here.')),
        anotherTab: () => Promise.reject(new Error('WebKit is driven with one tab only.')),
        close: () => window.close(),
      });
    },
    close: async () => driver.stop(),
  };
}

/** An expression that waits for the `load` event, because WebKit's driver does not wait for module scripts. */
const LOADED = `document.readyState === 'complete' ||
  new Promise((resolve) => addEventListener('load', () => resolve(true)))`;

/** Returns errors as data, because WebDriver does not report rejected promises. */
async function runInWebKit(window: WebKitWindow, expression: string): Promise<unknown> {
  const script = `const done = arguments[arguments.length - 1];
    const run = async () => ${expression};
    run().then((value) => done({ value }), (error) => done({ thrown: String(error) }));`;
  const { value, thrown } = (await window.command('POST', '/execute/async', { script, args: [] })) as {
    value?: unknown;
    thrown?: string;
  };
  if (thrown !== undefined) throw new Error(thrown);
  return value;
}

type Raw = Pick<Page, 'goto' | 'reload' | 'devtools' | 'anotherTab' | 'errors' | 'warnings' | 'requested' | 'close'> & {
  run: (expression: string) => Promise<unknown>;
};

function pageOf({ run, ...raw }: Raw): Page {
  const evaluate: Page['evaluate'] = async (code, ...args) => run(expressionOf(code, args)) as never;
  return {
    ...raw,
    evaluate,
    async waitFor(code, ...args) {
      const deadline = Date.now() + PATIENCE;
      const repeated = repeat(expressionOf(code, args));
      for (let failures = 0; ;) {
        const turn = await run(repeated).then(
          (value) => value as Turn,
          (error: unknown): Turn => ({ error }),
        );
        if ('value' in turn) return turn.value as never;
        if ('thrown' in turn) throw new Error(turn.thrown);
        if (Date.now() > deadline) throw new Error(`The condition was not met within ${PATIENCE / 1000} s.`);
        // The page may have gone to another document, which can answer soon.
        failures = 'error' in turn ? failures + 1 : 0;
        if ('error' in turn && failures > MOST_FAILURES) throw turn.error;
        if ('error' in turn) await sleep(PAUSE);
      }
    },
  };
}

/** `thrown` is an error of the function, and `error` one of the browser. Neither means: not yet. */
type Turn = { value: unknown } | { thrown: string } | { error: unknown } | Record<string, never>;

/**
 * Repeats an expression in the page itself for up to a second. A question from outside for each attempt would take a
 * part of the core that the page needs.
 */
function repeat(expression: string): string {
  return `(async () => {
    const end = Date.now() + ${TURN};
    try {
      for (;;) {
        const value = await ${expression};
        if (value !== false && value != null) return { value };
        if (Date.now() > end) return {};
        await new Promise((resolve) => setTimeout(resolve, ${PAUSE}));
      }
    } catch (error) {
      return { thrown: String(error) };
    }
  })()`;
}

/**
 * Returns a call of the function as source text. tsx puts calls of `__name` around inner functions, so the page needs a
 * function with this name. The function in the page can call `canPress`, as if it had imported the name.
 */
function expressionOf(code: (...args: never[]) => unknown, args: readonly unknown[]): string {
  return `((__name, canPress) => (${String(code)})(...${JSON.stringify(args)}))((value) => value, ${String(canPress)})`;
}
