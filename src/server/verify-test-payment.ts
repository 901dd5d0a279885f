/**
 * Verifies the payments of test mode, in which no service exists. The request id contains what this check needs of a
 * service's record. Only the merchant's server knows whether the id was stored.
 */
import { config } from '../errors.js';
import { unknownAmount, withAmount } from '../shared/amounts.js';
import { addressKey } from '../shared/chain.js';
import { knownChain, knownToken } from '../shared/test-mode/test-chains.js';
import { readTestId, shortHash, testHash, type TestTerms } from '../shared/test-mode/test-id.js';
import { TEST_MODE } from '../shared/test-mode/test-mode.js';
import type { ChainCurrency, Registry, TokenAmount, TransactionRef } from '../types.js';
import { pinnedCurrency } from '../vm/registry/registry.js';
import { refusalOfStatus, refuse, type Refusal } from './refusals.js';
import type { VerifyOptions, VerifyResult } from './types.js';

type Terms = { recipient: string; chainId: number; currency: string; amount: string };

/** True if the URL of the service is `demo:`. */
export const isTestMode = ({ baseUrl }: Pick<VerifyOptions, 'baseUrl'>): boolean => baseUrl === TEST_MODE;

/**
 * Refuses test mode on a live site, because anyone can write a request id of test mode. A site is live unless
 * `NODE_ENV` is `development` or `test`, or `allowTestPayments` is true.
 * @throws HubPayError `config`
 */
export function assertTestSite({ allowTestPayments }: Pick<VerifyOptions, 'allowTestPayments'>): void {
  if (allowTestPayments === true || isDevelopment()) return;
  const why =
    'accepts payments without money. Set NODE_ENV to development or test. If NODE_ENV must be production, but ' +
    'nobody buys on this site, set the option allowTestPayments: true.';
  throw config('baseUrl', `${TEST_MODE} ${why}`);
}

type Accepted = Extract<VerifyResult, { ok: true }>;

/**
 * Accepts a payment of test mode if `claim` returns true, and if the request id describes a delivery that pays for the
 * order. `expected` contains addresses, and the amount in the smallest unit.
 * @throws HubPayError `config` on a live site; also any error that `claim` throws
 */
export async function verifyTestPayment(
  options: Pick<VerifyOptions, 'claim' | 'expect' | 'allowTestPayments'>,
  requestId: string,
  expected: Terms,
  now: number = Date.now(),
): Promise<Accepted | Refusal> {
  assertTestSite(options);
  const { claim, expect } = options;
  const terms = readTestId(requestId);
  if (!terms) return refuse('unknown-id', 'This is not a payment of test mode, but baseUrl is demo:.');
  const isStored: unknown = claim ? await claim(requestId) : false;
  if (isStored !== true) return refuse('unknown-id', 'In test mode, your server must first store the request id.');
  const status = now < terms.endsAt ? 'pending' : terms.outcome;
  return (
    refusalOfStatus(status) ??
    refusalOfTerms(terms, expected, expect.registry) ??
    accepted(requestId, terms, expected, expect)
  );
}

/**
 * By convention, only a server that its developer runs has one of these values. A live server has another value, or
 * none.
 */
function isDevelopment(): boolean {
  const { process } = globalThis as { process?: { env?: { NODE_ENV?: string } } };
  return ['development', 'test'].includes(process?.env?.NODE_ENV ?? '');
}

/**
 * Compares the terms in the id with the order. The id contains only hashes of the addresses. If test mode made up the
 * token, its address and amount are not compared.
 */
function refusalOfTerms(
  terms: TestTerms,
  { recipient, chainId, currency, amount }: Terms,
  registry: Registry | undefined,
): Refusal | null {
  if (terms.recipient !== shortHash(recipient)) return refuse('recipient', 'The payment went to another recipient.');
  if (terms.chainId !== chainId % 2 ** 32)
    return refuse('chain', `The payment arrived on chain ${terms.chainId}, not on chain ${chainId}.`);
  if (!terms.isMadeUp && terms.currency !== shortHash(currency))
    return refuse('currency', `The payment delivered ${delivered(terms, chainId, registry)}, not ${currency}.`);
  if (!terms.isMadeUp && terms.amount < BigInt(amount))
    return refuse('amount', `${terms.amount} arrived, but ${amount} was required.`);
  return terms.hasCalls ? refuse('calls', 'Calls of the payer ran with the money. Test mode runs none.') : null;
}

/**
 * Returns what has arrived by a payment of test mode, even if it does not match its order. Null if nothing has arrived,
 * if test mode made up the token, or if `hashedToken` does not find it.
 */
export function arrivedInTest(requestId: string, registry: Registry | undefined, now: number): TokenAmount | null {
  const terms = readTestId(requestId);
  if (!terms || terms.isMadeUp || terms.outcome !== 'success' || now < terms.endsAt) return null;
  const { chainId, amount } = terms;
  const token = hashedToken(terms, chainId, registry);
  if (!token) return null;
  const { address, symbol, decimals } = token;
  return withAmount({ chainId, currency: addressKey(address), symbol, decimals }, amount);
}

/**
 * Finds the token whose hash is in the id. Looks among the native currency and the `erc20Currencies` of this chain, in
 * the registry and in test mode.
 */
function hashedToken(
  { currency }: TestTerms,
  chainId: number,
  registry: Registry | undefined,
): ChainCurrency | undefined {
  const pinned = registry?.chains.find(({ id }) => id === chainId);
  const tokens = [pinned, knownChain(chainId)].flatMap((chain) => [
    chain?.currency ?? [],
    chain?.erc20Currencies ?? [],
  ]);
  return tokens.flat().find(({ address }) => shortHash(address) === currency);
}

/** Returns words for the delivered token. They help a developer who wrote the token's address on another chain. */
function delivered(terms: TestTerms, chainId: number, registry: Registry | undefined): string {
  const token = hashedToken(terms, chainId, registry);
  return token ? `the token ${token.symbol} ${token.address} of chain ${chainId}` : 'another token';
}

/**
 * Creates the result for an accepted payment. The id does not contain the token that the payer paid with, so only the
 * chain of `paid` is known.
 */
function accepted(
  requestId: string,
  { originChainId, amount, isMadeUp }: TestTerms,
  expected: Terms,
  { registry }: Pick<VerifyOptions['expect'], 'registry'>,
): Accepted {
  const { chainId } = expected;
  const currency = addressKey(expected.currency);
  const token = listed(registry, chainId, currency) ?? knownToken(chainId, currency);
  const { symbol = '', decimals = 0 } = token ?? {};
  const received = withAmount({ chainId, currency, symbol, decimals }, isMadeUp ? expected.amount : amount);
  const sent = (on: number, kind: 'deposit' | 'delivery'): TransactionRef[] => [
    { chainId: on, hash: testHash(requestId, kind), url: null },
  ];
  const payment = {
    requestId,
    reference: null,
    paid: unknownAmount(originChainId),
    received: token ? received : { ...received, amountFormatted: null },
    origin: sent(originChainId, 'deposit'),
    destination: sent(chainId, 'delivery'),
  };
  return { ok: true, test: true, payment, delivery: requestId, deliveries: [requestId] };
}

function listed(registry: Registry | undefined, chainId: number, currency: string): ChainCurrency | null {
  const chain = registry?.chains.find(({ id }) => id === chainId);
  return (chain && pinnedCurrency(chain, currency)) ?? null;
}
