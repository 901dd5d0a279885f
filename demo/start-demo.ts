/** Starts the whole demo: devnet, backend, phone and pages. For `start.ts`, flow tests and benchmarks. */
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sampleCart, sumOf, unitsOf } from './backend/catalogue.js';
import { openBackend, type Backend } from './backend/index.js';
import { buildElement, buildScript } from './build-pages.js';
import { startDevnet, type Devnet } from './devnet/index.js';
import { svmPayers } from './devnet/svm/addresses.js';
import { attackNames } from './devnet/orders/tamper-quote.js';
import type { Relay } from './devnet/walletconnect/relay.js';
import { startRelay } from './devnet/walletconnect/relay-server.js';
import { createHandset } from './phone/handset.js';
import { createPhoneSite } from './phone/phone-site.js';
import { servePages, type Pages } from './serve-pages.js';
import type { DevnetData } from './shop/devnet-data.js';

export interface Demo {
  /** URL of the shop, with a trailing slash. */
  readonly url: string;
  readonly devnet: Devnet;
  /** The relay between the pages and the phone. */
  readonly relay: Relay;
  /** The ledger of the shop. */
  readonly ledger: Backend['ledger'];
  /** Stops the demo. The caller may call `stop` more than once. */
  stop(): Promise<void>;
}

export interface DemoOptions {
  /** Port of the pages. Default: 4280, or a free port if another program uses 4280. */
  port?: number;
  /**
   * If true, each EVM chain mines each transaction at once. If false, each EVM chain mines one block every second.
   * Default: true.
   */
  automine?: boolean;
}

/** Starts the demo. Resolves when the demo accepts payments. */
export async function startDemo({ port, automine = true }: DemoOptions = {}): Promise<Demo> {
  // Opens the port first. If another program uses the port, the start then fails at once.
  const server = await servePages(port);
  try {
    // Builds the pages before the chains start. The build blocks this thread, and a starting chain could time out.
    const files = await builtFiles();
    const devnet = await startDevnet({ automine });
    const backend = await openBackend({
      baseUrl: devnet.serviceUrl,
      apiKey: randomUUID(),
      origin: new URL(server.url).origin,
      terms: { ...PRICE, recipient: devnet.recipient, currency: devnet.addresses.usdc },
      networks: Object.fromEntries(devnet.registry.chains.map(({ id, displayName }) => [id, displayName])),
      databaseUrl: process.env['DATABASE_URL'],
      redisUrl: process.env['REDIS_URL'],
    }).catch(async (error: unknown) => {
      await devnet.stop();
      throw error;
    });
    const { relay, stop: stopRelay } = await startRelay();
    const handset = createHandset({ devnet, relayUrl: relay.url });
    const rpcUrls = devnet.chains.flatMap(({ httpRpcUrl, nodeUrl }) => [httpRpcUrl, nodeUrl]);
    const origins = [devnet.streamUrl, devnet.venueExchangeUrl].map((address) => new URL(address).origin);
    const connectTo = [devnet.serviceUrl, relay.url, ...origins, ...rpcUrls];
    const pages = withDevnetData(files, { devnet, relayUrl: relay.url, url: server.url });
    const template = (name: string): string => String(pages.get(`/${name}.html`));
    const templates = { cart: template('index'), sponsor: template('sponsor'), order: template('order') };
    const site = backend.site(templates);
    server.show(pages, connectTo, {
      ...backend.handlers,
      '/index.html': site,
      '/sponsor.html': site,
      '/order.html': site,
      '/cart': site,
      '/orders/': site,
      '/phone/': createPhoneSite(handset),
    });
    const stopJob = backend.ledger.run();
    const stop = async (): Promise<void> => {
      handset.stop();
      await server.close();
      await stopRelay();
      await stopJob();
      await devnet.stop();
      await backend.close();
    };
    return { url: server.url, devnet, relay, ledger: backend.ledger, stop };
  } catch (error) {
    await server.close();
    throw error;
  }
}

const here = fileURLToPath(new URL('.', import.meta.url));

const PAGES = ['index.html', 'order.html', 'donate.html', 'sponsor.html', 'phone.html'];
/** The price of the sample cart is 25.00 USDC on the second chain. */
const PRICE = { chainId: 31338, amount: unitsOf(sumOf(sampleCart).total) };
const ASSETS = [
  'shop.css',
  'backstage.css',
  'demo-wallet.css',
  'coffee.svg',
  'beans.svg',
  'huila.svg',
  'mug.svg',
  'backstage.html',
];

async function builtFiles(): Promise<Pages> {
  const [element, shop, wallet, phone] = await Promise.all([
    buildElement(),
    buildScript('demo/shop/shop-page.ts'),
    buildScript('demo/wallets/demo-wallet.ts'),
    buildScript('demo/phone/phone-page.ts'),
  ]);
  const files = new Map<string, string | Buffer>([
    ['/shop.js', shop],
    ['/demo-wallet.js', wallet],
    ['/phone.js', phone],
    ['/phone.css', await readFile(join(here, 'phone/phone.css'))],
  ]);
  for (const file of await readdir(element, { recursive: true, withFileTypes: true })) {
    if (!file.isFile() || file.name.endsWith('.map')) continue;
    const path = join(file.parentPath, file.name);
    files.set(`/cdn/${path.slice(element.length + 1).replaceAll('\\', '/')}`, await readFile(path));
  }
  for (const name of PAGES) files.set(`/${name}`, await readFile(join(here, name)));
  for (const name of ASSETS) files.set(`/shop/${name}`, await readFile(join(here, 'shop', name)));
  return files;
}

type Running = { devnet: Devnet; relayUrl: string; url: string };

/** Replaces the placeholders in the pages with the data of this devnet. */
function withDevnetData(files: Pages, { devnet, relayUrl, url }: Running): Pages {
  const data: DevnetData = {
    run: randomUUID(),
    registry: devnet.registry,
    chainUrls: Object.fromEntries(devnet.chains.map(({ id, httpRpcUrl }) => [id, httpRpcUrl])),
    serviceUrl: devnet.serviceUrl,
    statusStreamUrl: devnet.streamUrl,
    attacks: attackNames,
    svmSecretKeys: svmPayers.map(({ secretKey }) => Buffer.from(secretKey).toString('base64')),
    venueExchangeUrl: devnet.venueExchangeUrl,
    venueInfoUrl: devnet.venueInfoUrl,
    keys: devnet.payers.slice(0, 2).map(({ key }) => key),
    relayUrl,
    smartAccount: devnet.addresses.smartAccount,
  };
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  const backstage = String(files.get('/shop/backstage.html')).replace('$DEVNET_DATA', () => json);
  const filled = PAGES.map((name): [string, string] => {
    const whole = String(files.get(`/${name}`)).replace('$BACKSTAGE', () => backstage);
    const page = whole.replace('$DEVNET_DATA', () => json);
    const named = page.replace('$BASE_URL', devnet.serviceUrl).replace('$PROXY_URL', `${url}hub`);
    return [`/${name}`, named.replace('$RECIPIENT', devnet.recipient).replace('$FARM', devnet.farm)];
  });
  return new Map([...files, ...filled]);
}
