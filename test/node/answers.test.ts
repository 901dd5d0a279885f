/** Parses every fixture of a service response. Compares the result with the fixture's row in a table. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import {
  parseAttestation,
  parseChains,
  parseCurrencies,
  parseQuote,
  parseRequests,
  parseStatus,
} from '../../src/api/responses/parse.js';
import { serviceError } from '../../src/api/service-error.js';
import { guardQuote } from '../../src/headless.js';

type Fixture = { file: string; kind: string; http?: number };

const folder = new URL('../support/fixtures/', import.meta.url);
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const { fixtures } = read('MANIFEST.json') as { fixtures: Fixture[] };
const of = (kind: string): Fixture[] => fixtures.filter((fixture) => fixture.kind === kind);
/** Verifies that each fixture of the kind has exactly one row, and calls `check` for each row. */
const table = <T>(
  kind: string,
  rows: Record<string, T>,
  check: (answer: unknown, row: T, fixture: Fixture) => void | Promise<void>,
) => {
  test(`answer table of kind "${kind}" has one row for each fixture`, () => {
    assert.deepEqual(
      of(kind).map(({ file }) => file),
      Object.keys(rows).map((name) => `${name}.json`),
    );
  });
  for (const [name, row] of Object.entries(rows)) {
    const fixture = of(kind).find(({ file }) => file === `${name}.json`);
    test(`service answer ${name} gives the expected result: ${String(row)}`, async () => {
      assert.ok(fixture, 'the manifest lists it');
      await check(read(fixture.file), row, fixture);
    });
  }
};

test('fixture manifest names exactly the files of its folder', () => {
  const files = readdirSync(folder).filter((file) => file !== 'MANIFEST.json');
  assert.deepEqual(fixtures.map(({ file }) => file).sort(), files.sort());
});

table(
  'error',
  {
    'error-destination-tx-failed': 'service-refused DESTINATION_TX_FAILED',
    'error-execute-500': 'service-down 500',
    'error-execute-delegation': 'service-refused DELEGATION_REDEEM_FAILED',
    'error-execute-invalid-signature': 'config INVALID_SIGNATURE',
    'error-execute-missing-field': 'service-refused 400',
    'error-execute-unauthorized': 'service-refused 401',
    'error-invalid-input-currency': 'no-route INVALID_INPUT_CURRENCY',
    'error-no-swap-routes': 'no-route NO_SWAP_ROUTES_FOUND',
    'error-old-code-key': 'amount-too-low AMOUNT_TOO_LOW',
    'error-requests-v2-rate-limit': 'rate-limited 429',
    'error-svm-tx-too-large': 'transaction-too-large SOLANA_TX_TOO_LARGE',
    'synthetic-error-chain-disabled': 'chain-paused CHAIN_DISABLED',
    'synthetic-error-html-502': 'service-down 502',
    'synthetic-error-insufficient-funds': 'insufficient-funds INSUFFICIENT_FUNDS',
    'synthetic-error-insufficient-liquidity': 'amount-too-high INSUFFICIENT_LIQUIDITY',
    'synthetic-error-invalid-address': 'config INVALID_ADDRESS',
    'synthetic-error-invalid-slippage-tolerance': 'config INVALID_SLIPPAGE_TOLERANCE',
    'synthetic-error-no-quotes': 'no-route NO_QUOTES',
    'synthetic-error-price-fetch-failed': 'service-down PRICE_FETCH_FAILED',
    'synthetic-error-rate-limit': 'rate-limited 429',
    'synthetic-error-request-timed-out': 'service-down REQUEST_TIMED_OUT',
    'synthetic-error-route-temporarily-restricted': 'no-route ROUTE_TEMPORARILY_RESTRICTED',
    'synthetic-error-sanctioned-wallet-address': 'service-refused SANCTIONED_WALLET_ADDRESS',
    'synthetic-error-service-unavailable': 'service-down SERVICE_UNAVAILABLE',
    'synthetic-error-swap-impact-too-high': 'price-impact SWAP_IMPACT_TOO_HIGH',
    'synthetic-error-swap-quote-failed': 'no-route SWAP_QUOTE_FAILED',
    'synthetic-error-unknown-code': 'service-refused AN_UNKNOWN_CODE',
    'synthetic-error-unknown-error': 'service-down UNKNOWN_ERROR',
  },
  (answer, row, { http = 200 }) => {
    // An error page of a proxy is text and not JSON.
    const { code, details } = serviceError('POST /quote/v2', http, typeof answer === 'string' ? undefined : answer);
    // The second line is the request id.
    assert.equal(`${code} ${details?.split('\n')[0]}`, row);
  },
);

/** Each row lists the fields that make the quote unusable. The list is empty for a usable quote. */
table(
  'quote',
  {
    'quote-bitcoin-origin-p2sh': '',
    'quote-bitcoin-origin': '',
    'quote-bridge-min': 'details.sender details.recipient',
    'quote-calls': '',
    'quote-deposit-address-open': '',
    'quote-deposit-address-strict': '',
    'quote-erc20-approve-deposit-sponsored-2': '',
    'quote-erc20-approve-deposit-sponsored': '',
    'quote-evm-to-svm-approve-deposit': '',
    'quote-lighter-deposit': '',
    'quote-lighter-withdraw': '',
    'quote-native-deposit': 'steps[0].requestId',
    'quote-old-fees': 'details',
    'quote-same-chain-swap-min': 'details.sender details.recipient',
    'quote-to-bitcoin': '',
    'quote-venue-withdraw-v1': '',
    'quote-venue-withdraw-v2': '',
    'synthetic-quote-gas-topup': 'steps[0].requestId',
  },
  (answer, row) => {
    const parsed = parseQuote(answer);
    const problems = parsed.ok ? [] : parsed.problems.map(({ path }) => path);
    assert.equal(problems.join(' '), row);
  },
);

for (const { file } of of('quote')) {
  test(`guardQuote blocks ${file} without throwing when the intent requests something else`, async () => {
    const intent = { tradeType: 'EXACT_OUTPUT' as const, amount: '1', originChainId: 8453, destinationChainId: 42161 };
    const result = await guardQuote(read(file), intent, { chains: [] });
    assert.equal(result.ok, false);
  });
}

table(
  'status',
  {
    'status-pending': 'pending',
    'status-success-evm': 'success',
    'status-success-to-svm': 'success',
    'synthetic-status-delayed': 'delayed',
    'synthetic-status-depositing': 'depositing',
    'synthetic-status-failure': 'failure',
    'synthetic-status-refund': 'refund',
    'synthetic-status-submitted': 'submitted',
    'synthetic-status-unknown': 'fallback',
    'synthetic-status-waiting': 'waiting',
  },
  (answer, row) => {
    assert.equal(parseStatus(answer).status, row);
  },
);

/** Each row contains the number of usable chains, currencies or payments in the response. */
table(
  'chains',
  {
    'chains-quickstart': 1,
    'chains-supported-routes-2': 0,
    'chains-supported-routes': 0,
    'synthetic-chains-states': 9,
  },
  async (answer, row) => {
    assert.equal((await parseChains(answer, () => Promise.resolve())).length, row);
  },
);
table('currencies', { 'synthetic-currencies-empty': 0, 'synthetic-currencies-v1': 6 }, (answer, row) => {
  assert.equal(parseCurrencies(answer).flat().length, row);
});
table(
  'requests',
  {
    'requests-deposit-address-short': 1,
    'requests-deposit-address': 1,
    'requests-superseded': 1,
    'requests-v2-sponsored': 1,
  },
  (answer, row) => {
    const page = Object.hasOwn(answer as object, 'requests') ? answer : { requests: [answer] };
    assert.equal(parseRequests(page).requests.length, row);
  },
);
/** The row contains the id of the origin chain. */
table('attestation', { attestation: 1 }, (answer, row) => {
  assert.equal(parseAttestation(answer).requestData.originChainId, row);
});
