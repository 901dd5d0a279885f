/**
 * Finds the browser engines on this machine.
 *
 * `HUB_PAY_ENGINES=chromium,webkit` selects engines. `CHROME_PATH` and `FIREFOX_PATH` set the path of a browser.
 */
import { accessSync, constants, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

/** @typedef {'chromium' | 'firefox' | 'webkit'} Engine */

/** All engines, the fastest first. @type {readonly Engine[]} */
export const ENGINES = ['chromium', 'firefox', 'webkit'];

/** The Debian packages of each engine. @type {Readonly<Record<Engine, readonly string[]>>} */
export const DEBIAN_PACKAGES = {
  chromium: ['chromium-headless-shell'],
  firefox: ['firefox-esr'],
  webkit: ['webkit2gtk-driver', 'xvfb'],
};

/**
 * Returns the path of the program that starts an engine. WebKit also needs its driver and Xvfb.
 *
 * @param {Engine} engine
 * @returns {string | undefined} undefined if the engine cannot be used here
 */
export function findBrowser(engine) {
  switch (engine) {
    case 'chromium':
      return findChromium();
    case 'firefox':
      return findFirefox();
    case 'webkit':
      return onPath('WebKitWebDriver') && onPath('Xvfb') ? findMiniBrowser() : undefined;
  }
}

/**
 * Returns the engines in `HUB_PAY_ENGINES`, or all engines if this variable is not set.
 *
 * @returns {Engine[]}
 */
export function wantedEngines() {
  const names = (process.env['HUB_PAY_ENGINES'] ?? '').split(/[\s,]+/u).filter(Boolean);
  const unknown = names.filter((name) => !ENGINES.some((engine) => engine === name));
  if (unknown.length > 0)
    throw new Error(`HUB_PAY_ENGINES: no engine is called ${unknown.join(', ')}. There are: ${ENGINES.join(', ')}.`);
  return ENGINES.filter((engine) => names.length === 0 || names.includes(engine));
}

/**
 * Returns the wanted engines that are installed.
 *
 * @returns {Engine[]}
 */
export function usableEngines() {
  return wantedEngines().filter((engine) => findBrowser(engine));
}

/**
 * Returns one line for each engine that this run does not use. The line contains the reason.
 *
 * @returns {string[]}
 */
export function missingEngines() {
  return ENGINES.filter((engine) => !usableEngines().includes(engine)).map((engine) =>
    findBrowser(engine)
      ? `${engine}: SKIPPED, because HUB_PAY_ENGINES does not name it`
      : `${engine}: SKIPPED, because it is not installed. Debian: apt install ${DEBIAN_PACKAGES[engine].join(' ')}`,
  );
}

/** The first two flags are necessary in a container. The third flag gives text the same width on every machine. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--font-render-hinting=none',
  '--force-prefers-reduced-motion',
  '--disable-gpu',
];

/** Reduces motion, as the flags of Chromium do. @type {Readonly<Record<string, number>>} */
export const FIREFOX_PREFERENCES = { 'ui.prefersReducedMotion': 1 };

/** Prefers the headless shell: it has the same engine as Chromium, and a page costs it a third less. */
function findChromium() {
  const home = homedir();
  return firstExecutable([
    process.env['CHROME_PATH'],
    ...[
      'chromium-headless-shell',
      'chrome-headless-shell',
      'chromium',
      'google-chrome',
      'google-chrome-stable',
      'chromium-browser',
      'microsoft-edge',
    ].map(onPath),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...windows('Google/Chrome/Application/chrome.exe'),
    ...windows('Microsoft/Edge/Application/msedge.exe'),
    ...matches(join(home, '.cache/ms-playwright'), [/^chromium-/u, /^chrome-linux/u, /^chrome$/u]),
    ...matches(join(home, '.cache/puppeteer'), [/^chrom(e|ium)$/u, /./u, /^chrome-linux64$/u, /^chrome$/u]),
  ]);
}

function findFirefox() {
  return firstExecutable([
    process.env['FIREFOX_PATH'],
    ...['firefox-esr', 'firefox'].map(onPath),
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    ...windows('Mozilla Firefox/firefox.exe'),
  ]);
}

function findMiniBrowser() {
  const inLibrary = [/^webkit2gtk-4\.[01]$|^webkitgtk-6\.0$/u, /^MiniBrowser$/u];
  return firstExecutable([
    ...matches('/usr/lib', [/-linux-gnu/u, ...inLibrary]).reverse(),
    ...matches('/usr/libexec', inLibrary).reverse(),
    ...matches('/usr/lib64', inLibrary).reverse(),
  ]);
}

/** @param {string} name */
function onPath(name) {
  return firstExecutable((process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)));
}

/** @param {string} path */
function windows(path) {
  return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const folder = process.env[name];
    return folder ? [join(folder, path)] : [];
  });
}

/**
 * Returns the matching paths below a folder. Each pattern matches the names on one level.
 *
 * @param {string} folder
 * @param {readonly RegExp[]} patterns
 * @returns {string[]}
 */
function matches(folder, [pattern, ...deeper]) {
  if (!pattern) return [folder];
  try {
    const names = readdirSync(folder).filter((name) => pattern.test(name));
    return names.flatMap((name) => matches(join(folder, name), deeper));
  } catch {
    return [];
  }
}

/** @param {readonly (string | undefined)[]} paths */
function firstExecutable(paths) {
  return paths.find((path) => {
    try {
      if (path) accessSync(path, constants.X_OK);
      return Boolean(path);
    } catch {
      return false;
    }
  });
}
