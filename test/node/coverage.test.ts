/** Tests that a test exists for every endpoint, field and error code of the service. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { HubClient } from '../../src/api/client.js';
import { currenciesBody, executeBody, permitBody, requestsQuery } from '../../src/api/requests/other-bodies.js';
import { quoteBody } from '../../src/api/requests/quote-body.js';
import { membersOf, readTests, type Reading } from '../tools/docs/exercised.js';

const folder = new URL('../support/fixtures/', import.meta.url);
const fixture = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
const { fixtures } = fixture('MANIFEST.json') as { fixtures: { file: string; kind: string }[] };
const { quoteErrorCodes } = fixture('enums.json') as { quoteErrorCodes: string[] };

/** The fields of each object in the service's responses. */
const ANSWERS: Record<string, { kind: string; members: string }> = {
  'amount object': { kind: 'quote', members: 'currency amount amountFormatted amountUsd minimumAmount' },
  chain: {
    kind: 'chains',
    members:
      'id name displayName httpRpcUrl wsRpcUrl explorerUrl explorerName iconUrl vmType depositEnabled tokenSupport ' +
      'disabled partialDisableLimit blockProductionLagging currency withdrawalFee depositFee surgeEnabled ' +
      'featuredTokens erc20Currencies solverCurrencies contracts multicall3 multicaller onlyOwnerMulticaller ' +
      'hubReceiver erc20Router approvalProxy v3 baseChainId solverAddresses tags protocol v2 chainId depository ' +
      'supportsBridging',
  },
  'currency record': {
    kind: 'currencies',
    members: 'groupID chainId address symbol name decimals vmType metadata logoURI verified isNative',
  },
  'quote response': {
    kind: 'quote',
    members:
      'steps requestId fees gas huber hubGas hubService app subsidized feeSponsorship quoted actual details protocol ' +
      'orderId orderData paymentDetails',
  },
  'sponsorship detail': {
    kind: 'quote',
    members:
      'selectedComponents capHit components selected total sponsored userPays sponsoredTotal userPaysTotal ' +
      'maxSubsidizationAmount sponsorPayment',
  },
  'quote details': {
    kind: 'quote',
    members:
      'operation sender recipient currencyIn currencyOut refundCurrency currencyGasTopup totalImpact swapImpact usd ' +
      'percent expandedPriceImpact rate slippageTolerance timeEstimate userBalance fallbackType isFixedRate ' +
      'fixedRateFee route origin destination inputCurrency outputCurrency router includedSwapSources',
  },
  step: { kind: 'quote', members: 'id action description kind requestId items status data check endpoint method' },
  'transaction item': { kind: 'quote', members: 'from to data value maxFeePerGas maxPriorityFeePerGas chainId' },
  'signature item': {
    kind: 'quote',
    members: 'sign signatureKind domain types value primaryType post endpoint method body',
  },
  'request record': {
    kind: 'requests',
    members:
      'requests continuation id status user recipient depositAddress address depositAddressType depositor data ' +
      'subsidizedRequest fees feesUsd gas fixed price inTxs outTxs currency usesExternalLiquidity partnerId ' +
      'createdAt updatedAt fee hash type chainId timestamp',
  },
  status: {
    kind: 'status',
    members:
      'status details inTxHashes txHashes updatedAt originChainId destinationChainId failReason refundFailReason',
  },
  'venue’s first signature': {
    kind: 'quote',
    members:
      'sign signatureKind domain name version chainId verifyingContract types NonceMapping value wallet depositor ' +
      'nonce id primaryType post endpoint method body type walletChainId signatureChainId',
  },
  'venue’s transfer': {
    kind: 'quote',
    members:
      'action type parameters venueChain destination sourceDex destinationDex token amount fromSubAccount nonce ' +
      'eip712Types eip712PrimaryType',
  },
  'venue’s exchange': { kind: 'venue-exchange', members: 'signature r s v nonce action status' },
  'venue’s balance': { kind: 'venue-info', members: 'clearinghouseState user withdrawable spotMeta tokenId' },
  'SVM item': {
    kind: 'svm-item',
    members: 'instructions keys pubkey isSigner isWritable programId data addressLookupTableAddresses',
  },
  attestation: {
    kind: 'attestation',
    members:
      'requestData originChainId originUser originCurrency originAmount destinationChainId destinationUser signature',
  },
};

type Row = { what: string; name: string; by: string };

/** Finds a test that uses the name, if possible a test with the name in its title. */
function testOf(name: string, readings: readonly Reading[]): string {
  const all = readings.filter(({ names }) => names.has(name));
  const best = all.find(({ title }) => title.includes(name)) ?? all[0];
  return best ? `${best.file}: ${best.title}` : '';
}

const api = readTests(/^test\/api\//u);
const bodies = api.filter(({ file }) => file.startsWith('test/api/requests/'));
const errors = api.filter(({ file }) => file === 'test/api/service-error.test.ts');
const readers = readTests(/^test\/(?:api|payment|vm)\//u);

/** Finds a fixture of this kind with the field. Without such a fixture, finds a test that uses the field. */
function readingOf(name: string, kind: string): string {
  const holding = fixtures.find((each) => each.kind === kind && membersOf(fixture(each.file)).includes(name));
  return holding ? `test/node/answers.test.ts: ${holding.file}` : testOf(name, readers);
}

const requested = Object.entries({ quoteBody, requestsQuery, currenciesBody, executeBody, permitBody }).flatMap(
  ([kind, { name: what, checks }]) =>
    Object.keys(checks).map((name): Row => ({ what, name, by: testOf(name, bodiesOf(kind)) })),
);

function bodiesOf(kind: string): Reading[] {
  return bodies.filter(({ names }) => names.has(kind));
}

const rows: readonly Row[] = [
  ...requested,
  ...Object.entries(ANSWERS).flatMap(([what, { kind, members }]) =>
    members.split(' ').map((name): Row => ({ what, name, by: readingOf(name, kind) })),
  ),
  ...Object.getOwnPropertyNames(HubClient.prototype)
    .filter((name) => name !== 'constructor' && name !== 'quotePause')
    .map((name): Row => ({ what: 'endpoint', name, by: testOf(name, api) })),
  ...quoteErrorCodes.map((name): Row => ({ what: 'error code', name, by: testOf(name, errors) })),
];

test('test coverage of the service has a test for every endpoint, field and code', () => {
  for (const { what, name, by } of rows) console.log([what.padEnd(20), name.padEnd(44), by].join(' '));
  assert.ok(rows.length > 250, `only ${rows.length} rows were found`);
  const empty = rows.filter(({ by }) => by === '').map(({ what, name }) => `${what}: ${name}`);
  assert.deepEqual(empty, []);
});

test('test coverage of the service reports a name that no test contains', () => {
  assert.equal(testOf('aFieldThatDoesNotExist', readTests(/^test\/api\//u)), '');
});
