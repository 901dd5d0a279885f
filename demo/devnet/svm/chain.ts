/** The SVM chain: LiteSVM with slots, a clock and blockhashes, and the history of transactions. */

import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { AddressLookupTableAccount, PublicKey, VersionedTransaction } from '@solana/web3.js';
import { LOOKUP_TABLE_PROGRAM } from './addresses.js';
import { errorOf, loadRuntime, type SvmError } from './runtime.js';

export interface SvmAccount {
  readonly lamports: bigint;
  readonly data: Buffer;
  readonly owner: PublicKey;
  readonly executable: boolean;
}

/** A transaction in the history of the chain, even if it failed. */
export interface LandedTransaction {
  readonly signature: string;
  readonly slot: number;
  /** Unix time in seconds. */
  readonly time: number;
  readonly err: SvmError | null;
  readonly logs: string[];
  readonly unitsConsumed: number;
  readonly transaction: VersionedTransaction;
  /** All accounts of the transaction, including the accounts from lookup tables. */
  readonly keys: readonly PublicKey[];
  readonly before: readonly (SvmAccount | null)[];
  readonly after: readonly (SvmAccount | null)[];
}

export interface Simulation {
  readonly err: SvmError | null;
  readonly logs: string[];
  readonly unitsConsumed: number;
  /** State after the transaction, by address. */
  readonly accounts: ReadonlyMap<string, SvmAccount>;
}

/** The chain's answer to a sent transaction. The chain either executed the transaction or refused it. */
export type Reception = { landed: LandedTransaction } | { refused: SvmError };

export interface SvmChain {
  readonly slot: number;
  /** The latest blockhash, and the last slot in which the chain accepts this blockhash. */
  readonly blockhash: { blockhash: string; lastValidBlockHeight: number };
  /** Lets this number of slots pass. After 151 slots, every earlier blockhash is too old. */
  tick(slots?: number): void;
  isBlockhashValid(blockhash: string): boolean;
  rentOf(bytes: number): bigint;
  account(key: PublicKey): SvmAccount | null;
  setAccount(key: PublicKey, account: Omit<SvmAccount, 'executable' | 'lamports'> & { lamports?: bigint }): void;
  setLookupTable(key: PublicKey, addresses: readonly PublicKey[]): void;
  accountsOf(program: PublicKey): (SvmAccount & { key: PublicKey })[];
  addProgram(id: PublicKey, elf: Uint8Array): void;
  airdrop(to: PublicKey, lamports: bigint): void;
  simulate(bytes: Uint8Array, checks: { signatures: boolean; blockhash: boolean }): Simulation;
  /** Executes a transaction at once. */
  send(bytes: Uint8Array): Reception;
  landed(signature: string): LandedTransaction | undefined;
  /** Returns all transactions that contain this account, the newest first. */
  history(key: string): LandedTransaction[];
  /** Calls `listener` for each transaction. Returns a function that removes the listener. */
  onLanded(listener: (transaction: LandedTransaction) => void): () => void;
  onSlot(listener: () => void): () => void;
  stop(): void;
}

const SLOT_MS = 400;
const FIRST_SLOT = 1_000;
/** A transaction is valid for this number of slots after its blockhash. */
export const BLOCKHASH_SLOTS = 150;
/** The runtime needs recent slots to create a lookup table. */
const SLOT_HASHES = 512;

/**
 * Creates the chain. A new slot begins every 400 ms. With `isClockStopped`, a new slot begins only after a call of
 * `tick`.
 */
export function createSvmChain({ isClockStopped = false } = {}): SvmChain {
  const { LiteSvm, Account, Clock, FailedTransactionMetadata } = loadRuntime();
  type RuntimeAccount = InstanceType<typeof Account>;
  const svm = new LiteSvm();
  // LiteSVM knows only one blockhash, so this chain checks blockhashes itself.
  svm.setBlockhashCheck(false);
  const lastSlots = new Map<string, number>();
  const slotHashes: { slot: bigint; hash: string }[] = [];
  const transactions = new Map<string, LandedTransaction>();
  const landedListeners = new Set<(transaction: LandedTransaction) => void>();
  const slotListeners = new Set<() => void>();
  let slot = FIRST_SLOT;
  let latest = '';

  const accountFrom = (found: RuntimeAccount): SvmAccount => ({
    lamports: found.lamports(),
    data: Buffer.from(found.data()),
    owner: new PublicKey(found.owner()),
    executable: found.executable(),
  });

  function tick(slots = 1): void {
    for (let passed = 0; passed < slots; passed++) {
      slot++;
      latest = base58.encode(createHash('sha256').update(`slot ${slot}`).digest());
      lastSlots.set(latest, slot + BLOCKHASH_SLOTS);
      slotHashes.unshift({ slot: BigInt(slot - 1), hash: latest });
    }
    slotHashes.length = Math.min(slotHashes.length, SLOT_HASHES);
    for (const [hash, last] of lastSlots) if (last < slot) lastSlots.delete(hash);
    svm.setClock(new Clock(BigInt(slot), 0n, 0n, 0n, BigInt(now())));
    svm.setSlotHashes(slotHashes);
    for (const listener of slotListeners) listener();
  }

  function account(key: PublicKey): SvmAccount | null {
    const found = svm.getAccount(key.toBytes());
    if (!found || (found.lamports() === 0n && found.data().length === 0)) return null;
    return accountFrom(found);
  }

  /** Returns the accounts of a transaction in the order of the message. The accounts from lookup tables come last. */
  function keysOf({ message }: VersionedTransaction): PublicKey[] {
    const tables = message.addressTableLookups.flatMap(({ accountKey }) => {
      const data = account(accountKey)?.data;
      return data ? [new AddressLookupTableAccount({ key: accountKey, state: stateOf(data) })] : [];
    });
    try {
      const keys = message.getAccountKeys({ addressLookupTableAccounts: tables });
      return Array.from({ length: keys.length }, (_, index) => keys.get(index)!);
    } catch {
      return [...message.staticAccountKeys];
    }
  }

  const stateOf = (data: Uint8Array): AddressLookupTableAccount['state'] => AddressLookupTableAccount.deserialize(data);

  const isBlockhashValid = (blockhash: string): boolean => lastSlots.has(blockhash);

  function send(bytes: Uint8Array): Reception {
    const transaction = VersionedTransaction.deserialize(bytes);
    if (!isBlockhashValid(transaction.message.recentBlockhash)) return { refused: 'BlockhashNotFound' };
    const keys = keysOf(transaction);
    const before = keys.map(account);
    const result = svm.sendVersionedTransaction(bytes);
    const isFailed = result instanceof FailedTransactionMetadata;
    const err = isFailed ? errorOf(result.err()) : null;
    if (typeof err === 'string') return { refused: err };
    const meta = isFailed ? result.meta() : result;
    const landed: LandedTransaction = {
      signature: base58.encode(transaction.signatures[0]!),
      slot,
      time: now(),
      err,
      transaction,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      keys,
      before,
      after: keys.map(account),
    };
    transactions.set(landed.signature, landed);
    for (const listener of landedListeners) listener(landed);
    return { landed };
  }

  function simulate(bytes: Uint8Array, checks: { signatures: boolean; blockhash: boolean }): Simulation {
    const { message } = VersionedTransaction.deserialize(bytes);
    const nothing = { logs: [], unitsConsumed: 0, accounts: new Map<string, SvmAccount>() };
    if (checks.blockhash && !isBlockhashValid(message.recentBlockhash)) return { err: 'BlockhashNotFound', ...nothing };
    svm.setSigverify(checks.signatures);
    const result = svm.simulateVersionedTransaction(bytes);
    svm.setSigverify(true);
    const isFailed = result instanceof FailedTransactionMetadata;
    const meta = result.meta();
    const posts = isFailed ? [] : result.postAccounts();
    return {
      err: isFailed ? errorOf(result.err()) : null,
      logs: meta.logs(),
      unitsConsumed: Number(meta.computeUnitsConsumed()),
      accounts: new Map(posts.map((post) => [base58.encode(post.address), accountFrom(post.account())])),
    };
  }

  const chain: SvmChain = {
    get slot() {
      return slot;
    },
    get blockhash() {
      return { blockhash: latest, lastValidBlockHeight: lastSlots.get(latest)! };
    },
    tick,
    isBlockhashValid,
    rentOf: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    account,
    setAccount(key, { data, owner, lamports = chain.rentOf(data.length) }) {
      svm.setAccount(key.toBytes(), new Account(lamports, data, owner.toBytes(), false, 0n));
    },
    setLookupTable(key, addresses) {
      const data = Buffer.alloc(TABLE_HEADER + 32 * addresses.length);
      data.writeUInt32LE(1, 0);
      data.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 4);
      addresses.forEach((address, index) => data.set(address.toBytes(), TABLE_HEADER + 32 * index));
      chain.setAccount(key, { data, owner: LOOKUP_TABLE_PROGRAM });
    },
    accountsOf: (program) =>
      svm.getProgramAccounts(program.toBytes()).map((found) => {
        return { key: new PublicKey(found.address), ...accountFrom(found.account()) };
      }),
    addProgram: (id, elf) => svm.addProgram(id.toBytes(), elf),
    airdrop: (to, lamports) => void svm.airdrop(to.toBytes(), lamports),
    simulate,
    send,
    landed: (signature) => transactions.get(signature),
    history: (key) =>
      [...transactions.values()].filter(({ keys }) => keys.some((each) => each.toBase58() === key)).reverse(),
    onLanded: (listener) => subscribe(landedListeners, listener),
    onSlot: (listener) => subscribe(slotListeners, listener),
    stop: () => clearInterval(timer),
  };
  tick();
  const timer = isClockStopped ? undefined : setInterval(() => tick(), SLOT_MS).unref();
  return chain;
}

/** The number of bytes before the addresses in the data of a lookup table. */
const TABLE_HEADER = 56;

const now = (): number => Math.floor(Date.now() / 1_000);

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
