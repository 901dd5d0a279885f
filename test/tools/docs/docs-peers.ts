/**
 * Generates the page that compares packages. The figures are those of `test/bench/peers.json`, which
 * `npm run bench -- peers --record` writes. Each cell about a feature names the page on which it rests.
 */
import type { Row } from '../figures.js';
import { table } from './docs-table.js';
import { read } from '../sources.js';

type Peers = {
  date: string;
  chromium: string;
  cores: number;
  load: number;
  runs: number;
  seconds: number;
  slowdown: number;
  rows: (Row & { name: string; package: string; otherHosts: string })[];
  leftOut: string[];
};

const peers = (): Peers => JSON.parse(read('test/bench/peers.json')) as Peers;

/** The day on which the pages of the features were read. */
const READ_ON = '2026-11-28';

/** `says` is what the page at `source` says. Null means that no page says it. */
type Cell = { says: string; source: string } | null;
type Features = Readonly<Record<'pays' | 'embeds' | 'needs' | 'server' | 'trial', Cell>>;

const cell = (says: string, source: string): Cell => ({ says, source });

const NPM = 'https://www.npmjs.com/package/';
const BITCOIN = `${NPM}@getalby/bitcoin-connect`;
const LIFI = 'https://docs.li.fi';
const REOWN = 'https://docs.reown.com/appkit/javascript/payments';
const THIRDWEB = 'https://portal.thirdweb.com';
const RELAY = 'https://docs.relay.link/references';
const BASE = 'https://docs.base.org';
const SOLANA = 'https://solana.com/docs/payments';
const ADYEN = 'https://docs.adyen.com';

const FEATURES: Readonly<Record<string, Features>> = {
  'hub-pay': {
    pays: cell('tokens on EVM chains, on Solana, or at a perps venue', 'how-it-works.md'),
    embeds: cell('an HTML tag, and components for frameworks', 'frameworks.md'),
    needs: cell('a payments service that somebody operates', 'concepts.md#where-the-service-comes-from'),
    server: cell('a ledger in your database asks the service and the chain', 'server.md'),
    trial: cell('a test mode in the page, without a service', 'testing.md'),
  },
  'bitcoin-connect': {
    pays: cell('Bitcoin over Lightning', BITCOIN),
    embeds: cell('web components, and a package for React', BITCOIN),
    needs: cell('a Lightning invoice', BITCOIN),
    server: cell('you check the invoice yourself', BITCOIN),
    trial: null,
  },
  'LI.FI widget': {
    pays: cell('tokens of all ecosystems that LI.FI supports', `${LIFI}/widget/overview`),
    embeds: cell('a React component, tested with other frameworks', `${LIFI}/widget/overview`),
    needs: cell('a name for your app', `${LIFI}/widget/select-widget-variants`),
    server: cell('an API for the status of a transaction', `${LIFI}/transaction-explorer`),
    trial: null,
  },
  'AppKit Pay': {
    pays: cell('a wallet, or an account at an exchange', `${REOWN}/pay-with-exchange`),
    embeds: cell('functions that open a window', `${REOWN}/pay-with-exchange`),
    needs: cell('AppKit, and payments switched on in its dashboard', `${REOWN}/pay-with-exchange`),
    server: null,
    trial: cell('assets of test networks', `${REOWN}/pay-with-exchange`),
  },
  thirdweb: {
    pays: cell('tokens on many chains, or a card', `${THIRDWEB}/bridge/checkout-widget/react`),
    embeds: cell('a React component', `${THIRDWEB}/bridge/checkout-widget/react`),
    needs: cell('the client id of a project', `${THIRDWEB}/bridge/checkout-widget/react`),
    server: cell('webhooks', `${THIRDWEB}/payments/webhooks`),
    trial: cell('a test mode, on supported test networks', `${THIRDWEB}/pay/testing-pay`),
  },
  'Relay Kit': {
    pays: null,
    embeds: cell('a React component', `${RELAY}/relay-kit/ui/installation`),
    needs: cell('wagmi, viem and TanStack Query', `${RELAY}/relay-kit/ui/installation`),
    server: cell('webhooks', `${RELAY}/api/api_guides/webhooks`),
    trial: cell('an API for test networks', `${RELAY}/relay-kit/ui/installation`),
  },
  'Base Pay': {
    pays: cell('USDC on Base', `${BASE}/base-account/reference/base-pay/pay`),
    embeds: cell('a function, and buttons for frameworks', `${NPM}@base-org/account-ui`),
    needs: cell('no setup', `${BASE}/mini-apps/technical-guides/accept-payments`),
    server: cell('a function that reads the status', `${BASE}/base-account/guides/accept-payments`),
    trial: cell('a test network', `${BASE}/base-account/reference/base-pay/pay`),
  },
  'Solana Commerce Kit': {
    pays: cell('tokens on Solana', `${SOLANA}/accept-payments/payment-button`),
    embeds: cell('a React component', `${SOLANA}/accept-payments/payment-button`),
    needs: cell('the address of a wallet', `${SOLANA}/accept-payments/payment-button`),
    server: cell('you look the signature up on the chain', `${SOLANA}/quickstart`),
    trial: cell('a test network', `${SOLANA}/accept-payments/payment-button`),
  },
  'Adyen Drop-in': {
    pays: cell(
      'cards, buy now pay later, wallets, and many more',
      `${ADYEN}/online-payments/build-your-integration/sessions-flow`,
    ),
    embeds: cell('a component of JavaScript', `${NPM}@adyen/adyen-web`),
    needs: cell('an account with keys, and a server', `${ADYEN}/standard/integration/drop-in`),
    server: cell('webhooks', `${ADYEN}/standard/integration/drop-in`),
    trial: cell('a test account', `${NPM}@adyen/adyen-web`),
  },
};

function featureTable(): string {
  const rows = peers().rows.map(({ name }) => {
    const features = FEATURES[name];
    if (!features) throw new Error(`docs-peers.ts has no features of ${name}.`);
    const { pays, embeds, needs, server, trial } = features;
    return [name, ...[pays, embeds, needs, server, trial].map(linked)];
  });
  const head = ['Package', 'People pay with', 'It embeds as', 'It needs', 'Your server learns of a payment by'];
  return table([...head, 'You can try it with'], rows);
}

const linked = (given: Cell): string => (given ? `[${given.says}](${given.source})` : 'not documented');

const COLUMNS = {
  firstKb: 'With the page, kB',
  loadedKb: 'Before a press, kB',
  allKb: 'All, kB',
  paintMs: 'First paint, ms',
  scriptMs: 'Scripts, ms',
  blockedMs: 'Blocked, ms',
  heapKb: 'Memory, kB',
} as const;

function figureTable(): string {
  const rows = peers().rows.map((row) => [
    row.name,
    row.package,
    ...Object.keys(COLUMNS).map((column) => String(row[column] ?? '')),
    String(row.otherHosts.split(' ').filter(Boolean).length),
  ]);
  return table(['Package', 'Version', ...Object.values(COLUMNS), 'Other hosts'], rows);
}

/** The sections of the page, by their names. */
export const peerSections: Readonly<Record<string, () => string>> = {
  'peer-figures': figureTable,
  'peer-features': featureTable,
  'peer-hosts': () =>
    table(
      ['Package', 'Hosts that it asks before a press'],
      peers().rows.map(({ name, otherHosts }) => [name, otherHosts.replaceAll(' ', ', ') || 'none']),
    ),
};

/** The values of the page within a sentence, by their names. */
export const peerValues: Readonly<Record<string, () => string>> = {
  'peers-date': () => peers().date,
  'peers-read-on': () => READ_ON,
  'peers-machine': () => {
    const { chromium, cores, load, runs, slowdown } = peers();
    return `${chromium}, ${cores} cores with a load of ${load}, ${runs} runs, a processor slowed ${slowdown} times`;
  },
  'peers-seconds': () => String(peers().seconds),
  'peers-left-out': () => peers().leftOut.join(', ') || 'none',
};
