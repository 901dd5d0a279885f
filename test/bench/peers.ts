/**
 * Compares the size and the first paint with other packages that let people pay. `npm run bench -- peers` runs it. It
 * installs the packages from the npm registry into a temporary folder, and deletes the folder at the end. With
 * `--record`, it writes the figures into `peers.json`, from which `npm run docs` makes a page.
 *
 * Each package is bundled as a shop would: the component or call that its documentation names first. `firstKb` is the
 * gzipped script that loads with the page, `loadedKb` also contains what the page has loaded by itself before a press,
 * and `allKb` everything that can load later. `otherHosts` are the hosts that the page asks before a press.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { medians, report, round, type Row } from '../tools/figures.js';
import { root } from '../tools/sources.js';
import { openSite, pageOf, payTag, type Site } from './support/site.js';

/** `install` starts with the package itself. */
type Peer = { install: readonly string[]; code: string };

const RUNS = 3;
/** The factor by which the processor is slower. */
const SLOWDOWN = 4;
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
  'Relay Kit': {
    install: ['@relayprotocol/relay-kit-ui@8.0.12', 'wagmi@2', 'viem@2', '@tanstack/react-query@5', ...REACT],
    code: inReact(
      `import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
       import { createConfig, http, WagmiProvider } from 'wagmi';
       import { base } from 'wagmi/chains';
       import { convertViemChainToRelayChain, MAINNET_RELAY_API } from '@relayprotocol/relay-sdk';
       import { RelayKitProvider, SwapWidget } from '@relayprotocol/relay-kit-ui';
       const config = createConfig({ chains: [base], transports: { [base.id]: http() } });
       const chains = [convertViemChainToRelayChain(base)];
       const options = { appName: 'shop', baseApiUrl: MAINNET_RELAY_API, chains };`,
      `createElement(QueryClientProvider, { client: new QueryClient() },
        createElement(RelayKitProvider, { options },
          createElement(WagmiProvider, { config },
            createElement(SwapWidget, { supportedWalletVMs: ['evm'], onConnectWallet() {} }))))`,
    ),
  },
  'Base Pay': {
    install: ['@base-org/account@2.5.10', '@base-org/account-ui@1.0.1', ...REACT],
    code: inReact(
      `import { pay } from '@base-org/account';
       import { BasePayButton } from '@base-org/account-ui/react';`,
      `createElement(BasePayButton, {
        colorScheme: 'light',
        onClick: () => pay({ amount: '25.00', to: '${RECIPIENT}' }),
      })`,
    ),
  },
  'Solana Commerce Kit': {
    install: ['@solana-commerce/kit@0.1.1', '@tanstack/react-query@5', ...REACT],
    code: inReact(
      `import { PaymentButton } from '@solana-commerce/kit';
       const merchant = { name: 'Shop', wallet: '11111111111111111111111111111111' };`,
      `createElement(PaymentButton, { config: { merchant, mode: 'payment', amount: 25, currency: 'USDC' } })`,
    ),
  },
  'Adyen Drop-in': {
    install: ['@adyen/adyen-web@6.45.2'],
    code: `import { AdyenCheckout, Dropin } from '@adyen/adyen-web/auto';
      const checkout = await AdyenCheckout({
        clientKey: 'test_SHOP',
        environment: 'test',
        countryCode: 'NL',
        amount: { value: 2500, currency: 'EUR' },
        paymentMethodsResponse: { paymentMethods: [{ type: 'scheme', name: 'Cards', brands: ['visa', 'mc'] }] },
      });
      new Dropin(checkout).mount(document.body.appendChild(document.createElement('div')));`,
  },
};

/** The figures of the last run with `--record`. */
const RECORD = join(root, 'test/bench/peers.json');

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
const load = round(loadavg()[0] ?? 0, 1);
const leftOut: string[] = [];
let chromium = '';
try {
  const rows: Row[] = [await ours()];
  for (const [name, peer] of Object.entries(PEERS)) {
    try {
      rows.push(await measure(name, peer));
    } catch (error) {
      leftOut.push(name);
      console.error(`${name} cannot be measured: ${String(error).slice(0, 500)}`);
    }
  }
  report('peers', rows);
  if (process.argv.includes('--record')) {
    const date = new Date().toISOString().slice(0, 10);
    const machine = { chromium, cores: availableParallelism(), load };
    const about = { date, ...machine, runs: RUNS, seconds: SETTLE_MS / 1_000, slowdown: SLOWDOWN };
    writeFileSync(RECORD, `${JSON.stringify({ ...about, rows, leftOut }, null, 2)}\n`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function ours(): Promise<Row> {
  const kb = (path: string): number =>
    gzipSync(readFileSync(join(root, 'dist/cdn', path)), { level: 9 }).length / 1_000;
  const files = readdirSync(join(root, 'dist/cdn'), { recursive: true }).map(String);
  const all = files.filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + kb(file), 0);
  const sizes = { firstKb: round(kb('hub-pay.js'), 1), allKb: round(all) };
  const site = await openSite({ '/page': pageOf('/cdn/hub-pay.js', payTag) });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return {
    name: 'hub-pay',
    package: `hub-pay@${version}`,
    ...sizes,
    ...(await paints(site, (path) => kb(path.replace('/cdn/', '')))),
  };
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
  const sizes = { firstKb: round(kb(first), 1), allKb: round(kb(texts.keys())) };
  const files = Object.fromEntries([...texts].map(([path, text]) => [`/${path}`, text]));
  const site = await openSite({ ...files, '/page': pageOf('/out/shop.js', '<body></body>') });
  return { name, package: install[0] ?? '', ...sizes, ...(await paints(site, (path) => kb([path.slice(1)]))) };
}

/** The first paint of anything, and the page's work, on a slower processor. `kbOf` returns the size of a script. */
async function paints(site: Site, kbOf: (path: string) => number): Promise<Row> {
  const runs: { paintMs: number; scriptMs: number; blockedMs: number; heapKb: number; loadedKb: number }[] = [];
  const hosts = new Set<string>();
  try {
    for (let run = 0; run < RUNS; run++) {
      const visit = await site.visit('/page', { cpu: SLOWDOWN, hasNoButton: true });
      await sleep(SETTLE_MS);
      chromium = await visit.page.browser().version();
      const { paintMs, blockedMs } = await visit.page.evaluate(() => ({
        paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
        blockedMs: window.measured.blockedMs,
      }));
      for (const url of visit.requests) if (/^(?:https?|wss?):/u.test(url)) hosts.add(new URL(url).host);
      const { ScriptDuration = 0, JSHeapUsedSize = 0 } = await visit.metricsAfterGc();
      const scripts = new Set(visit.requests.filter((path) => /^\/.*\.js$/u.test(path)));
      const loadedKb = [...scripts].reduce((sum, path) => sum + kbOf(path), 0);
      runs.push({ paintMs, blockedMs, scriptMs: ScriptDuration * 1_000, heapKb: JSHeapUsedSize / 1_000, loadedKb });
      await visit.end();
    }
  } finally {
    await site.close();
  }
  const { paintMs, ...middle } = medians(runs);
  // Zero means that the page painted nothing within the time.
  return { paintMs: paintMs || 'nothing', ...middle, otherHosts: [...hosts].sort().join(' ') };
}
