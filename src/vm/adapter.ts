/** Defines the adapter of a chain family. Other code uses the family's chains only through this adapter. */
import type { WireStep } from '../api/responses/types.js';
import type { Clock } from '../shared/clock.js';
import type { ChainAccess, Receipt, ReceivedAmount, SecondSource, Transfers } from './sources.js';
import type { Asset, ChainRecord, GuardNote, PaymentIntent, Permit, WalletRequest } from '../types.js';
import type { Wallet } from '../wallets/wallet.js';

export type { ChainAccess, Receipt, SecondSource, Transfers, UnpaidOutcome } from './sources.js';

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

/** Checked values of the quote, which the guard of a chain family needs. */
export type GuardContext = {
  /** The choices of the merchant and the payer. The guard compares every request with them. */
  intent: CompleteIntent;
  /**
   * `protocol.v2.orderId` of the quote, or the request id if the quote has none. 32 bytes in lower-case hex with `0x`.
   */
  orderId: string;
  /** The id of the quote's request at the service. 32 bytes in lower-case hex with `0x`. */
  requestId: string;
  /** The paid amount (`details.currencyIn.amount`), in the smallest unit of the origin currency. */
  amountIn: bigint;
  /** The minimum amount that the quote delivers, in the smallest unit of the destination currency. */
  leastOut: bigint;
  /** Whether the payer pays and the recipient gets the same currency, so nothing needs to be exchanged. */
  oneCurrency: boolean;
  /** The origin chain's pinned record. */
  chain: ChainRecord;
};

/** Result of the guard. The payment continues only if `blocks` is empty. */
export type Verdict = {
  /** The rebuilt requests in the order of the steps. Empty if `blocks` is not empty, or if `depositAddress` is set. */
  requests: WalletRequest[];
  /** The violated rules, each with a path in the quote. */
  blocks: GuardNote[];
  /** Facts that the guard cannot verify. The payer must see them before the wallet prompt. */
  warnings: GuardNote[];
  /**
   * Deposit address, with the upper and lower case letters that the service uses. Set only for a payment without a
   * wallet request.
   */
  depositAddress?: string;
};

/**
 * What controls an account.
 * `key`: a key, on every chain.
 * `delegated`: a key, but the account has the code of a contract (EIP-7702). Some tokens reject its signature.
 * `contract`: a contract of this chain, such as a Safe. On another chain, its address can belong to somebody else.
 */
export type AccountKind = 'key' | 'delegated' | 'contract';

/** What a token's contract says about the token. */
export type TokenInfo = { symbol: string; decimals: number };

/** Progress of the current step: the wallet switches the chain, or it shows the prompt. */
export type Phase = 'switching' | 'prompting';

/** The wallet's answer to a transaction request, with the data to find the transaction again. */
export type Submission = {
  /** The hash that the wallet returned. For a smart account, it is not always a transaction hash. */
  hash: string;
  /** EVM only: the account's next nonce before the prompt, as a decimal string. Absent if it is unknown. */
  nonce?: string;
  /** EVM only: length of the calldata in bytes. Set if the transaction can contain other calls too. */
  size?: number;
};

/** EVM only: the content that identifies the requested transaction on the chain. */
export type ExpectedTransaction = {
  /** The payer's account. */
  from: string;
  /** The called contract, or the receiver of a plain transfer. */
  to: string;
  /** Decimal string in the smallest unit of the native currency. */
  value: string;
  /** Result of `hashText` for the calldata. The calldata itself is not stored. */
  dataHash: string;
};

/** EVM only: the content of a wallet request. With this content, the transaction can be found without a hash. */
export type TransactionQuery = {
  /** The account's next nonce before the prompt, as a decimal string. Null if it is unknown. */
  nonce: string | null;
  expected: ExpectedTransaction;
  /** Length of the calldata in bytes. Set if the transaction can contain other calls too. */
  size?: number;
  /** Returns true if the transaction belongs to another payment with the same content. */
  belongsToOther: (hash: string) => boolean;
};

/**
 * Result of one search on the chain.
 * `pending`: found, but not mined.
 * `confirmed`, `reverted`: found and mined.
 * `hidden`: the transaction can be pending. The node does not show all pending transactions of the account.
 * `other`: another transaction has used the nonce. This proves nothing, because the wallet can use another nonce.
 * `unseen`: the account has sent more transactions since than were searched.
 * Null: none of these cases is proved.
 */
export type TransactionLookup =
  { outcome: 'pending' | 'confirmed' | 'reverted'; hash: string } | { outcome: 'hidden' | 'other' | 'unseen' } | null;

/**
 * State of a signed permit.
 * `unused`: it can still be used.
 * `used`: it was used, but the chain does not show for which payment.
 * `expired`: it was not used and can no longer be used.
 * `cancelled`: the payer cancelled it at its contract, so it can no longer be used.
 */
export type PermitState = 'unused' | 'used' | 'expired' | 'cancelled';

/** One call of a batch. `size` is the length of its calldata in bytes. */
export type ExpectedCall = { expected: ExpectedTransaction; size: number };

/**
 * The wallet's answer to a batch request (EIP-5792).
 * `id`: the wallet sent the batch and uses this id for it.
 * `unsupported`: the wallet sent nothing, because it cannot send such a batch.
 * `upgrade-rejected`: the wallet sent nothing, because the payer rejected the account upgrade for the batch. No other
 * prompt opens before the payer presses again.
 */
export type SendCallsResult = { id: string } | 'unsupported' | 'upgrade-rejected';

/**
 * State of a batch.
 * `pending`: it can still be executed.
 * `done`: the wallet reports success and the chain confirms it.
 * `failed`: the wallet reports a failure, or the batch's transaction does not make the payment. This state can still
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

/** A wallet request that sends a transaction. */
export type TransactionRequest = Extract<WalletRequest, { kind: 'transaction' }>;

/** Interface of a chain family. Members and types that work only for EVM chains begin with "EVM only:". */
export interface VmAdapter {
  /** The `vmType` of the family's chains. */
  readonly vmType: 'evm';
  /**
   * Checks the decoded steps against the pinned chain, and builds new requests from them. A step that cannot be decoded
   * blocks the payment.
   * @throws HubPayError `service-down` if code of the guard, which loads on first use, could not be loaded
   */
  guardSteps(steps: readonly WireStep[], context: GuardContext): Promise<Verdict>;
  /** Keccak-256 of the text's UTF-8 bytes, in hex with the prefix `0x`. The guard needs it for every family. */
  hashText(text: string): string;
  /**
   * Access to the same chain through the wallet's provider, as a second source for every read. Null if the wallet is on
   * another chain or does not answer. Opens no prompt and switches no chain.
   * @throws only after an abort
   */
  walletAccess(wallet: Wallet, access: ChainAccess): Promise<ChainAccess | null>;
  /**
   * Reads the balances of `assets` in their order, each in its smallest unit. A balance is null if it cannot be read.
   * @throws only after an abort
   */
  balances(
    address: string,
    assets: readonly Pick<Asset, 'currency'>[],
    access: ChainAccess,
  ): Promise<(bigint | null)[]>;
  /**
   * Reads each token's symbol and decimals from its contract, in the order of `assets`. Null for a token that does not
   * answer.
   * @throws after an abort; HubPayError `service-down` if the code could not be loaded
   */
  tokenInfo(assets: readonly Pick<Asset, 'currency'>[], access: ChainAccess): Promise<(TokenInfo | null)[]>;
  /**
   * Estimates the maximum network fee of `requests`, in the smallest unit of the native currency. Null if the chain
   * cannot be read.
   * @throws only after an abort
   */
  estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null>;
  /**
   * Switches the wallet to the request's chain. Adds the chain if the wallet does not know it and `mayAdd` is true.
   * Resolves only if the wallet now uses the right chain and the right account.
   * @param o.onPhase called with `switching` before the wallet's prompt to switch
   * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`; after an
   *   abort, the signal's reason
   */
  prepare(
    request: WalletRequest,
    wallet: Wallet,
    o: { chain: ChainRecord; mayAdd: boolean; signal: AbortSignal; onPhase(phase: Phase): void; clock: Clock },
  ): Promise<void>;
  /**
   * EVM only: reads the account's next nonce, including pending transactions, as a decimal string. Null if it cannot be
   * read.
   * @throws only after an abort
   */
  nextNonce(address: string, access: ChainAccess): Promise<string | null>;
  /**
   * EVM only: whether a key or a contract controls the account.
   * @throws Error if the chain cannot be read
   */
  accountKind(address: string, access: ChainAccess): Promise<AccountKind>;
  /**
   * EVM only: whether the allowance on the chain covers this approval. Null if it is no approval, or if the allowance
   * cannot be read.
   */
  isApproved(request: WalletRequest, access: ChainAccess): Promise<boolean | null>;
  /**
   * Sends the request to the wallet exactly once. Resolves with the transaction hash in lower case. Stays pending if
   * the wallet never answers.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wrong-network` only if it is certain that
   *   nothing was sent; otherwise `outcome-unknown`
   */
  submit(request: WalletRequest, wallet: Wallet): Promise<string>;
  /**
   * EVM only: asks the wallet whether it supports atomic batches for the request's account and chain. Stays pending if
   * the wallet never answers.
   * @throws the wallet's error, for example if it lacks the method
   */
  canBatch(request: TransactionRequest, wallet: Wallet): Promise<boolean>;
  /**
   * EVM only: sends all requests as one atomic batch (EIP-5792), exactly once.
   * @param id the batch's id from the caller; it finds the batch even if the wallet does not answer
   * @throws HubPayError the errors of `submit`
   */
  sendCalls(id: string, requests: readonly TransactionRequest[], wallet: Wallet): Promise<SendCallsResult>;
  /**
   * EVM only: reads the state of a batch from the wallet. Checks a reported success on the chain. Null if the wallet
   * gives no usable status.
   * @param paying the call of the batch that makes the payment
   * @throws the wallet's error
   */
  getCallsState(id: string, wallet: Wallet, paying: ExpectedCall, access: ChainAccess): Promise<CallsState | null>;
  /**
   * EVM only: requests a signature over typed data (EIP-712) from the wallet, exactly once. Resolves with the signature
   * in lower-case hex.
   * @throws HubPayError if the wallet returned no signature; `service-down` if the code could not be loaded
   */
  sign(request: Extract<WalletRequest, { kind: 'signature' }>, wallet: Wallet): Promise<string>;
  /**
   * EVM only: reads the state of a signed permit once.
   * @throws Error if the chain cannot be read, or the code could not be loaded
   */
  permitState(permit: Permit, access: ChainAccess): Promise<PermitState>;
  /**
   * Searches once for the transaction of a wallet request that the wallet did not answer.
   * @throws Error if the chain cannot be read, or the code could not be loaded
   */
  findTransaction(query: TransactionQuery, access: ChainAccess): Promise<TransactionLookup>;
  /**
   * Waits for the outcome of a submission, without a time limit. For an approval, pass `request`, so that the allowance
   * on the chain can also confirm the approval. With `second`, also reads through the wallet, and an outcome that did
   * not pay needs two sources.
   * @throws only after an abort
   */
  waitForReceipt(
    submission: Submission,
    expected: ExpectedTransaction,
    access: ChainAccess,
    request?: WalletRequest,
    second?: SecondSource,
  ): Promise<Receipt>;
  receivedAmount: ReceivedAmount;
  /**
   * Reads how much of `currency` a mined transaction took from its sender `from`. Null if this is unknown.
   * @throws Error if the chain cannot be read
   */
  paidAmount(hash: string, from: string, currency: string, access: ChainAccess): Promise<bigint | null>;
  /**
   * Reads what a mined transaction brought to `to`. Null if it is not mined, or has reverted.
   * @throws Error if the chain cannot be read, or the code could not be loaded
   */
  transfersTo(hash: string, to: string, access: ChainAccess): Promise<Transfers | null>;
}
