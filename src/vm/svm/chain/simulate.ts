/** Simulates a transaction before the wallet's prompt, which can only block a payment, and never allow one. */
import { HubPayError } from '../../../errors.js';
import { formatUnits } from '../../../shared/amounts.js';
import { isRecord } from '../../../shared/patterns.js';
import type { InstructionsRequest } from '../../family/abilities.js';
import { nativeAddress, pinnedCurrency } from '../../registry/registry.js';
import { rpc } from '../../family/rpc.js';
import type { ChainAccess } from '../../family/sources.js';
import { toBase64 } from '../data/bytes.js';
import { balances } from './balances.js';
import { estimateFee } from './estimate-fee.js';
import { checkLosses, watchedAccounts, type Change } from './check-losses.js';
import { CONFIRMED, naturalOf, readAccount, readAccounts, valueOf, type ChainAccount } from './read-accounts.js';

/**
 * Simulates the transaction without its signatures, and checks how much money an exchange would take.
 * @param slot the slot of the blockhash; a node that has not reached this slot refuses the simulation
 * @throws HubPayError `insufficient-funds`, `insufficient-native` or `reverted` if the transaction would fail;
 *   `quote-unsafe` if an exchange would take more than the price; Error if the node does not simulate the transaction
 */
export async function simulate(
  request: InstructionsRequest,
  bytes: Uint8Array,
  slot: unknown,
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
  // A node that has not read the newest blocks does not know the blockhash yet, so the payer can press the button
  // again.
  if (err === 'BlockhashNotFound') throw new Error('The node does not know the blockhash');
  throw (await lackOf(request, err, access)) ?? reverted(request, err, Array.isArray(logs) ? logs.map(String) : []);
}

/** @throws Error if the node did not return exactly the requested accounts */
function changesOf(before: readonly (ChainAccount | null)[], accounts: unknown): Change[] {
  const after: unknown[] = Array.isArray(accounts) ? accounts : [];
  if (after.length !== before.length) throw new Error('The node returned other accounts');
  return before.map((account, at) => ({ before: account, after: gone(readAccount(after[at])) }));
}

/** Returns null for a closed account, because a node can return a closed account as an account without money. */
const gone = (account: ChainAccount | null): ChainAccount | null => (account?.lamports === 0n ? null : account);

/**
 * Returns an error if the payer's balances are too small for the transaction, or null if the balances are sufficient or
 * cannot be read.
 */
async function lackOf(request: InstructionsRequest, err: unknown, access: ChainAccess): Promise<HubPayError | null> {
  const { from, currency, amount } = request;
  const native = nativeAddress(access.chain) ?? '';
  const [[held = null, nativeHeld = null], fee, reserve] = await Promise.all([
    balances(from, [{ currency }, { currency: native }], access),
    estimateFee([request], access),
    reserveOf(err, access),
  ]);
  const shown = (address: string, missing: bigint): { symbol: string; text: string } | null => {
    const found = missing > 0n ? pinnedCurrency(access.chain, address) : undefined;
    return found ? { symbol: found.symbol, text: `${formatUnits(missing, found.decimals)} ${found.symbol}` } : null;
  };
  const token = held === null || currency === native ? null : shown(currency, BigInt(amount) - held);
  if (token) {
    const values = { token: token.symbol, missing: token.text };
    return new HubPayError('insufficient-funds', 'The payer’s balance does not cover the payment.', { values });
  }
  if (nativeHeld === null || fee === null) return null;
  const needed = fee + reserve + (currency === native ? BigInt(amount) : 0n);
  const lack = shown(native, needed - nativeHeld);
  if (!lack) return null;
  const values = { native: lack.symbol, amount: lack.text };
  return new HubPayError('insufficient-native', 'The payer’s balance is below the fee and the rent.', { values });
}

/**
 * Returns the minimum amount of native currency that an account must keep if the simulation failed for lack of it, and
 * 0 otherwise.
 */
async function reserveOf(err: unknown, access: ChainAccess): Promise<bigint> {
  if (!isRecord(err) || !('InsufficientFundsForRent' in err)) return 0n;
  return naturalOf(await rpc(access, 'getMinimumBalanceForRentExemption', [0, CONFIRMED]));
}

/** Matches the lines that every program writes to the log. */
const COMMON_LINE = / (invoke|success|consumed)\b/;
const LONGEST_REASON = 300;

/** Creates the error for a failed simulation, with the chain's reason and the last lines of the log in `details`. */
function reverted({ chainId }: InstructionsRequest, err: unknown, logs: readonly string[]): HubPayError {
  const lines = logs.filter((line) => !COMMON_LINE.test(line)).slice(-2);
  const details = [JSON.stringify(err), ...lines].join(' ').slice(0, LONGEST_REASON);
  return new HubPayError('reverted', `The transaction would fail on chain ${chainId}.`, { money: 'not-sent', details });
}
