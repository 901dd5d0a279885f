/** Defines the interface of a chain family's adapter. Code outside a chain family uses the chain through it only. */
import type { WireAttestation, WireStep } from '../api/responses/types.js';
import type { Clock } from '../shared/clock.js';
import type { Asset, ChainRecord, GuardNote, PaymentIntent, Permit, WalletRequest } from '../types.js';
import type { Wallet } from '../wallets/wallet.js';

/** A complete intent, with every field that `guardQuote` needs. */
export type CompleteIntent = PaymentIntent &
  Required<
    Pick<
      PaymentIntent,
      | 'amount'
      | 'user'
      | 'originChainId'
      | 'originCurrency'
      | 'destinationChainId'
      | 'destinationCurrency'
      | 'recipient'
      | 'refundTo'
    >
  >;

/** Values that the quote rules have checked before a chain's own guard decodes the steps. */
export type GuardContext = {
  intent: CompleteIntent;
  /** `protocol.v2.orderId`, or the request id if the quote has none. */
  orderId: string;
  requestId: string;
  /** `details.currencyIn.amount`, in the smallest unit of the origin currency. */
  amountIn: bigint;
  /** Minimum that the quote delivers, in the smallest unit of the destination currency. */
  leastOut: bigint;
  /** The origin chain's pinned record. */
  chain: ChainRecord;
};

export type Verdict = {
  requests: WalletRequest[];
  blocks: GuardNote[];
  warnings: GuardNote[];
  /** Deposit address, if the payer pays without a wallet request. */
  depositAddress?: string;
};

/** Progress of the current step: the wallet switches the chain, or it shows the prompt. */
export type Phase = 'switching' | 'prompting';

/** The wallet's answer to a transaction request, with the data to find the transaction again. */
export type Submission = {
  chainId: number;
  /** Transaction hash, as returned by the wallet. */
  hash: string;
  /** Next nonce of the account before the prompt, as a decimal string. Absent if it could not be read. */
  nonce?: string;
  /** Length of the calldata in bytes, as in `TransactionQuery`. */
  size?: number;
};

/**
 * Content that identifies the requested transaction on the chain. `dataHash` is `hash(data)` of the calldata in lower
 * case, so that the calldata need not be stored. `value` is a decimal string in the smallest unit.
 */
export type ExpectedTransaction = { from: string; to: string; value: string; dataHash: string };

/**
 * Outcome of a submitted transaction.
 * `repriced`: mined with another hash but the same content, so it is the payment.
 * `cancelled`: the nonce was used by an empty transfer of the payer to itself.
 * `replaced`: the nonce was used by another transaction, so the payment can no longer be mined.
 */
export type Receipt =
  | { outcome: 'confirmed' | 'repriced'; hash: string }
  | { outcome: 'reverted'; hash: string }
  | { outcome: 'cancelled' | 'replaced'; hash: string };

/** Content of a wallet request, to find its transaction without a hash. */
export type TransactionQuery = {
  /** Next nonce of the account before the prompt, as a decimal string. Null if it could not be read. */
  nonce: string | null;
  expected: ExpectedTransaction;
  /** Length of the calldata in bytes. Set if the call may be one of several calls in a transaction. */
  size?: number;
  /**
   * Returns true if the transaction belongs to another payment. Only this separates two transactions with the same
   * content.
   */
  belongsToOther: (hash: string) => boolean;
};

/**
 * Result of one search on the chain.
 * `pending`: found, but not mined.
 * `hidden`: a pending transaction may use the nonce, but the node does not show it.
 * `cancelled`, `replaced`: another transaction with the nonce was mined.
 * Null: no transaction was found, or nothing proves that it was replaced.
 */
export type TransactionLookup =
  | { outcome: 'pending' | 'confirmed' | 'reverted' | 'cancelled' | 'replaced'; hash: string }
  | { outcome: 'hidden' }
  | null;

/**
 * State of a signed permit.
 * `unused`: it can still be used.
 * `used`: the chain does not show by which party or for which purpose.
 * `expired`: it was not used and can no longer be used.
 */
export type PermitState = 'unused' | 'used' | 'expired';

/** Content and length in bytes of one call of a batch. */
export type ExpectedCall = { expected: ExpectedTransaction; size: number };

/**
 * What a wallet answers that is asked for calls that go together: its own name for them, or that nothing was sent.
 * `upgrade-rejected`: the payer has refused what it would take, and nothing else may be asked before they press again.
 */
export type SendCallsResult = { id: string } | 'unsupported' | 'upgrade-rejected';

/**
 * State of a batch.
 * `pending`: it may still be executed.
 * `done`: the wallet reports success and the chain confirms it.
 * `failed`: the wallet reports a failure, or the transaction that the wallet names does not make the payment. This
 * state may still change.
 */
export type CallsState = { name: 'pending' | 'failed' } | { name: 'done'; hash: string };

type TransactionRequest = Extract<WalletRequest, { kind: 'transaction' }>;

/** Access to a chain by the `httpRpcUrl` of its record and the session's clock. */
export type ChainAccess = { chain: ChainRecord; fetch: typeof fetch; signal: AbortSignal; clock: Clock };

/**
 * Interface of a chain family. Some members are specific to EVM. `attested` always uses EVM, because the solver signs
 * as an EVM account. `nonce`, `TransactionQuery` and `ExpectedTransaction` assume numbered transactions with calldata.
 * `canBatch`, `sendCalls` and `callsState` follow EIP-5792. `sign` and `permitState` serve token permits on EVM.
 */
export interface VmAdapter {
  readonly kind: 'evm';
  /**
   * Decodes the steps, checks them against the pinned chain and builds the requests from the decoded values. Never
   * throws.
   */
  guardSteps(steps: readonly WireStep[], context: GuardContext): Verdict;
  /**
   * Checks whether one of `solvers` signed this attestation for this request. `unavailable`: the values cannot be
   * encoded in the signed form. The caller must compare the values with the payment.
   */
  checkAttestation(
    requestId: string,
    attestation: WireAttestation,
    solvers: readonly string[],
  ): Promise<'valid' | 'invalid' | 'unavailable'>;
  /** Hashes a text, as 0x-hex. Used to compare what the payer confirmed. */
  hashCalldata(text: string): string;
  /**
   * Reads balances in the order of `assets`, which are all on `access.chain`. Null for a balance that cannot be read.
   * One RPC call reads many balances.
   */
  balances(
    address: string,
    assets: readonly Pick<Asset, 'currency'>[],
    access: ChainAccess,
  ): Promise<(bigint | null)[]>;
  /**
   * Reads each token's decimals from its contract. Null for a token without an answer. One RPC call reads many tokens.
   */
  decimals(assets: readonly Pick<Asset, 'currency'>[], access: ChainAccess): Promise<(bigint | null)[]>;
  /**
   * Estimates the maximum network cost of `requests` from the chain's own data, in the smallest unit of the native
   * currency. Excludes the value of the requests. Null if the chain cannot be read.
   */
  estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null>;
  /**
   * Switches the wallet to the request's chain. Adds a missing chain from the pinned record only. Resolves after it has
   * read the wallet's chain and account again and both are right.
   * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`
   */
  prepare(
    request: WalletRequest,
    wallet: Wallet,
    o: { chain: ChainRecord; signal: AbortSignal; onPhase(phase: Phase): void; clock: Clock },
  ): Promise<void>;
  /**
   * Reads the account's next nonce as a decimal string. It helps to find a transaction if the wallet's answer is
   * missing. Null if it cannot be read.
   */
  nextNonce(address: string, access: ChainAccess): Promise<string | null>;
  /**
   * Whether the account is a contract or acts as one. Its token may not accept such an account's signature.
   * @throws if the chain cannot be read
   */
  isContract(address: string, access: ChainAccess): Promise<boolean>;
  /**
   * Sends the request to the wallet exactly once. Resolves with the transaction hash.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wrong-network` only if it is certain that
   *   nothing was sent; otherwise `outcome-unknown`
   */
  submit(request: WalletRequest, wallet: Wallet): Promise<string>;
  /**
   * Whether the wallet reports support for atomic batches. The wallet may never answer.
   * @throws the wallet's error, for example if it lacks the method
   */
  canBatch(request: TransactionRequest, wallet: Wallet): Promise<boolean>;
  /** Sends all requests as one batch with this id. Errors are those of `submit`. */
  sendCalls(id: string, requests: readonly TransactionRequest[], wallet: Wallet): Promise<SendCallsResult>;
  /**
   * Reads the state of a batch from the wallet, and a success also from the chain. Null if the wallet gives no usable
   * status.
   * @throws the wallet's error
   */
  getCallsState(id: string, wallet: Wallet, asked: ExpectedCall, access: ChainAccess): Promise<CallsState | null>;
  /**
   * Requests a signature from the wallet, exactly once.
   * @throws HubPayError if the wallet returned no signature; then no usable signature exists
   */
  sign(request: Extract<WalletRequest, { kind: 'signature' }>, wallet: Wallet): Promise<string>;
  /**
   * Reads the state of a signed permit once.
   * @throws if the chain cannot be read
   */
  permitState(permit: Permit, access: ChainAccess): Promise<PermitState>;
  /**
   * Searches once for the transaction of a wallet request without an answer.
   * @throws if the chain cannot be read
   */
  findTransaction(asked: TransactionQuery, access: ChainAccess): Promise<TransactionLookup>;
  /**
   * Waits for the outcome of a submission. It never gives up; it rejects only when the signal is aborted. A replacement
   * counts as the payment (`repriced`) only if sender, target, calldata and value are as expected. For an approval,
   * pass `request`: the allowance on the chain then also confirms it. The hash from a smart account's wallet may belong
   * to no transaction.
   */
  waitForReceipt(
    submission: Submission,
    expected: ExpectedTransaction,
    access: ChainAccess,
    request?: WalletRequest,
  ): Promise<Receipt>;
  /**
   * Amount that a mined transaction brought to `to` in `currency`, in the smallest unit. Null if it cannot be read or
   * is zero.
   */
  receivedAmount(hashCalldata: string, to: string, currency: string, access: ChainAccess): Promise<bigint | null>;
}
