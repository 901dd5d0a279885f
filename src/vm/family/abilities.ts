/** Defines the abilities that only some chain families have. Each ability is one member of the family's adapter. */
import type { Permit, WalletRequest } from '../../types.js';
import type { Wallet } from '../../wallets/wallet.js';
import type { ChainAccess, Receipt, ReceivedAmount, SecondSource, Arrivals } from './sources.js';

/**
 * What controls an account.
 * `key`: a key, as far as the chain shows. The account has no code there.
 * `delegated`: a key, but the account also runs the code of a contract (EIP-7702). Some tokens reject its signatures.
 * `contract`: a contract on this chain, such as a Safe. On another chain, the address can belong to somebody else.
 */
export type AccountKind = 'key' | 'delegated' | 'contract';

/** The wallet's answer to a transaction request, and the data by which the page finds the transaction again. */
export type Submission = {
  /** The hash that the wallet returned or the page found. For a smart account, it is not always a transaction hash. */
  hash: string;
  /** The account's next nonce, read before the prompt, as a decimal string; absent if the nonce is unknown. */
  nonce?: string;
  /**
   * The length of the requested call's calldata in bytes, which is set if the transaction can also contain other calls.
   */
  size?: number;
};

/** The content of the requested transaction, by which the page recognizes the transaction on the chain. */
export type ExpectedTransaction = {
  /** The address of the account that pays. */
  from: string;
  /** The address of the called contract, or of the receiver of a plain transfer. */
  to: string;
  /** The transferred native currency, as a decimal string in the smallest unit. */
  value: string;
  /** The result of `hashText` for the calldata. The page stores this hash instead of the calldata. */
  dataHash: string;
};

/** The content by which the page recognizes a signed SVM transaction on its chain, even with an unknown signature. */
export type ExpectedMessage = {
  /** The address of the account that pays. */
  from: string;
  /**
   * The id of the service's order, which a deposit instruction contains: 32 bytes in lower-case hex with the prefix
   * `0x`.
   */
  orderId: string;
  /** The transaction's recent blockhash, in base58. */
  blockhash: string;
  /** The last block height at which the chain can accept the transaction, as a decimal string, or `NEVER`. */
  lastValidBlockHeight: string;
  /**
   * The chain's slot before the prompt, as a decimal string; set if the transaction has no deposit. The page recognizes
   * such a transaction only by its blockhash and the payer's account, but a wallet that sends it can replace the
   * blockhash.
   */
  since?: string;
};

/** The content by which the page recognizes the requested transaction on its chain, in the form of each family. */
export type Expected = ExpectedTransaction | ExpectedMessage;

/** The content of a wallet request. By this content, the page can find a transaction whose hash it does not know. */
export type TransactionQuery<E extends Expected = Expected> = {
  /** The account's next nonce, read before the prompt, as a decimal string, or null if the nonce is unknown. */
  nonce: string | null;
  expected: E;
  /**
   * The length of the requested call's calldata in bytes, which is set if the transaction can also contain other calls.
   */
  size?: number;
  /**
   * Returns true if the search must ignore the transaction with this hash. The reason is that it belongs to another
   * payment, or that the page knows it as a transaction of this payment that did not pay.
   */
  belongsToOther: (hash: string) => boolean;
};

/**
 * Result of one search on the chain.
 * `pending`: the search has found the transaction, but the chain does not show its result yet.
 * `confirmed`, `reverted`: the search has found the transaction, and the chain has mined it.
 * `hidden`: the transaction may still be pending. Either the node does not show all pending transactions of the
 * account, or the chain can still execute the signed message.
 * `other`: the nonce was used, but not by the payment. The wallet can have sent the request with another nonce.
 * `unseen`: the account may have sent the payment in a transaction that the search did not read or recognize.
 * Null: none of the cases above applies, or the nonce is unknown.
 */
export type TransactionLookup =
  | { outcome: 'pending' | 'confirmed' | 'reverted'; hash: string }
  | { outcome: 'hidden' | 'other' | 'unseen' }
  | null;

/**
 * State of a signed permit.
 * `unused`: the permit was not used, and has not certainly expired.
 * `used`: the nonce of the permit was used, but the chain does not show for which payment. A cancellation that the page
 * cannot recognize gives this state too.
 * `expired`: the permit was not used, and can no longer be used.
 * `cancelled`: the payer cancelled the permit at its contract, so it can no longer be used.
 */
export type PermitState = 'unused' | 'used' | 'expired' | 'cancelled';

/** One call of a batch, with the length of its calldata in bytes. */
export type ExpectedCall = { expected: ExpectedTransaction; size: number };

/**
 * The wallet's answer to a batch request (EIP-5792).
 * `id`: the wallet's id of the batch, which the wallet has accepted.
 * `unsupported`: the wallet sent nothing, because it cannot send such a batch.
 * `upgrade-rejected`: the wallet sent nothing, because the payer rejected the account upgrade for the batch. The page
 * then opens no other prompt until the payer presses a button again.
 */
export type SendCallsResult = { id: string } | 'unsupported' | 'upgrade-rejected';

/**
 * State of a batch.
 * `pending`: the batch can still be executed, or the page has not found its receipt on the chain yet.
 * `done`: the wallet reports a success, and the chain confirms this success.
 * `failed`: the wallet reports a failure, or the batch's transaction did not make the payment; this state can still
 * change.
 */
export type BatchState = { name: 'pending' | 'failed' } | { name: 'done'; hash: string };

/** A wallet request that sends a transaction. */
export type TransactionRequest = Extract<WalletRequest, { kind: 'transaction' }>;

/** A wallet request that signs typed data. */
export type SignatureRequest = Extract<WalletRequest, { kind: 'signature' }>;

/** A wallet request that signs a permit, which the page then posts to the service. */
export type PermitRequest = SignatureRequest & { permit: Permit; post: { url: string } };

/** Reads the transactions of a chain, for families whose chains show them to everybody. */
export interface Ledger {
  /**
   * Searches once for the transaction of a wallet request, for example if the wallet did not answer the request.
   * @throws Error if the chain cannot be read, or the code could not be loaded
   */
  findTransaction(query: TransactionQuery, access: ChainAccess): Promise<TransactionLookup>;
  /**
   * Waits without a time limit until the result of a submitted transaction is certain. For an approval, the caller
   * passes `request`, so that the allowance on the chain can also confirm it. If `second.confirms` is set, a result
   * that is not a payment needs the agreement of a second source, such as the wallet.
   * @throws only after an abort
   */
  waitForReceipt(
    submission: Submission,
    expected: Expected,
    access: ChainAccess,
    request?: WalletRequest,
    second?: SecondSource,
  ): Promise<Receipt>;
  /** Reads the amount that a mined transaction brought to an address. */
  receivedAmount: ReceivedAmount;
  /**
   * Reads how much of `currency` a mined transaction took from its sender `from`. Returns null if the amount is unknown
   * or zero.
   * @throws Error if the chain cannot be read
   */
  paidAmount(hash: string, from: string, currency: string, access: ChainAccess): Promise<bigint | null>;
  /**
   * Reads the amounts that a mined transaction brought to the address `to`, who sent them, and the time of the block.
   * Returns null if the transaction is not mined or has reverted. On EVM chains, native currency that a contract
   * forwards counts as the rise of the balance in the whole block.
   * @throws Error if the chain cannot be read, or the code could not be loaded
   */
  transfersTo(hash: string, to: string, access: ChainAccess): Promise<Arrivals | null>;
}

/** Sends requests of the kind `transaction`. On the chain, each such transaction has a nonce. */
export interface TransactionRequests {
  /**
   * Reads the account's next nonce after all its pending transactions, as a decimal string. Returns null if the nonce
   * cannot be read.
   * @throws only after an abort
   */
  nextNonce(address: string, access: ChainAccess): Promise<string | null>;
  /**
   * Reads from the chain whether the account has the code of a contract, or only a key controls it.
   * @throws Error if the chain cannot be read
   */
  accountKind(address: string, access: ChainAccess): Promise<AccountKind>;
  /**
   * Whether the chain already has the allowance that this approval asks for. Returns null if the request is not an
   * approval, or if the allowance cannot be read.
   */
  isApproved(request: WalletRequest, access: ChainAccess): Promise<boolean | null>;
  /**
   * Sends the request to the wallet exactly once, and resolves with the transaction hash in lower case. The promise
   * stays pending if the wallet never answers.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked`, `wrong-network` or `account-changed` if the
   *   wallet certainly sent nothing; `wallet-failed` if the browser blocked the wallet's window, or if the provider has
   *   not passed the request on, so that nothing was sent; `outcome-unknown` in all other cases
   */
  submit(request: WalletRequest, wallet: Wallet): Promise<string>;
}

/** Sends several transactions as one atomic batch (EIP-5792). */
export interface Batches {
  /**
   * Asks the wallet whether it supports atomic batches for the request's account and chain. The promise stays pending
   * if the wallet never answers.
   * @throws the wallet's error, for example if the wallet does not have the method; HubPayError `service-down` if the
   *   code could not be loaded
   */
  canBatch(request: TransactionRequest, wallet: Wallet): Promise<boolean>;
  /**
   * Asks the wallet whether somebody else can pay the network fee of the request's account (`paymasterService` of
   * EIP-5792). Opens no prompt. The promise stays pending if the wallet never answers.
   * @throws the wallet's error, for example if the wallet does not have the method; HubPayError `service-down` if the
   *   code could not be loaded
   */
  hasPaymaster(request: TransactionRequest, wallet: Wallet): Promise<boolean>;
  /**
   * Sends all requests as one atomic batch, exactly once.
   * @param id an id that the caller chooses; with this id, the page finds the batch even if the wallet does not answer
   * @throws HubPayError the errors of `TransactionRequests.submit`; `service-down` if the code could not be loaded
   */
  sendCalls(id: string, requests: readonly TransactionRequest[], wallet: Wallet): Promise<SendCallsResult>;
  /**
   * Reads the state of a batch from the wallet, and checks a reported success on the chain. Returns null if the wallet
   * reports no valid status.
   * @param paying the call of the batch that makes the payment
   * @throws the wallet's error; HubPayError `service-down` if the code could not be loaded
   */
  getCallsState(id: string, wallet: Wallet, paying: ExpectedCall, access: ChainAccess): Promise<BatchState | null>;
}

/** A wallet request that signs instructions. */
export type InstructionsRequest = Extract<WalletRequest, { kind: 'instructions' }>;

/** A transaction that is ready for the wallet's prompt. `bytes` is the serialized transaction without signatures. */
export type CompiledTransaction = { request: InstructionsRequest; bytes: Uint8Array; expected: ExpectedMessage };

/**
 * The wallet's answer to a compiled transaction.
 * `hash`: the first signature in base58, which is that of the fee payer, and the transaction's id on the chain.
 * `bytes`: the signed transaction, or null if the wallet has sent the transaction itself.
 * `expected`: the content of the compiled transaction, with the wallet's blockhash if the wallet has replaced it.
 */
export type SignedTransaction = { hash: string; bytes: Uint8Array | null; expected: ExpectedMessage };

/** Compiles instructions to a transaction, asks the wallet to sign the transaction, and sends it. */
export interface InstructionRequests {
  /**
   * The swap source (`includedOriginSwapSources`) whose quotes have the smallest transactions; absent if no source has
   * smaller ones than the others.
   */
  readonly smallestSource?: string;
  /**
   * Compiles the request with a new blockhash: reads the lookup tables from the chain, guards the compiled transaction,
   * measures its size and simulates it. Sends no request to a wallet.
   * @param wallet the wallet that will sign, which decides the form of the transaction; null if it is not known
   * @throws HubPayError `transaction-too-large` if the transaction, with the bytes that wallets add, is above 1,232
   *   bytes; `quote-unsafe` if a lookup table or the token cannot be used, or if the transaction differs from the quote
   *   or would take more than the price; `wallet-unable` if the wallet cannot sign with this account;
   *   `insufficient-funds`, `insufficient-native` or `reverted` if the simulation fails; `service-down` if the chain
   *   cannot be read; after an abort, the signal's reason
   */
  compile(request: InstructionsRequest, access: ChainAccess, wallet: Wallet | null): Promise<CompiledTransaction>;
  /**
   * Returns true if the wallet only signs and the page sends the transaction, or false if the wallet itself sends.
   * @throws HubPayError `wallet-unable` if the wallet cannot sign with this account
   */
  signsOnly(request: InstructionsRequest, wallet: Wallet): boolean;
  /**
   * Returns a form of the wallet that sends the transactions that it signs. It is for a wallet that changes a
   * transaction which it should only sign. Returns null if the wallet cannot send the payment.
   */
  senderOf?(request: InstructionsRequest, wallet: Wallet): Wallet | null;
  /**
   * Asks the wallet at most once to sign. If the wallet only signs and has changed the transaction, the adapter guards
   * the changed transaction. The promise stays pending if the wallet never answers.
   * @param onRefused called before the promise rejects, if the wallet may have signed a transaction that it can still
   *   send, but that the page does not send. By `held`, the page recognizes this transaction, and knows how long the
   *   chain can still execute it
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked` or `wallet-unable` only if it is certain that
   *   nothing was sent; `quote-unsafe` if the wallet made a change that is not allowed, or returned no signature of the
   *   payer; `config` if the fee payer has not signed; `service-down` if the page cannot check the change; otherwise
   *   `outcome-unknown`; after an abort, the signal's reason
   */
  sign(
    compiled: CompiledTransaction,
    wallet: Wallet,
    access: ChainAccess,
    onRefused?: (held: ExpectedMessage) => void,
  ): Promise<SignedTransaction>;
  /**
   * Sends the signed transaction to the chain, unless the wallet has sent it itself. A second call is safe, because the
   * chain executes the same transaction only once.
   * @throws Error if the node does not answer or refuses the transaction; the transaction can nevertheless be on the
   *   chain
   */
  send(signed: SignedTransaction, access: ChainAccess): Promise<void>;
  /**
   * Whether the chain can no longer execute the transaction, because its blockhash has expired; false if the chain
   * cannot be read.
   * @throws only after an abort
   */
  isExpired(expected: ExpectedMessage, access: ChainAccess): Promise<boolean>;
}

/** Requests signatures of typed data (EIP-712). */
export interface TypedDataRequests {
  /**
   * Asks the wallet at most once for the signature, and resolves with the signature in lower-case hex.
   * @throws HubPayError if the wallet returned no signature; `service-down` if the code could not be loaded
   */
  sign(request: SignatureRequest, wallet: Wallet): Promise<string>;
}

/** Reads the state of a signed permit from its chain, and checks who signed it. */
export interface Permits {
  /**
   * Reads the state of a signed permit once.
   * @throws Error if the chain cannot be read, or the code could not be loaded
   */
  permitState(permit: Permit, access: ChainAccess): Promise<PermitState>;
  /**
   * Checks that the account of the request signed, and returns the signature in the form to post. A signature of
   * another account would pay nothing, and the order would stay open until the permit expires.
   * @param signature the result of `TypedDataRequests.sign`
   * @throws HubPayError the error of `wrongSigner` if the account did not sign; `service-down` if the chain of a
   *   contract account cannot be read, or the code could not be loaded; after an abort, the signal's reason
   */
  checkSigner(request: PermitRequest, signature: string, wallet: Wallet, access: ChainAccess): Promise<string>;
}

/** Reads a chain through the payer's wallet. */
export interface WalletReads {
  /**
   * Returns an access that reads the same chain through the wallet's provider, as a second source. Returns null if the
   * wallet is of another family, is on another chain or does not answer. Opens no prompt, and does not switch the
   * wallet's chain.
   * @throws only after an abort
   */
  walletAccess(wallet: Wallet, access: ChainAccess): Promise<ChainAccess | null>;
}
