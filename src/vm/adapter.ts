/** The one door to a chain family: what an adapter must do, and the only place that loads one. */
import type { WireAttestation, WireStep } from '../api/responses/types.js';
import type { Clock } from '../shared/clock.js';
import type { Asset, ChainRecord, GuardNote, PaymentIntent, Permit, WalletRequest } from '../types.js';
import type { Wallet } from '../wallets/wallet.js';

/** A complete intent: all that `guardQuote` needs. */
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

/** What the quote-level rules have established before a chain's own guard decodes the steps. */
export type GuardContext = {
  intent: CompleteIntent;
  /** `protocol.v2.orderId`, or the request id in a quote without one. */
  orderId: string;
  requestId: string;
  /** `details.currencyIn.amount`, in the smallest unit. */
  amountIn: bigint;
  /** The least that the quote delivers, in the smallest unit of the destination currency. */
  leastOut: bigint;
  /** The origin chain's pinned record. */
  chain: ChainRecord;
};

export type Verdict = {
  requests: WalletRequest[];
  blocks: GuardNote[];
  warnings: GuardNote[];
  /** Where the payer is to send to, on the way that asks no wallet. */
  depositAddress?: string;
};

/** Where a step of the payer's stands. */
export type Phase = 'switching' | 'prompting';

/** What the wallet gave back for a transaction, and what is needed to find it again. */
export type Submission = {
  chainId: number;
  /** The transaction's hash. */
  hash: string;
  /** The account's nonce when the wallet was asked, decimal; absent where it could not be read. */
  nonce?: string;
  /** As `Asked` has it. */
  size?: number;
};

/**
 * What a transaction must look like on chain to be the one that was asked for. `dataHash` is `hash(data)` of its
 * calldata in lower case, so that nothing needs to store the calldata itself; `value` is decimal, in the smallest unit.
 */
export type ExpectedTransaction = { from: string; to: string; value: string; dataHash: string };

/**
 * What became of a submitted transaction. `repriced`: mined with another hash, same content, so it is ours.
 * `cancelled`: the nonce was used by a transfer of nothing to the payer itself. `replaced`: the nonce was used by
 * another transaction, so ours can never be mined.
 */
export type Receipt =
  | { outcome: 'confirmed' | 'repriced'; hash: string }
  | { outcome: 'reverted'; hash: string }
  | { outcome: 'cancelled' | 'replaced'; hash: string };

/** What a wallet was asked for, to be looked for without its hash. */
export type TransactionQuery = {
  /** The account's next nonce when the wallet was asked; null where it could not be read. */
  nonce: string | null;
  expected: ExpectedTransaction;
  /** The length of its calldata in bytes, where it may stand among other calls in one transaction. */
  size?: number;
  /** Whether a transaction is another payment's: two of one content can be told apart by nothing else. */
  belongsToOther: (hash: string) => boolean;
};

/**
 * What a chain knows of it. `pending`: it waits to be mined. `hidden`: something waits in its place that the node does
 * not show. `cancelled`, `replaced`: another one was mined in its place. Null: the place is free, or waits with
 * another one.
 */
export type TransactionLookup =
  | { outcome: 'pending' | 'confirmed' | 'reverted' | 'cancelled' | 'replaced'; hash: string }
  | { outcome: 'hidden' }
  | null;

/**
 * What has become of something that was signed. `used`: by whom, and what for, is not said. `expired`: it was not, and
 * cannot be any more.
 */
export type PermitState = 'unused' | 'used' | 'expired';

/** A call that goes with others: what it must look like there, and its length in bytes. */
export type ExpectedCall = { expected: ExpectedTransaction; size: number };

/**
 * What a wallet answers that is asked for calls that go together: its own name for them, or that nothing was sent.
 * `upgrade-rejected`: the payer has refused what it would take, and nothing else may be asked before they press again.
 */
export type SendCallsResult = { id: string } | 'unsupported' | 'upgrade-rejected';

/**
 * What became of them. `open`: they may still be carried out. `done`: the chain says so too. `failed`: the wallet says,
 * or the chain of the transaction that it names, that they came to nothing, which need not be the last word.
 */
export type CallsState = { name: 'pending' | 'failed' } | { name: 'done'; hash: string };

type TransactionRequest = Extract<WalletRequest, { kind: 'transaction' }>;

/** How a chain is read: through its record's `httpRpcUrl`, in the time of the session's own clock. */
export type ChainAccess = { chain: ChainRecord; fetch: typeof fetch; signal: AbortSignal; clock: Clock };

/**
 * What is shaped by EVM in it: `attested` is asked of EVM's alone, since the solver signs as an EVM account does;
 * `nonce`, `Asked` and `Expected` take it that an account's transactions are numbered and hold calldata; `canBatch`,
 * `sendCalls` and `callsState` are EIP-5792's, `sign` and `permitState` those of its tokens.
 */
export interface VmAdapter {
  readonly kind: 'evm';
  /** Decodes the steps against the pinned chain and builds the requests from the decoded values. Never throws. */
  guardSteps(steps: readonly WireStep[], context: GuardContext): Verdict;
  /**
   * Whether one of `solvers` signed this for this request; `missing` where its values have no form that could be
   * signed. The values themselves are the caller's to compare.
   */
  checkAttestation(
    requestId: string,
    attestation: WireAttestation,
    solvers: readonly string[],
  ): Promise<'valid' | 'invalid' | 'unavailable'>;
  /** A digest of a text, as 0x-hex: of what was confirmed. */
  hashCalldata(text: string): string;
  /**
   * Balances in the order of `assets`, all of `access.chain`; null for one that cannot be read. All by one question.
   */
  balances(
    address: string,
    assets: readonly Pick<Asset, 'currency'>[],
    access: ChainAccess,
  ): Promise<(bigint | null)[]>;
  /** How many decimal places each token's own contract says it has; null for one that says nothing. In one call. */
  decimals(assets: readonly Pick<Asset, 'currency'>[], access: ChainAccess): Promise<(bigint | null)[]>;
  /**
   * What sending `requests` may cost at most in the native currency beyond their value, by the chain's own estimate;
   * null where it cannot be told.
   */
  estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null>;
  /**
   * Puts the wallet on the request's chain (switch; add from the pinned record only) and returns once wallet and chain
   * were read again and are right.
   * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`
   */
  prepare(
    request: WalletRequest,
    wallet: Wallet,
    o: { chain: ChainRecord; signal: AbortSignal; onPhase(phase: Phase): void; clock: Clock },
  ): Promise<void>;
  /** The account's next nonce there, decimal: a lost answer is looked up by it. Null where it cannot be read. */
  nextNonce(address: string, access: ChainAccess): Promise<string | null>;
  /**
   * Whether the account is a contract, or acts as one: what it signs need not be what its token understands.
   * @throws where the chain cannot be read
   */
  isContract(address: string, access: ChainAccess): Promise<boolean>;
  /**
   * Asks the wallet, exactly once.
   * @throws HubPayError `wallet-rejected`, `wallet-busy`, `wallet-locked` only where it is certain that nothing was
   * sent; anything else is `outcome-unknown`
   */
  submit(request: WalletRequest, wallet: Wallet): Promise<string>;
  /**
   * Whether the wallet says that it sends several calls as one, all or none; it may never answer.
   * @throws what the wallet throws, which knows no such thing
   */
  canBatch(request: TransactionRequest, wallet: Wallet): Promise<boolean>;
  /** As `submit`, of all at once, under this name. */
  sendCalls(id: string, requests: readonly TransactionRequest[], wallet: Wallet): Promise<SendCallsResult>;
  /**
   * What the wallet says of them now; null where it says nothing that can be used.
   * @throws what the wallet throws
   */
  getCallsState(id: string, wallet: Wallet, asked: ExpectedCall, access: ChainAccess): Promise<CallsState | null>;
  /**
   * Asks the wallet for a signature, exactly once.
   * @throws HubPayError where it gave none: then there is nothing that somebody could use
   */
  sign(request: Extract<WalletRequest, { kind: 'signature' }>, wallet: Wallet): Promise<string>;
  /**
   * Looks once at what was signed.
   * @throws where the chain cannot be read
   */
  permitState(permit: Permit, access: ChainAccess): Promise<PermitState>;
  /**
   * Looks once for what a wallet was asked for and did not answer.
   * @throws where the chain cannot be read
   */
  findTransaction(asked: TransactionQuery, access: ChainAccess): Promise<TransactionLookup>;
  /**
   * Waits until the submission is decided; never gives up on its own, rejects only when the signal is aborted. A
   * replacement counts as ours (`repriced`) only if sender, target, calldata and value are those expected. With the
   * `request` of an approval, the allowance on the chain is enough: the hash of a smart account's wallet may be no
   * transaction.
   */
  waitForReceipt(
    submission: Submission,
    expected: ExpectedTransaction,
    access: ChainAccess,
    request?: WalletRequest,
  ): Promise<Receipt>;
  /**
   * What a mined transaction brought to `to` in `currency`, in the smallest unit; null where it cannot be read or
   * brought nothing.
   */
  receivedAmount(hashCalldata: string, to: string, currency: string, access: ChainAccess): Promise<bigint | null>;
}
