/**
 * Checks what a simulated exchange takes from the payer (G43). The guard cannot read the instructions of an exchange,
 * so this file compares the payer's accounts before and after it.
 */
import type { InstructionsRequest } from '../../family/abilities.js';
import { depositoryOf, nativeAddress } from '../../registry/registry.js';
import type { ChainAccess } from '../../family/sources.js';
import { readTokenAccount, type TokenAccount } from '../data/accounts.js';
import { decode } from '../data/decode.js';
import { SYSTEM_PROGRAM, TOKEN_PROGRAMS, WRAPPED_NATIVE } from '../data/programs.js';
import { networkFee } from './estimate-fee.js';
import { unsafe } from './lookup-tables.js';
import type { ChainAccount } from './read-accounts.js';

/** The maximum rent of the accounts that an exchange creates, in lamports. A token account costs about 2,040,000. */
const MAX_RENT = 10_000_000n;

/** An account before and after the transaction. A value is null if the account does not exist then. */
export type Change = { before: ChainAccount | null; after: ChainAccount | null };

/**
 * Returns the payer's account and all accounts that an exchange can change. Returns none if the guard could read every
 * instruction.
 */
export function watchedAccounts({ from, instructions }: InstructionsRequest, { chain }: ChainAccess): string[] {
  const isKnown = instructions.every((each) => decode(each) !== null || each.programId === depositoryOf(chain));
  if (isKnown) return [];
  const changed = instructions.flatMap(({ keys }) => keys.filter((key) => key.isWritable).map(({ pubkey }) => pubkey));
  return [...new Set([from, ...changed])];
}

/**
 * Checks that the payer loses no more than the price, the network fee and a little rent.
 * @param changes the accounts of `watchedAccounts`; the first account is the payer's account
 * @throws HubPayError `quote-unsafe` if the payer would lose more, or the control of an account
 */
export function checkLosses(request: InstructionsRequest, changes: readonly Change[], { chain }: ChainAccess): void {
  const { from, feePayer, currency, amount } = request;
  const [payer] = changes;
  const isGivenAway = payer?.after && (payer.after.owner !== SYSTEM_PROGRAM || payer.after.data.length > 0);
  if (isGivenAway) throw unsafe('G43', 'After the exchange, another party would control the payer’s account.');
  const price = BigInt(amount);
  const isNative = currency === nativeAddress(chain) || currency === WRAPPED_NATIVE;
  let lamports = payer ? lost(payer) : 0n;
  for (const change of changes) {
    const before = tokensIn(change.before);
    if (before?.owner !== from) continue;
    const after = tokensIn(change.after);
    const isOther =
      after && (['owner', 'mint', 'delegate', 'closer'] as const).some((part) => after[part] !== before[part]);
    if (isOther) throw unsafe('G43', 'After the exchange, another party would control a token account of the payer.');
    // Wrapped currency counts as native currency, because an exchange can turn one into the other.
    if (before.mint === WRAPPED_NATIVE) lamports += lost(change);
    else if (before.amount - (after?.amount ?? 0n) > (before.mint === currency ? price : 0n)) {
      throw unsafe('G43', `The exchange would take more of the token ${before.mint} than the price.`);
    }
  }
  const fee = feePayer === from ? networkFee(request) : 0n;
  if (lamports > (isNative ? price : 0n) + fee + MAX_RENT) {
    throw unsafe('G43', 'The exchange would take more of the native currency than the price.');
  }
}

const lost = ({ before, after }: Change): bigint => (before?.lamports ?? 0n) - (after?.lamports ?? 0n);

const tokensIn = (account: ChainAccount | null): TokenAccount | null =>
  account && TOKEN_PROGRAMS.includes(account.owner) ? readTokenAccount(account.data) : null;
