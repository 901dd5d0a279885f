/** Defines the adapter of a chain family. Code outside the family uses its chains only through the adapter. */
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
  /** The choices of the merchant and the payer. The guard compares every request with them. */
  intent: CompleteIntent;
  /** `protocol.v2.orderId` of the quote, or the request id if the quote has none. 32 bytes as lower-case 0x-hex. */
  orderId: string;
  /** The id of the quote's request at the service. 32 bytes as lower-case 0x-hex. */
  requestId: string;
  /** `details.currencyIn.amount` of the quote: the amount paid, in the smallest unit of the origin currency. */
  amountIn: bigint;
  /** Minimum that the quote delivers, in the smallest unit of the destination currency. */
  leastOut: bigint;
  /** The origin chain's pinned record. */
  chain: ChainRecord;
};

/** Result of the guard. The payment may continue only if `blocks` is empty. */
export type Verdict = {
  /** The rebuilt requests in the order of the steps. Empty if a rule blocks, or for a deposit address. */
  requests: WalletRequest[];
  /** The violated rules, each with a path in the quote. */
  blocks: GuardNote[];
  /** Facts that the guard cannot verify. The payer must see them before the wallet prompt. */
  warnings: GuardNote[];
  /** Deposit address, in the letter case of the service. Set only if the payer pays without a wallet request. */
  depositAddress?: string;
};

/** Progress of the current step: the wallet switches the chain, or it shows the prompt. */
export type Phase = 'switching' | 'prompting';

/** The wallet's answer to a transaction request, with the data to find the transaction again. */
export type Submission = {
  /** The chain of the request. */
  chainId: number;
  /** Transaction hash, as returned by the wallet. A smart account's wallet may return a hash of its own. */
  hash: string;
  /** Next nonce of the account before the prompt, as a decimal string. Absent if it could not be read. */
  nonce?: string;
  /** Length of the calldata in bytes. Set if the call may be one of several calls in a transaction. */
  size?: number;
};

/** The content that identifies the requested transaction on the chain. */
export type ExpectedTransaction = {
  /** The payer's account. */
  from: string;
  /** The called contract, or the receiver of a plain transfer. */
  to: string;
  /** Decimal string in the smallest unit of the native currency. */
  value: string;
  /** `hashCalldata` of the calldata as lower-case 0x-hex. With this hash, the calldata need not be stored. */
  dataHash: string;
};

/**
 * Outcome of a submitted transaction. `hash` is the mined transaction in lower case.
 * `confirmed`: mined as submitted.
 * `reverted`: mined, but it failed.
 * `repriced`: mined with another hash but the same content, so it is the payment.
 * `cancelled`: the nonce was used by an empty transfer of the payer to itself.
 * `replaced`: the nonce was used by another transaction, so the payment can no longer be mined.
 */
export type Receipt =
  | { outcome: 'confirmed' | 'repriced'; hash: string }
  | { outcome: 'reverted'; hash: string }
  | { outcome: 'cancelled' | 'replaced'; hash: string };

/** The content of a wallet request. It is used to find the transaction without a hash. */
export type TransactionQuery = {
  /** Next nonce of the account before the prompt, as a decimal string. Null if it could not be read. */
  nonce: string | null;
  expected: ExpectedTransaction;
  /** Length of the calldata in bytes. Set if the call may be one of several calls in a transaction. */
  size?: number;
  /**
   * Returns true if the transaction belongs to another payment. Two transactions with the same content have no other
   * difference.
   */
  belongsToOther: (hash: string) => boolean;
};

/**
 * Result of one search on the chain.
 * `pending`: found, but not mined.
 * `confirmed`, `reverted`: found and mined.
 * `hidden`: a pending transaction may use the nonce, but the node does not show it.
 * `cancelled`, `replaced`: another transaction with the nonce was mined.
 * Null: no transaction was found, or nothing proves that the requested transaction was replaced.
 */
export type TransactionLookup =
  | { outcome: 'pending' | 'confirmed' | 'reverted' | 'cancelled' | 'replaced'; hash: string }
  | { outcome: 'hidden' }
  | null;

/**
 * State of a signed permit.
 * `unused`: it can still be used.
 * `used`: it was used. The chain does not show who used it or for which payment.
 * `expired`: it was not used and can no longer be used.
 */
export type PermitState = 'unused' | 'used' | 'expired';

/** One call of a batch. `size` is the length of its calldata in bytes. */
export type ExpectedCall = { expected: ExpectedTransaction; size: number };

/**
 * The wallet's answer to a batch request (EIP-5792).
 * `id`: the wallet sent the batch and uses this id for it.
 * `unsupported`: the wallet sent nothing, because it cannot send such a batch.
 * `upgrade-rejected`: the wallet sent nothing, because the payer rejected the account upgrade that the batch needs. No
 * other prompt may open before the payer presses again.
 */
export type SendCallsResult = { id: string } | 'unsupported' | 'upgrade-rejected';

/**
 * State of a batch.
 * `pending`: it may still be executed.
 * `done`: the wallet reports success and the chain confirms it.
 * `failed`: the wallet reports a failure, or the batch's transaction does not make the payment. This state may still
 * change.
 */
export type CallsState = { name: 'pending' | 'failed' } | { name: 'done'; hash: string };

/**
 * Result of an attestation check.
 * `valid`: one of the expected solvers signed these values.
 * `invalid`: another account signed them, or they are not the payment's values.
 * `unavailable`: the attestation could not be fetched or cannot be checked.
 */
export type AttestationResult = 'valid' | 'invalid' | 'unavailable';

type TransactionRequest = Extract<WalletRequest, { kind: 'transaction' }>;

/** The parameters for a read of a chain. After an abort of `signal`, every read rejects with the signal's reason. */
export type ChainAccess = {
  /** The chain's record. Reads use the record's `httpRpcUrl`. Without that URL, reads fail. */
  chain: ChainRecord;
  fetch: typeof fetch;
  signal: AbortSignal;
  /** Limits the time of each RPC request. */
  clock: Clock;
};

/**
 * Interface of a chain family. Some members are specific to EVM. `checkAttestation` always uses EVM, because the solver
 * signs as an EVM account. `nextNonce`, `TransactionQuery` and `ExpectedTransaction` assume numbered transactions with
 * calldata. `canBatch`, `sendCalls` and `getCallsState` follow EIP-5792. `sign` and `permitState` serve token permits
 * on EVM.
 */
export interface VmAdapter {
  /** The `vmType` of the family's chains. */
  readonly kind: 'evm';
  /**
   * Decodes the steps, checks them against the pinned chain and builds the requests from the decoded values. It never
   * throws. A step that cannot be decoded blocks the payment.
   */
  guardSteps(steps: readonly WireStep[], context: GuardContext): Verdict;
  /**
   * Checks whether one of `solvers` signed this attestation for this request. Returns `unavailable` if the values
   * cannot be encoded for the hash. The caller must compare the values with the payment.
   * @param solvers EVM addresses in any case
   * @throws TypeError if the elliptic curve code, which loads on first use, could not be loaded
   */
  checkAttestation(
    requestId: string,
    attestation: WireAttestation,
    solvers: readonly string[],
  ): Promise<AttestationResult>;
  /** Keccak-256 of the UTF-8 bytes, as 0x-hex. Used for `dataHash`, batch ids and the digest of a checked quote. */
  hashCalldata(text: string): string;
  /**
   * Reads balances in the order of `assets`, each in its smallest unit. All assets are on `access.chain`. Null for a
   * balance that cannot be read. One RPC request reads many balances.
   * @throws only after an abort
   */
  balances(
    address: string,
    assets: readonly Pick<Asset, 'currency'>[],
    access: ChainAccess,
  ): Promise<(bigint | null)[]>;
  /**
   * Reads each token's decimals from its contract, in the order of `assets`. Null for a token without an answer. One
   * RPC request reads many tokens.
   * @throws only after an abort
   */
  decimals(assets: readonly Pick<Asset, 'currency'>[], access: ChainAccess): Promise<(bigint | null)[]>;
  /**
   * Estimates the maximum network cost of `requests` from the chain's own data, in the smallest unit of the native
   * currency. Excludes the value of the requests. Null if the chain cannot be read.
   * @throws only after an abort
   */
  estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null>;
  /**
   * Switches the wallet to the request's chain. If the wallet does not know the chain, it adds the chain from the
   * pinned record. Then it reads the wallet's chain and account again. It resolves if both are right.
   * @param o.onPhase called with `switching` before the wallet's prompt to switch
   * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`; after an
   *   abort, the signal's reason
   */
  prepare(
    request: WalletRequest,
    wallet: Wallet,
    o: { chain: ChainRecord; signal: AbortSignal; onPhase(phase: Phase): void; clock: Clock },
  ): Promise<void>;
  /**
   * Reads the account's next nonce, including pending transactions, as a decimal string. The nonce helps to find a
   * transaction if the wallet's answer is missing. Null if it cannot be read.
   * @throws only after an abort
   */
  nextNonce(address: string, access: ChainAccess): Promise<string | null>;
  /**
   * Whether the account is a contract or acts as one (EIP-7702). A token may reject the signature of such an account.
   * @throws Error if the chain cannot be read
   */
  isContract(address: string, access: ChainAccess): Promise<boolean>;
  /**
   * Sends the request to the wallet exactly once. Resolves with the transaction hash in lower case. The wallet may
   * never answer.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wrong-network` only if it is certain that
   *   nothing was sent; otherwise `outcome-unknown`
   */
  submit(request: WalletRequest, wallet: Wallet): Promise<string>;
  /**
   * Whether the wallet reports support for atomic batches for the request's account and chain. The wallet may never
   * answer.
   * @throws the wallet's error, for example if it lacks the method
   */
  canBatch(request: TransactionRequest, wallet: Wallet): Promise<boolean>;
  /**
   * Sends all requests as one atomic batch, exactly once.
   * @param id the batch's id, chosen by the caller; it finds the batch even if the wallet's answer is missing
   * @throws HubPayError the errors of `submit`
   */
  sendCalls(id: string, requests: readonly TransactionRequest[], wallet: Wallet): Promise<SendCallsResult>;
  /**
   * Reads the state of a batch from the wallet. If the wallet reports success, it also reads the chain. Null if the
   * wallet gives no usable status.
   * @param paying the call of the batch that makes the payment
   * @throws the wallet's error
   */
  getCallsState(id: string, wallet: Wallet, paying: ExpectedCall, access: ChainAccess): Promise<CallsState | null>;
  /**
   * Requests a signature over typed data (EIP-712) from the wallet, exactly once. Resolves with lower-case 0x-hex.
   * @throws HubPayError if the wallet returned no signature; then no usable signature exists
   */
  sign(request: Extract<WalletRequest, { kind: 'signature' }>, wallet: Wallet): Promise<string>;
  /**
   * Reads the state of a signed permit once.
   * @throws Error if the chain cannot be read
   */
  permitState(permit: Permit, access: ChainAccess): Promise<PermitState>;
  /**
   * Searches once for the transaction of a wallet request that the wallet did not answer.
   * @throws Error if the chain cannot be read
   */
  findTransaction(query: TransactionQuery, access: ChainAccess): Promise<TransactionLookup>;
  /**
   * Waits for the outcome of a submission, without a time limit. A replacement counts as the payment (`repriced`) only
   * if sender, target, calldata and value are as expected. For an approval, pass `request`. Then the allowance on the
   * chain also confirms the approval. The hash from a smart account's wallet may belong to no transaction.
   * @throws only after an abort
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
   * @param hash the transaction's hash
   * @throws only after an abort
   */
  receivedAmount(hash: string, to: string, currency: string, access: ChainAccess): Promise<bigint | null>;
}
