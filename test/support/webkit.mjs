/** Drives WebKit's MiniBrowser by WebDriver, for flow tests and for @web/test-runner. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser } from './browsers.mjs';
import { freePort } from './free-port.mjs';

/** A command without an answer after this time fails, in milliseconds. */
const PATIENCE = 90_000;

/**
 * WebKit's driver, on a display of its own. It has one window at a time, and each window has a new profile. The
 * processes end with this Node process.
 */
export class WebKitDriver {
  /** @type {import('node:child_process').ChildProcess[]} */
  #processes = [];
  #base = '';
  #kill = () => {
    for (const child of this.#processes.splice(0).reverse()) child.kill();
  };

  /** Starts the display and the driver. */
  async start() {
    process.once('exit', this.#kill);
    const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    this.#processes.push(xvfb);
    const [display] = await once(/** @type {import('node:stream').Readable} */ (xvfb.stdio[3]), 'data');
    const port = await freePort();
    const env = {
      ...process.env,
      DISPLAY: `:${String(display).trim()}`,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      GTK_A11Y: 'none',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_DMABUF_RENDERER: '1',
    };
    this.#processes.push(spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' }));
    this.#base = `http://127.0.0.1:${port}`;
    await this.#answering();
  }

  /** Opens a window. The window before must be closed. */
  async open() {
    const binary = findBrowser('webkit');
    if (!binary) throw new Error('No webkit found.');
    const options = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
    const started = await this.#send('POST', '/session', { capabilities: { alwaysMatch: options } });
    return new WebKitWindow((method, path, body) => this.#send(method, `/session/${started.sessionId}${path}`, body));
  }

  stop() {
    process.off('exit', this.#kill);
    this.#kill();
  }

  /** Nothing tells when the driver listens, so this repeats the request until there is a connection. */
  async #answering() {
    for (let attempt = 0; ; attempt++) {
      try {
        await fetch(`${this.#base}/status`);
        return;
      } catch (error) {
        if (attempt > 200) throw error;
        await sleep(50);
      }
    }
  }

  /**
   * @param {string} method
   * @param {string} path
   * @param {unknown} [body]
   * @returns {Promise<any>} WebDriver's `value`, whose shape depends on the command
   */
  async #send(method, path, body) {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(PATIENCE);
    const response = await fetch(this.#base + path, { ...init, signal }).catch((error) => {
      throw new Error(`WebKit: no answer to ${method} ${path}`, { cause: error });
    });
    const { value } = await response.json();
    if (value?.error) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  }
}

/** A window that WebDriver controls. */
export class WebKitWindow {
  /**
   * Sends a WebDriver command. `path` is the part of the URL after the session id, for example `/url`.
   *
   * @readonly
   * @type {(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<any>}
   */
  command;

  /** @param {WebKitWindow['command']} command */
  constructor(command) {
    this.command = command;
  }

  /** @param {string} url */
  goto(url) {
    return this.command('POST', '/url', { url });
  }

  async close() {
    try {
      await this.command('DELETE', '');
    } catch {
      // The window is already closed.
    }
  }
}

/** Creates the launcher for @web/test-runner. The launcher also supports the command `sendKeys`. */
export function webkitLauncher() {
  const driver = new WebKitDriver();
  /** @type {Promise<WebKitWindow> | undefined} */
  let opened;
  /** @type {Map<string, string>} */
  const active = new Map();
  return {
    name: 'WebKit',
    type: 'webdriver',
    concurrency: 1,
    async initialize() {},
    /** @param {string} id @param {string} url */
    async startSession(id, url) {
      const window = await (opened ??= driver.start().then(() => driver.open()));
      active.set(id, url);
      await window.goto(url);
    },
    /** @param {string} id */
    isActive: (id) => active.has(id),
    /** @param {string} id */
    getBrowserUrl: (id) => active.get(id) ?? '',
    /** @param {string} id */
    async stopSession(id) {
      active.delete(id);
      await (await opened)?.goto('about:blank');
      return {};
    },
    /** @param {string} _id @param {readonly string[]} keys */
    async sendKeys(_id, keys) {
      const actions = keys.flatMap((key) => {
        const value = KEYS[key] ?? key;
        return [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ];
      });
      await (await opened)?.command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    async startDebugSession() {
      throw new Error('Run with --manual and open the address in a WebKit browser.');
    },
    async stop() {
      const window = await opened?.catch(() => undefined);
      await window?.close();
      driver.stop();
    },
  };
}

/** The WebDriver codes of keys without a character. @type {Readonly<Record<string, string>>} */
const KEYS = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Delete: '\uE017',
};
