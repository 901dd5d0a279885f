/**
 * Simulates a transaction before the wallet's prompt. The simulation can only block a payment, and never allows one.
 */
import { HubPayError } from '../../../errors.js';
import { formatUnits, lackOfCosts, lackValues } from '../../../shared/amounts.js';
import type { InstructionsRequest } from '../../family/abilities.js';
import { nativeAddress, pinnedCurrency } from '../../registry/registry.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { toBase64 } from '../data/bytes.js';
import { balances } from './balances.js';
import { estimateFee, keptAmount } from './estimate-fee.js';
import { checkLosses, watchedAccounts, type Change } from './check-losses.js';
import { CONFIRMED, readAccount, readAccounts, valueOf, type ChainAccount } from './read-accounts.js';
import { toJson } from '../../../shared/builtins/to-json.js';

/**
 * Simulates the transaction without its signatures, and checks how much money an exchange would take.
 * @param slot the slot of the blockhash; a node that has not reached this slot refuses the simulation
 * @throws HubPayError `insufficient-funds`, `insufficient-native` or `reverted` if the transaction would fail;
 *   `quote-unsafe` if an exchange would take more than the price; Error if the node does not simulate the transaction
 */
export async function simulate(
  request: InstructionsRequest,
  bytes: Uint8Array,
  slot: number,
  access: ChainAccess,
): Promise<void> {
  const addresses = watchedAccounts(request, access);
  const before = await readAccounts(addresses, access);
  const options = {
    ...CONFIRMED,
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: false,
    minContextSlot: slot,
    ...(addresses.length > 0 && { accounts: { encoding: 'base64', addresses } }),
  };
  const answer = await rpc(access, 'simulateTransaction', [toBase64(bytes), options]);
  const { err, logs, accounts } = Object(valueOf(answer)) as { err?: unknown; logs?: unknown; accounts?: unknown };
  if (err === undefined) throw new Error('The node returned no simulation');
  if (err === null) {
    if (addresses.length > 0) checkLosses(request, changesOf(before, accounts), access);
    return;
  }
  // A node that has not received the newest blocks does not know the blockhash yet. The payer can press the button
  // again.
  if (err === 'BlockhashNotFound') throw new Error('The node does not know the blockhash');
  throw (await lackOf(request, access)) ?? reverted(request, err, Array.isArray(logs) ? logs.map(String) : []);
}

/** @throws Error if the node did not return exactly the requested accounts */
function changesOf(before: readonly (ChainAccount | null)[], accounts: unknown): Change[] {
  const after: unknown[] = Array.isArray(accounts) ? accounts : [];
  if (after.length !== before.length) throw new Error('The node returned other accounts');
  return before.map((account, at) => ({ before: account, after: gone(readAccount(after[at])) }));
}

/** Returns null for a closed account. A node can return it as an account without money. */
const gone = (account: ChainAccount | null): ChainAccount | null => (account?.lamports === 0n ? null : account);

/**
 * Returns an error if the payer's balances are too small for the transaction. Returns null if they are sufficient or
 * cannot be read, or if the chain's record lacks the currency.
 */
async function lackOf(request: InstructionsRequest, access: ChainAccess): Promise<HubPayError | null> {
  const { from, currency, amount } = request;
  const { chain } = access;
  const native = nativeAddress(chain) ?? '';
  const [[held = null, nativeHeld = null], fee, kept] = await Promise.all([
    balances(from, [{ currency }, { currency: native }], access),
    estimateFee([request], access),
    keptAmount([request], access),
  ]);
  const value = BigInt(amount);
  const token = pinnedCurrency(chain, currency);
  if (token && held !== null && held < value) {
    // The payer adds the native currency only once, so the amount also contains the costs.
    const missing = value - held + (currency === native && fee !== null ? fee + (kept ?? 0n) : 0n);
    const values = { token: token.symbol, missing: `${formatUnits(missing, token.decimals)} ${token.symbol}` };
    return new HubPayError('insufficient-funds', 'The balance does not cover the payment.', { values });
  }
  const coin = pinnedCurrency(chain, native);
  if (!coin || nativeHeld === null || fee === null) return null;
  const lack = lackOfCosts(fee, kept, nativeHeld - (currency === native ? value : 0n));
  if (!lack) return null;
  return new HubPayError('insufficient-native', 'The balance does not cover the fee and the rent.', {
    values: lackValues(lack, coin),
  });
}

/** Matches the log lines that do not help, such as those with which the chain reports the calls of programs. */
const COMMON_LINE = / (invoke|success|consumed)\b/;
const LONGEST_REASON = 300;

/** Creates the error for a failed simulation, with the chain's reason and the last lines of the log in `details`. */
function reverted({ chainId }: InstructionsRequest, err: unknown, logs: readonly string[]): HubPayError {
  const lines = logs.filter((line) => !COMMON_LINE.test(line)).slice(-2);
  const details = [toJson(err), ...lines].join(' ').slice(0, LONGEST_REASON);
  return new HubPayError('reverted', `The transaction would fail on chain ${chainId}.`, { money: 'not-sent', details });
}
