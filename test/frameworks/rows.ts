/**
 * The apps of `npm run test:frameworks` and `npm run test:hosts`. One app can have several pages, and each page is a
 * row of the table.
 */
import * as hosts from './hosts.js';
import type { HostCheck } from './hosts.js';
import { PROTOTYPE_FILE } from '../tools/prototype.mjs';

/** Why a column does not apply to a page. The legend below the table prints these texts. */
export const REASONS = {
  plain: 'a page without types and without a build',
  browser: 'rendered only in the browser, so nothing hydrates',
  server: 'a server component has no handlers',
  node: 'code for a server, so there is no page',
  static: 'a static page: no framework runs in the browser, so nothing hydrates',
  alone: 'no other library is on the page',
  refused: 'a library has replaced built-ins of the language, so the element refuses to pay',
  unit: 'the DOM of a unit test, which has no layout, so no payer can read and press',
} as const;

type Reason = keyof typeof REASONS;
type Column = 'types' | 'build' | 'hydration' | 'properties' | 'heard' | 'paid' | 'host';

/** One row of the table. */
export type Row = {
  title: string;
  /** The path of the page. */
  path: string;
  /** Whether the HTML must contain the tag before a script runs. Without this check, a page could hydrate nothing. */
  tagInHtml?: boolean;
  /** The package of the library on this page, whose version the table prints instead of that of the framework. */
  library?: string;
  /** A file of this machine that the page needs. Without it, the row is skipped. */
  needs?: string;
  /** What else the page must do or bear. Without it, the payer only pays. */
  host?: HostCheck;
  /** The errors and warnings that the library writes on the console, whatever the element does. */
  noise?: RegExp;
  /** The columns that do not apply. */
  without: Partial<Record<Column, Reason>>;
};

/**
 * An app: a folder in `test/frameworks/apps`, or a demo. To add a framework, add a folder and a row.
 *
 * The folder contains `package.json` and the files of the app that no other app has. `copies` names the others. The
 * check copies the folder without what a build wrote, and adds `hub-pay` to the dependencies. Each other package has an
 * exact version. `engines.node` is an exact version too, and only an app that needs a newer Node than this package sets
 * it. The check then runs the app with that Node.
 *
 * `package.json` names the commands. A missing command does not run:
 * - `types` checks the types, also those of the samples.
 * - `build` builds the page for production. With `development: 'build'`, it also runs with `NODE_ENV=development`.
 * - `serve` serves what is built. It listens to the port of `--port`, or to the port of the variable `PORT`, and prints
 *   its address when it listens.
 * - `dev` serves the development version in the same way. Only `development: 'dev'` uses it.
 * - `mount` is a unit test. It calls `mount` of `mount-element.mjs`, which `copies` names. It then runs the sample of a
 *   unit test. The row fails if one of the two ends with another exit code than 0.
 *
 * Each page contains:
 * - one `<hub-pay base-url="demo:">` that fixes the whole order: chain, token, amount and recipient
 * - the property `summary`, whose first item has the amount `25.00`; the page sets it as a property
 * - one `<output>`: the types of the events, as the page hears them, with spaces between them. The events are
 *   `hub-ready`, `hub-confirm` and `hub-success`.
 * - an icon, such as `<link rel="icon" href="data:,">`, because each error or warning of the console fails the row
 *
 * With `onDevnet`, the page gets the rest of the order and the chains after the `#` of its address instead.
 */
export type App = {
  /** The argument that selects the app. */
  name: string;
  folder: string;
  /** The package whose version the table prints. */
  framework: string;
  /** The files that several apps share: the path in the app, and the path in the repository. */
  copies?: Readonly<Record<string, string>>;
  /** The folder in which this app compiles or runs the samples of these sections of `PAGES` in `samples.ts`. */
  samples?: { folder: string; sections: readonly string[] };
  /**
   * How to get a development version. Some frameworks report a failed hydration only there. `build` sets `NODE_ENV`,
   * and `dev` runs the command `dev`.
   */
  development?: 'build' | 'dev';
  /** Whether `CI=true npm test` checks this app. A full run checks all apps. */
  inCi?: true;
  /** Whether its pages pay on the local chains, each with the wallet of the library that its query names. */
  onDevnet?: true;
  /** How heavy the app is, roughly. Only the order in which apps begin depends on it. */
  weight?: number;
  rows: readonly Row[];
};

const apps = 'test/frameworks/apps';
const MOUNT = { 'mount-element.mjs': `${apps}/mount-element.mjs` };
const VUE_CHECKOUT = 'demo/vue/src/checkout.vue';
const inBrowser = (title: string, path = '/'): Row => ({
  ...{ title, path },
  without: { hydration: 'browser', host: 'alone' },
});
const hydrated = (title: string, path = '/'): Row => ({ title, path, tagInHtml: true, without: { host: 'alone' } });
const inTest = (title: string): Row => ({
  title,
  path: '',
  without: { types: 'unit', build: 'unit', hydration: 'unit', paid: 'unit', host: 'alone' },
});
const STATIC = { types: 'plain', build: 'plain', hydration: 'plain' } as const;
/** A page with a library, which the table names with its version. */
const beside = (title: string, path: string, host: HostCheck, library?: string): Row => ({
  ...{ title, path, host, without: STATIC },
  ...(library && { library }),
});
/** A page with a library that replaces these built-ins. */
const refusing = (title: string, path: string, names: readonly string[], library?: string): Row => ({
  ...beside(title, path, hosts.refused(names), library),
  noise: /^<hub-pay>/u,
  without: { ...STATIC, properties: 'refused', heard: 'refused', paid: 'refused' },
});
const PROTOTYPE = { needs: PROTOTYPE_FILE };
const sections = (...names: string[]): NonNullable<App['samples']> => ({ folder: 'src/docs', sections: names });
const UNIT_TEST = { folder: 'docs', sections: ['Unit tests of your page'] };

export const APPS: readonly App[] = [
  {
    name: 'plain',
    folder: 'demo/plain',
    framework: 'hub-pay',
    rows: [{ title: 'Plain HTML', path: '/', without: { ...STATIC, host: 'alone' } }],
  },
  {
    name: 'react',
    folder: 'demo/react',
    framework: 'react',
    inCi: true,
    samples: sections('React'),
    rows: [inBrowser('React 19 + Vite')],
  },
  {
    name: 'react-18',
    folder: `${apps}/react-18`,
    framework: 'react',
    copies: { 'src/checkout.tsx': 'demo/react/src/checkout.tsx' },
    samples: sections('React'),
    development: 'build',
    rows: [hydrated('React 18 + Vite, from a server')],
  },
  {
    name: 'next',
    folder: 'demo/next',
    framework: 'next',
    copies: { 'next.config.mjs': `${apps}/next.config.mjs` },
    samples: { folder: 'docs', sections: ['React', 'Next.js', 'In Next.js'] },
    development: 'dev',
    inCi: true,
    weight: 100,
    rows: [
      { title: 'Next, server component', path: '/', tagInHtml: true, without: { heard: 'server', host: 'alone' } },
      hydrated('Next, client component', '/client'),
      { title: 'Next, ssr: false', path: '/late', without: { host: 'alone' } },
    ],
  },
  {
    name: 'vue',
    folder: 'demo/vue',
    framework: 'vue',
    samples: sections('Vue 3'),
    rows: [inBrowser('Vue 3 + Vite')],
  },
  {
    name: 'vue-ssr',
    folder: `${apps}/vue-ssr`,
    framework: 'vue',
    copies: { 'src/checkout.vue': VUE_CHECKOUT },
    development: 'build',
    inCi: true,
    rows: [hydrated('Vue 3, from a server')],
  },
  {
    name: 'svelte',
    folder: `${apps}/svelte`,
    framework: 'svelte',
    samples: sections('Svelte 5'),
    development: 'build',
    rows: [hydrated('Svelte 5 + Vite, from a server')],
  },
  {
    name: 'preact',
    folder: `${apps}/preact`,
    framework: 'preact',
    samples: sections('Preact'),
    rows: [inBrowser('Preact + Vite')],
  },
  {
    name: 'solid',
    folder: `${apps}/solid`,
    framework: 'solid-js',
    samples: sections('Solid'),
    rows: [inBrowser('Solid + Vite')],
  },
  {
    name: 'angular',
    folder: `${apps}/angular`,
    framework: '@angular/core',
    samples: sections('Angular'),
    development: 'build',
    weight: 60,
    rows: [hydrated('Angular, prerendered')],
  },
  {
    name: 'astro',
    folder: `${apps}/astro`,
    framework: 'astro',
    samples: sections('Astro'),
    weight: 40,
    rows: [
      { title: 'Astro, static page', path: '/', tagInHtml: true, without: { hydration: 'static', host: 'alone' } },
    ],
  },
  {
    name: 'nuxt',
    folder: `${apps}/nuxt`,
    framework: 'nuxt',
    copies: { 'app/app.vue': VUE_CHECKOUT },
    samples: { folder: 'app/docs', sections: ['Nuxt'] },
    weight: 70,
    rows: [hydrated('Nuxt 4, from a server')],
  },
  {
    name: 'webpack',
    folder: `${apps}/webpack`,
    framework: 'webpack',
    rows: [inBrowser('webpack 5')],
  },
  {
    name: 'wallets',
    folder: `${apps}/wallets`,
    framework: '@wagmi/core',
    onDevnet: true,
    weight: 50,
    rows: [
      inBrowser('Safe, in its frame', '/safe.html?safe'),
      inBrowser('wagmi, the connector safe', '/safe.html?wagmi-safe'),
      inBrowser('wagmi, the connector injected', '/?wagmi-injected'),
      inBrowser('wagmi, the connector walletConnect', '/?wagmi-walletconnect'),
      inBrowser('Coinbase SDK, in its window', '/?coinbase'),
      inBrowser('MetaMask provider, over its stream', '/?metamask'),
      inBrowser('Solana wallet-adapter, wrapped', '/?wallet-adapter'),
    ],
  },
  {
    name: 'jsdom',
    folder: `${apps}/jsdom`,
    framework: 'jsdom',
    copies: MOUNT,
    samples: UNIT_TEST,
    rows: [inTest('jsdom')],
  },
  {
    name: 'happy-dom',
    folder: `${apps}/happy-dom`,
    framework: 'happy-dom',
    copies: MOUNT,
    samples: UNIT_TEST,
    rows: [inTest('happy-dom')],
  },
  {
    name: 'commonjs',
    folder: `${apps}/commonjs`,
    framework: 'typescript',
    rows: [
      {
        title: 'CommonJS TypeScript',
        path: '',
        without: { hydration: 'node', properties: 'node', heard: 'node', paid: 'node', host: 'alone' },
      },
    ],
  },
  {
    name: 'hosts',
    folder: `${apps}/hosts`,
    framework: 'hub-pay',
    inCi: true,
    weight: 30,
    copies: {
      'prototype.mjs': 'test/tools/prototype.mjs',
      'troubleshooting.md': 'stories/docs/troubleshooting.md',
    },
    rows: [
      { ...refusing('Prototype.js 1.7', '/prototype', ['Array.from', 'Array.prototype.entries']), ...PROTOTYPE },
      { ...beside('Prototype.js 1.7, built-ins kept', '/prototype-kept', hosts.plain), ...PROTOTYPE },
      refusing('MooTools', '/mootools', ['Array.from'], 'mootools'),
      beside('MooTools, built-ins kept', '/mootools-kept', hosts.plain, 'mootools'),
      { ...beside('SES lockdown', '/ses', hosts.plain, 'ses'), noise: /SES|Removing/u },
      beside('In a jQuery UI dialog', '/jquery-ui', hosts.insideWindow, 'jquery-ui'),
      beside('In a Bootstrap modal', '/bootstrap', hosts.insideWindow, 'bootstrap'),
      beside('Turbo, left and back', '/turbo', hosts.turboRestore, '@hotwired/turbo'),
      beside('Turbo, morphed', '/turbo', hosts.turboMorph, '@hotwired/turbo'),
      beside('Turbo, kept on the next page', '/turbo/kept', hosts.turboKept, '@hotwired/turbo'),
      beside('htmx, left and back', '/htmx', hosts.htmxRestore, 'htmx.org'),
      beside('htmx, morphed by idiomorph', '/htmx', hosts.htmxMorph, 'idiomorph'),
      beside('htmx, kept on the next page', '/htmx/kept', hosts.htmxKept, 'htmx.org'),
      beside('Alpine, morphed', '/alpine', hosts.alpineMorph, '@alpinejs/morph'),
      beside('Beside a focus-trap', '/focus-trap', hosts.besideFocusTrap, 'focus-trap'),
    ],
  },
  {
    name: 'appkit',
    folder: `${apps}/appkit`,
    framework: '@reown/appkit',
    weight: 50,
    rows: [
      {
        ...{ title: 'AppKit’s window while a wallet is asked', path: '/', host: hosts.underAppKit },
        // Without the network, AppKit uses its own values and the fonts of the browser.
        noise: /reown|web3modal|walletconnect|Failed to (?:load|fetch)/iu,
        without: { types: 'plain', hydration: 'browser' },
      },
    ],
  },
];
