/**
 * Compares the payer's balances on the chain with a payment. Too little of the paying token stops the payment. Network
 * costs are only an estimate, and somebody else may pay them, so too little for them causes a warning.
 */
import { lackOfCosts, lackValues } from '../../shared/amounts.js';
import { pause, within } from '../../shared/time/clock.js';
import type { Account, ChainRecord, GuardNote, WalletRequest } from '../../types.js';
import type { TransactionRequest } from '../../vm/family/abilities.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import type { ChainAccess } from '../../vm/family/sources.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { PaymentContext } from '../context/context.js';
import { readAccountKind } from '../context/readers.js';
import { feeWarning } from '../model/fee-warning.js';
import { assertCovers } from '../quote/request-quote.js';
import type { GuardedQuote } from '../quote/plan-steps.js';

/** Longest wait for the balances and the network fee, in milliseconds. */
const FUNDS_MS = 4_000;

/** Longest wait for what controls the account, and for the wallet's capabilities, in milliseconds. */
const PAYER_MS = 1_000;

/** The payment whose balances are compared. */
export type Funding = {
  context: PaymentContext;
  quote: Pick<GuardedQuote, 'summary' | 'requests'>;
  account: Pick<Account, 'address'>;
  wallet: Wallet;
  adapter: VmAdapter;
  chain: ChainRecord;
  signal: AbortSignal;
};

/**
 * Returns a warning if the account perhaps cannot pay the network costs. Returns null if it can, if the balance of the
 * native currency or the network fee cannot be read within 4 s, or if the chain's record names no native currency. Also
 * returns null if somebody else may pay the costs: for an account with code, and for a wallet with a paymaster.
 * @throws HubPayError `insufficient-funds` if the account has too little of the paying token; after an abort, the
 *   signal's reason
 */
export async function checkFunds(funding: Funding): Promise<GuardNote | null> {
  const { context, quote, account, adapter, chain, signal } = funding;
  const { pays } = quote.summary;
  const { fetch, clock } = context.deps;
  const access: ChainAccess = { chain, fetch, clock, signal };
  const native = chain.currency;
  const refs = [{ currency: pays.currency }, ...(native ? [{ currency: native.address }] : [])];
  const read = Promise.all([
    adapter.balances(account.address, refs, access),
    adapter.estimateFee(quote.requests, access),
    adapter.keptAmount?.(quote.requests, access) ?? null,
  ]);
  const timeout = pause(FUNDS_MS, clock, signal).then(() => [[], null, null] as const);
  const [[held = null, nativeHeld = null], fee, kept] = await Promise.race([read, timeout]);
  if (held !== null) assertCovers(held, pays);
  if (!native || nativeHeld === null || fee === null) return null;
  const value = quote.requests.reduce((sum, request) => sum + nativeValue(request, native.address), 0n);
  const left = nativeHeld > value ? nativeHeld - value : 0n;
  const lack = lackOfCosts(fee, kept, left);
  if (!lack || (await isPaidByOthers(funding, access))) return null;
  return feeWarning(lackValues(lack, native));
}

/** Returns how much of the native currency the request moves, without its costs. */
function nativeValue(request: WalletRequest, native: string): bigint {
  if (request.kind === 'instructions') return request.currency === native ? BigInt(request.amount) : 0n;
  return 'value' in request ? BigInt(request.value) : 0n;
}

/**
 * Returns true if somebody else may pay the network costs: the owner of a contract account, a bundler, or a paymaster
 * of the wallet. Opens no prompt.
 */
async function isPaidByOthers(
  { context, quote, account, wallet, adapter, signal }: Funding,
  access: ChainAccess,
): Promise<boolean> {
  const { clock } = context.deps;
  const request = quote.requests.find((each): each is TransactionRequest => each.kind === 'transaction');
  const { batches } = adapter;
  const [kind, hasPaymaster] = await Promise.all([
    within(PAYER_MS, clock, signal, (end) =>
      readAccountKind({ adapter, access: { ...access, signal: end } }, account.address),
    ),
    request && batches ? within(PAYER_MS, clock, signal, () => batches.hasPaymaster(request, wallet)) : false,
  ]);
  return (kind !== null && kind !== 'key') || hasPaymaster === true;
}
