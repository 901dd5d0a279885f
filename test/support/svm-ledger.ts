/**
 * A chain that reads and executes the bytes of real SVM transactions, behind a fake `fetch`. Each transaction must be a
 * deposit of the native currency that its payer has signed. The chain creates a block every 400 ms of the clock.
 */
import { ed25519 } from '@noble/curves/ed25519';
import { base58 } from '@scure/base';
import { VersionedTransaction } from '@solana/web3.js';
import type { Clock } from '../../src/shared/time/clock.js';
import { jsonResponse } from './json-response.js';
import { SYSTEM, svm, svmAmounts } from './svm-quotes.js';

const BLOCK_MS = 400;
const VALID_BLOCKS = 150;
/** After this time, every blockhash has expired. */
export const SVM_EXPIRY_MS: number = (VALID_BLOCKS + 1) * BLOCK_MS;
/** Time in milliseconds until a transaction is executed. */
const DELAY_MS = 800;
const FEE = 5_000n;
const RENT = 890_880n;
/** With less than this, the simulation of a payment fails. */
const LEAST_FUNDS = svmAmounts.sol + FEE + RENT;
/** The bytes of a deposit: the tag of the instruction, the amount and the order id. */
const [AMOUNT_AT, ORDER_AT, DEPOSIT_BYTES] = [8, 16, 48];

type Landed = { hash: string; at: number; slot: number; orderId: string; amount: bigint; json: unknown };

export class SvmLedger {
  readonly url = 'https://rpc.test/real-svm';
  /** The hash of every transaction that reached the node. */
  readonly attempts: string[] = [];
  /** The orders of these transactions. */
  readonly attempted = new Set<string>();
  /** The number of next transactions that the node loses. */
  drops = 0;
  /** What the payer's account holds before its payments, in lamports. */
  funds = 10_000_000_000n;
  readonly #clock: Clock;
  readonly #start: number;
  readonly #landed = new Map<string, Landed>();

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#start = clock.now();
  }

  /** Returns the transactions that the chain has executed. */
  executed(): Landed[] {
    return [...this.#landed.values()].filter(({ at }) => at <= this.#clock.now());
  }

  /** Returns the transactions that the chain has executed or will execute. */
  accepted(): Landed[] {
    return [...this.#landed.values()];
  }

  /** True if the chain can no longer execute a transaction with this blockhash. */
  hasExpired(blockhash: string): boolean {
    return !hashesFrom(this.#height).includes(blockhash);
  }

  readonly fetch: typeof fetch = async (_address, init) => {
    const { id, method, params } = JSON.parse(init?.body as string) as {
      id: number;
      method: string;
      params: unknown[];
    };
    const result = this.#answer(method, params);
    return jsonResponse(() => (result instanceof Error ? { id, error: { message: result.message } } : { id, result }));
  };

  get #height(): number {
    return 5_000 + Math.floor((this.#clock.now() - this.#start) / BLOCK_MS);
  }

  #answer(method: string, [first]: readonly unknown[]): unknown {
    switch (method) {
      case 'getLatestBlockhash':
        return this.#at({ blockhash: hashAt(this.#height), lastValidBlockHeight: this.#height + VALID_BLOCKS });
      case 'getBlockHeight':
        return this.#height;
      case 'getMultipleAccounts':
        return this.#at((first as string[]).map((address) => this.#account(address)));
      case 'simulateTransaction':
        return this.#at({ err: this.funds < LEAST_FUNDS ? 'InsufficientFundsForFee' : null, logs: [] });
      case 'getMinimumBalanceForRentExemption':
        return Number(RENT);
      case 'sendTransaction':
        return this.#take(Uint8Array.from(atob(first as string), (sign) => sign.charCodeAt(0)));
      case 'getSignatureStatuses':
        return this.#at((first as string[]).map((hash) => this.#status(hash)));
      case 'getSignaturesForAddress':
        return this.executed().map(({ hash }) => ({ signature: hash }));
      case 'getTransaction':
        return this.executed().find(({ hash }) => hash === first)?.json ?? null;
      default:
        return new Error(`no method ${method}`);
    }
  }

  #at(value: unknown): unknown {
    return { context: { slot: this.#height }, value };
  }

  #account(address: string): unknown {
    if (address !== svm.payer) return null;
    const paid = this.executed().reduce((sum, { amount }) => sum + amount + FEE, 0n);
    return { lamports: Number(this.funds - paid), owner: SYSTEM, data: ['', 'base64'] };
  }

  #status(hash: string): unknown {
    const found = this.executed().find((each) => each.hash === hash);
    return found ? { slot: found.slot, err: null, confirmationStatus: 'finalized' } : null;
  }

  #take(bytes: Uint8Array): unknown {
    const { message, signatures } = VersionedTransaction.deserialize(bytes);
    const [payer] = message.staticAccountKeys;
    const [signature] = signatures;
    if (!payer || !signature || !ed25519.verify(signature, message.serialize(), payer.toBytes()))
      return new Error('signature verification failure');
    const hash = base58.encode(signature);
    this.attempts.push(hash);
    this.attempted.add(depositIn(message).orderId);
    if (this.drops > 0) this.drops -= 1;
    else if (!this.#landed.has(hash)) this.#land(hash, message);
    return hash;
  }

  /**
   * Executes the transaction after `DELAY_MS`. If the blockhash has expired before this time, the chain never executes
   * the transaction.
   */
  #land(hash: string, message: VersionedTransaction['message']): void {
    const at = this.#clock.now() + DELAY_MS;
    const slot = this.#height + DELAY_MS / BLOCK_MS;
    if (hashesFrom(slot).every((each) => each !== message.recentBlockhash)) return;
    const { amount, orderId } = depositIn(message);
    const accounts = message.staticAccountKeys.map((key) => key.toBase58());
    const { recentBlockhash, compiledInstructions } = message;
    const instructions = compiledInstructions.map(({ programIdIndex, data }) => ({
      programIdIndex,
      data: base58.encode(data),
    }));
    const lamports = accounts.map(() => 0);
    const json = {
      slot,
      blockTime: Math.floor(at / 1_000),
      transaction: { signatures: [hash], message: { accountKeys: accounts, instructions, recentBlockhash } },
      meta: { err: null, fee: Number(FEE), preBalances: lamports, postBalances: lamports },
    };
    this.#landed.set(hash, { hash, at, slot, orderId, amount, json });
  }
}

/** Returns the deposit of the transaction, which must have exactly one. */
export function depositIn({ staticAccountKeys, compiledInstructions }: VersionedTransaction['message']): {
  amount: bigint;
  orderId: string;
} {
  const deposits = compiledInstructions.filter(
    ({ programIdIndex }) => staticAccountKeys[programIdIndex]?.toBase58() === svm.depository,
  );
  const [deposit] = deposits;
  if (!deposit || deposits.length > 1 || deposit.data.length !== DEPOSIT_BYTES) throw new Error('not one deposit');
  const amount = new DataView(Uint8Array.from(deposit.data).buffer).getBigUint64(AMOUNT_AT, true);
  const orderId = Array.from(deposit.data.slice(ORDER_AT), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { amount, orderId: `0x${orderId}` };
}

/** Returns the blockhash of a block. */
const hashAt = (height: number): string => {
  const bytes = new Uint8Array(32).fill(9);
  new DataView(bytes.buffer).setUint32(0, height);
  return base58.encode(bytes);
};

/** Returns all blockhashes that a transaction in the block at `height` may contain. */
const hashesFrom = (height: number): string[] =>
  Array.from({ length: VALID_BLOCKS + 1 }, (_, age) => hashAt(height - age));
