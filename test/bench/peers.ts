/**
 * Compares the size and the first paint with other packages that let people pay. `npm run bench -- peers` runs it. It
 * installs the packages from the npm registry into a temporary folder, and deletes the folder at the end.
 *
 * Each package is bundled as a shop would: the component or call that its documentation names first. `beforePressKb` is
 * what a browser loads before a press, gzipped. `allKb` also contains everything that can load later.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { median, report, round, type Row } from '../tools/figures.js';
import { root } from '../tools/sources.js';
import { openSite, pageOf, payTag, type Site } from './support/site.js';

type Peer = { install: readonly string[]; code: string };

const RUNS = 3;
const SETTLE_MS = 3_000;
const RECIPIENT = '0x00000000000000000000000000000000000000aa';
const REACT = ['react@19', 'react-dom@19'];
const inReact = (imported: string, element: string): string => `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  ${imported}
  createRoot(document.body.appendChild(document.createElement('div'))).render(${element});`;

const PEERS: Readonly<Record<string, Peer>> = {
  'bitcoin-connect': {
    install: ['@getalby/bitcoin-connect@3.12.3'],
    code: `import '@getalby/bitcoin-connect';
      document.body.append(document.createElement('bc-pay-button'));`,
  },
  'LI.FI widget': {
    install: ['@lifi/widget@4.5.0', '@tanstack/react-query@5', ...REACT],
    code: inReact(
      `import { LiFiWidget } from '@lifi/widget';`,
      `createElement(LiFiWidget, { integrator: 'shop', config: { subvariant: 'custom' } })`,
    ),
  },
  'AppKit Pay': {
    install: ['@reown/appkit@1.8.24', '@reown/appkit-pay@1.8.24'],
    code: `import { createAppKit } from '@reown/appkit';
      import { base } from '@reown/appkit/networks';
      import { baseUSDC, openPay } from '@reown/appkit-pay';
      createAppKit({ projectId: 'shop', networks: [base], manualWCControl: true });
      const button = document.body.appendChild(document.createElement('button'));
      button.textContent = 'Pay 25.00 USDC';
      button.onclick = () => openPay({ paymentAsset: baseUSDC, recipient: '${RECIPIENT}', amount: 25 });`,
  },
  thirdweb: {
    install: ['thirdweb@5.121.6', ...REACT],
    code: inReact(
      `import { createThirdwebClient, defineChain } from 'thirdweb';
       import { CheckoutWidget, ThirdwebProvider } from 'thirdweb/react';`,
      `createElement(ThirdwebProvider, null, createElement(CheckoutWidget, {
        client: createThirdwebClient({ clientId: 'shop' }),
        chain: defineChain(8453),
        amount: '25',
        seller: '${RECIPIENT}',
      }))`,
    ),
  },
};

/** Bundlers for browsers replace the modules of Node by empty modules. */
const withoutNode: Plugin = {
  name: 'without-node',
  setup(build) {
    // esbuild reads the pattern as Go does, without flags.
    const filter = new RegExp(`^(?:node:)?(?:${builtinModules.join('|')})$`);
    build.onResolve({ filter }, ({ path }) => ({ path, namespace: 'without-node' }));
    build.onLoad({ filter: /./, namespace: 'without-node' }, () => ({ contents: 'module.exports = {}', loader: 'js' }));
  },
};

const folder = mkdtempSync(join(tmpdir(), 'hub-pay-peers-'));
try {
  const rows: Row[] = [await ours()];
  for (const [name, peer] of Object.entries(PEERS)) {
    try {
      rows.push(await measure(name, peer));
    } catch (error) {
      console.error(`${name} cannot be measured: ${String(error).slice(0, 500)}`);
    }
  }
  report('peers', rows);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function ours(): Promise<Row> {
  const kb = (path: string): number =>
    gzipSync(readFileSync(join(root, 'dist/cdn', path)), { level: 9 }).length / 1_000;
  const files = readdirSync(join(root, 'dist/cdn'), { recursive: true }).map(String);
  const all = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + kb(file), 0);
  const sizes = { beforePressKb: round(kb('hub-pay.js'), 1), allKb: round(all) };
  const site = await openSite({ '/page': pageOf('/cdn/hub-pay.js', payTag) });
  return { name: 'hub-pay', ...sizes, ...(await paints(site)) };
}

async function measure(name: string, { install, code }: Peer): Promise<Row> {
  const place = mkdtempSync(join(folder, 'peer-'));
  writeFileSync(join(place, 'package.json'), '{ "private": true }');
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--legacy-peer-deps', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...install], { cwd: place, stdio: ['ignore', 'ignore', 'inherit'] });
  writeFileSync(join(place, 'shop.js'), code);
  const { outputFiles, metafile } = await build({
    absWorkingDir: place,
    entryPoints: ['shop.js'],
    outdir: 'out',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    write: false,
    metafile: true,
    logLevel: 'silent',
    plugins: [withoutNode],
    define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
    loader: { '.svg': 'dataurl', '.png': 'dataurl', '.woff2': 'dataurl', '.css': 'empty' },
  });
  const texts = new Map(outputFiles.map(({ path, text }) => [path.slice(place.length + 1), text]));
  const first = new Set(['out/shop.js']);
  for (const file of first)
    for (const { path, kind } of metafile.outputs[file]?.imports ?? [])
      if (kind === 'import-statement') first.add(path);
  const kb = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSync(texts.get(file) ?? '', { level: 9 }).length, 0) / 1_000;
  const sizes = { beforePressKb: round(kb(first), 1), allKb: round(kb(texts.keys())) };
  const files = Object.fromEntries([...texts].map(([path, text]) => [`/${path}`, text]));
  const site = await openSite({ ...files, '/page': pageOf('/out/shop.js', '<body></body>') });
  return { name, ...sizes, ...(await paints(site)) };
}

/** The first paint of anything, and the work of the page, with a processor that is four times slower. */
async function paints(site: Site): Promise<Row> {
  const runs: { paintMs: number; scriptMs: number; blockedMs: number }[] = [];
  try {
    for (let run = 0; run < RUNS; run++) {
      const visit = await site.visit('/page', { cpu: 4, savesData: true, hasNoButton: true });
      await sleep(SETTLE_MS);
      const { paintMs, blockedMs } = await visit.page.evaluate(() => ({
        paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        blockedMs: window.measured.blockedMs,
      }));
      runs.push({ paintMs, blockedMs, scriptMs: ((await visit.metricsAfterGc())['ScriptDuration'] ?? 0) * 1_000 });
      await visit.end();
    }
  } finally {
    await site.close();
  }
  const of = (name: 'paintMs' | 'scriptMs' | 'blockedMs'): number => round(median(runs.map((run) => run[name])));
  // Zero means that the page painted nothing within the time.
  return { paintMs: of('paintMs') || 'nothing', scriptMs: of('scriptMs'), blockedMs: of('blockedMs') };
}
