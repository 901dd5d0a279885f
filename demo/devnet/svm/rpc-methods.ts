/** Implements the methods of the SVM's JSON-RPC that a payment page, a wallet and a merchant's server use. */

import { base58 } from '@scure/base';
import { PublicKey, VersionedMessage, VersionedTransaction } from '@solana/web3.js';
import { BLOCKHASH_SLOTS, type SvmAccount, type SvmChain } from './chain.js';
import { decimalsOf, encodeAccount, encodeTransaction, feeOf, tokenPrograms, uiAmount } from './rpc-encode.js';
import { readTokenAccount } from './tokens.js';

/** An error that JSON-RPC returns to the client. */
export class RpcError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

type Params = readonly unknown[];
export type RpcMethods = Readonly<Record<string, (params: Params) => unknown>>;

/** Maximum size of a transaction in bytes. LiteSVM itself accepts larger transactions. */
export const MAX_TRANSACTION = 1_232;
const NO_FEES = [{ prioritizationFee: 0 }];
/** The number of slots after which no fork can remove a transaction. */
const FINAL_SLOTS = 32;

export type SvmFault = 'drop' | 'expire' | 'fail-simulation' | undefined;

/** `fault` returns the value of the fault switch `svm`. */
export function createRpcMethods(chain: SvmChain, fault: () => SvmFault): RpcMethods {
  const now = (value: unknown): unknown => ({ context: { slot: chain.slot, apiVersion: '3.0.0' }, value });
  const encoded = (account: SvmAccount | null, options: unknown): unknown =>
    encodeAccount(chain, account, textIn(options, 'encoding'));

  function simulate(bytes: Uint8Array, checks: { signatures: boolean; blockhash: boolean }) {
    if (fault() !== 'fail-simulation') return chain.simulate(bytes, checks);
    const logs = ['Program log: the devnet lets this simulation fail'];
    const err = { InstructionError: [0, { Custom: 1 }] };
    return { err, logs, unitsConsumed: 0, accounts: new Map<string, SvmAccount>() };
  }

  function statusOf(signature: unknown): unknown {
    const found = chain.landed(String(signature));
    const age = chain.slot - (found?.slot ?? chain.slot);
    // Returns a transaction only after the end of its slot.
    if (!found || age < 1) return null;
    const { slot, err } = found;
    return {
      slot,
      err,
      status: err === null ? { Ok: null } : { Err: err },
      confirmations: age >= FINAL_SLOTS ? null : age,
      confirmationStatus: age >= FINAL_SLOTS ? 'finalized' : 'confirmed',
    };
  }

  function sendTransaction([text, options]: Params): string {
    const bytes = transactionIn(text, textIn(options, 'encoding'));
    const signature = base58.encode(VersionedTransaction.deserialize(bytes).signatures[0]!);
    if (chain.landed(signature)) return signature;
    if (fault() === 'expire') chain.tick(BLOCKHASH_SLOTS + 1);
    if (memberOf(options, 'skipPreflight') !== true) {
      const { err, logs, unitsConsumed } = simulate(bytes, { signatures: true, blockhash: true });
      if (err === 'SignatureFailure') throw new RpcError(-32003, 'Transaction signature verification failure');
      const details = { err, logs, unitsConsumed, accounts: null, returnData: null };
      if (err !== null) throw new RpcError(-32002, `Transaction simulation failed: ${problemOf(err)}`, details);
    }
    if (fault() !== 'drop') chain.send(bytes);
    return signature;
  }

  function simulateTransaction([text, options]: Params): unknown {
    const replaces = memberOf(options, 'replaceRecentBlockhash') === true;
    const checks = { signatures: memberOf(options, 'sigVerify') === true, blockhash: !replaces };
    const { accounts: posts, ...result } = simulate(transactionIn(text, textIn(options, 'encoding')), checks);
    const wanted = memberOf(options, 'accounts');
    const addresses = listIn(memberOf(wanted, 'addresses'));
    const accounts = addresses.map((each) => encoded(posts.get(String(each)) ?? chain.account(keyIn(each)), wanted));
    return now({
      ...result,
      accounts: wanted === undefined ? null : accounts,
      returnData: null,
      innerInstructions: null,
      replacementBlockhash: replaces ? chain.blockhash : null,
    });
  }

  function tokenAccounts([owner, filter, options]: Params): unknown {
    const mint = textIn(filter, 'mint');
    const program = textIn(filter, 'programId');
    const programs = program === undefined ? tokenPrograms : [keyIn(program)];
    const all = programs.flatMap((each) => chain.accountsOf(each));
    const owned = all.filter(({ data }) => {
      const held = readTokenAccount(data);
      const isWanted = mint === undefined || held?.mint.toBase58() === mint;
      return held?.owner.toBase58() === owner && isWanted;
    });
    return now(owned.map((each) => ({ pubkey: each.key.toBase58(), account: encoded(each, options) })));
  }

  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 1 }),
    getGenesisHash: () => 'HubDevnetGenesis11111111111111111111111111',
    getSlot: () => chain.slot,
    getBlockHeight: () => chain.slot,
    getEpochInfo: () => ({
      absoluteSlot: chain.slot,
      blockHeight: chain.slot,
      epoch: 0,
      slotIndex: chain.slot,
      slotsInEpoch: 432_000,
    }),
    getLatestBlockhash: () => now(chain.blockhash),
    isBlockhashValid: ([hash]) => now(chain.isBlockhashValid(String(hash))),
    getBalance: ([who]) => now(Number(chain.account(keyIn(who))?.lamports ?? 0n)),
    getMinimumBalanceForRentExemption: ([size]) => Number(chain.rentOf(Number(size))),
    getAccountInfo: ([who, options]) => now(encoded(chain.account(keyIn(who)), options)),
    getMultipleAccounts: ([keys, options]) =>
      now(listIn(keys).map((who) => encoded(chain.account(keyIn(who)), options))),
    getTokenAccountsByOwner: tokenAccounts,
    getTokenAccountBalance: ([who]) => {
      const held = readTokenAccount(chain.account(keyIn(who))?.data ?? Buffer.alloc(0));
      if (!held) throw new RpcError(-32602, 'Invalid param: could not find account');
      return now(uiAmount(held.amount, decimalsOf(chain, held.mint)));
    },
    getFeeForMessage: ([text]) => {
      const message = VersionedMessage.deserialize(Buffer.from(String(text), 'base64'));
      return now(chain.isBlockhashValid(message.recentBlockhash) ? feeOf(message) : null);
    },
    getRecentPrioritizationFees: () => NO_FEES.map((fee) => ({ slot: chain.slot, ...fee })),
    simulateTransaction,
    sendTransaction,
    getSignatureStatuses: ([signatures]) => now(listIn(signatures).map(statusOf)),
    getSignaturesForAddress: ([who, options]) => {
      const all = chain.history(keyIn(who).toBase58()).filter(({ slot }) => slot < chain.slot);
      const before = all.findIndex(({ signature }) => signature === textIn(options, 'before')) + 1;
      const until = all.findIndex(({ signature }) => signature === textIn(options, 'until'));
      const page = all.slice(before, until === -1 ? undefined : until);
      return page.slice(0, Number(memberOf(options, 'limit') ?? 1_000)).map(({ signature, slot, err, time }) => {
        return { signature, slot, err, blockTime: time, memo: null, confirmationStatus: 'confirmed' };
      });
    },
    getTransaction: ([signature, options]) => {
      const found = chain.landed(String(signature));
      if (!found || found.slot === chain.slot) return null;
      if (found.transaction.version !== 'legacy' && memberOf(options, 'maxSupportedTransactionVersion') !== 0) {
        throw new RpcError(-32015, 'Transaction version (0) is not supported by the requesting client');
      }
      return encodeTransaction(chain, found, textIn(options, 'encoding'));
    },
    requestAirdrop: ([who, lamports]) => {
      chain.airdrop(keyIn(who), BigInt(Number(lamports)));
      return base58.encode(crypto.getRandomValues(new Uint8Array(64)));
    },
  };
}

function keyIn(value: unknown): PublicKey {
  try {
    return new PublicKey(String(value));
  } catch {
    throw new RpcError(-32602, 'Invalid param: Invalid');
  }
}

const listIn = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

function textIn(value: unknown, name: string): string | undefined {
  const member = memberOf(value, name);
  return typeof member === 'string' ? member : undefined;
}

/** @throws RpcError if the text is not a transaction, or if the transaction is too large */
function transactionIn(text: unknown, encoding = 'base58'): Uint8Array {
  const type = 'solana_transaction::versioned::VersionedTransaction';
  const wrong = (why: string): RpcError => new RpcError(-32602, why);
  let bytes: Uint8Array;
  try {
    bytes = encoding === 'base64' ? Buffer.from(String(text), 'base64') : base58.decode(String(text));
    VersionedTransaction.deserialize(bytes);
  } catch {
    throw wrong(`failed to deserialize ${type}`);
  }
  if (bytes.length <= MAX_TRANSACTION) return bytes;
  throw wrong(`${encoding} encoded ${type} too large: ${bytes.length} bytes (max: encoded/raw 1644/1232)`);
}

function problemOf(err: unknown): string {
  if (err === 'BlockhashNotFound') return 'Blockhash not found';
  const [index, why] = listIn(memberOf(err, 'InstructionError')) as [number?, unknown?];
  if (index === undefined) return typeof err === 'string' ? err : JSON.stringify(err);
  const custom = memberOf(why, 'Custom');
  const cause = typeof custom === 'number' ? `custom program error: 0x${custom.toString(16)}` : String(why);
  return `Error processing Instruction ${index}: ${cause}`;
}
