/**
 * Defines the adapter of a chain family. The page's other code reads the family's chains only through this adapter.
 * This file defines the members that every adapter has. `abilities.ts` and `signed-transfers.ts` define abilities that
 * only some families have.
 */
import type { WireStep } from '../../api/responses/types.js';
import type { Clock } from '../../shared/time/clock.js';
import type { Asset, ChainRecord, GuardNote, PaymentIntent, VmType, WalletRequest } from '../../types.js';
import type { Wallet } from '../../wallets/wallet.js';
import type {
  Batches,
  InstructionRequests,
  Ledger,
  Permits,
  TransactionRequests,
  TypedDataRequests,
  WalletReads,
} from './abilities.js';
import type { ChainAccess } from './sources.js';
import type { SignedTransfers } from './signed-transfers.js';

/** An intent with all fields that a quote and its guard need. */
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

/**
 * The values that the guard of a chain family needs, in addition to the quote's steps. The caller has already checked
 * their form, except that of the addresses in `intent`.
 */
export type GuardContext = {
  /** The choices of the merchant and the payer. The guard compares every step of the service with them. */
  intent: CompleteIntent;
  /**
   * `protocol.v2.orderId` of the quote, or the request id if the quote has no order id: 32 bytes in lower-case hex with
   * `0x`.
   */
  orderId: string;
  /** The quote's request id: 32 bytes in lower-case hex with `0x`. */
  requestId: string;
  /** The paid amount (`details.currencyIn.amount`), in the smallest unit of the origin currency. */
  amountIn: bigint;
  /** The minimum amount that the quote delivers, in the smallest unit of the destination currency. */
  leastOut: bigint;
  /** True if the payer pays the currency that the recipient gets, so that the service need not exchange anything. */
  oneCurrency: boolean;
  /** The origin chain's record in the registry that the guard reads. */
  chain: ChainRecord;
};

/** The result of the guard. The payment continues only if `blocks` is empty. */
export type Verdict = {
  /**
   * The requests that the guard has built from the decoded steps, in the order of the steps. Empty if `blocks` has an
   * entry, or if `depositAddress` is set.
   */
  requests: WalletRequest[];
  /** The violated rules, each with the path of the wrong value in the quote or in the intent. */
  blocks: GuardNote[];
  /** Facts that the payer must see before they pay, for example that the guard cannot verify a deposit address. */
  warnings: GuardNote[];
  /** The deposit address, in the letter case that the service uses; set only for a payment without a wallet request. */
  depositAddress?: string;
  /**
   * The highest priority fee that the page accepts from a wallet that only signs, in the smallest unit of the native
   * currency. Absent if there is no such fee, if another account pays it, or if wallets of the family always send
   * transactions themselves.
   */
  feeLimit?: bigint;
};

/**
 * The chain's data about a token. A value is null if the page does not read it or gets no valid answer.
 * `isCollectible`: true if the contract calls itself a collection (ERC-165), or if the mint has at most one piece,
 * which cannot be divided.
 * `isUnread`: true if a value is missing only because the source did not answer, which proves nothing about the token.
 */
export type TokenInfo = { symbol: string | null; decimals: number | null; isCollectible: boolean; isUnread?: true };

/** The progress of a step in the wallet: the wallet is switching to another chain, or is showing its prompt. */
export type Phase = 'switching' | 'prompting';

/**
 * Result of an attestation check.
 * `valid`: one of the expected solvers signed the payment's values.
 * `invalid`: no expected solver's signature was found, or the values are not those of the payment.
 * `unavailable`: the attestation could not be fetched or cannot be checked.
 */
export type AttestationResult = 'valid' | 'invalid' | 'unavailable';

/**
 * What every chain family can do, and the abilities that only some families have. A family lacks the ability whose
 * member is absent.
 */
export interface VmAdapter {
  /** The `vmType` of the family's chains in the service's listing. */
  readonly vmType: VmType;
  /**
   * Decodes the steps, compares them with the data in `context`, and builds new requests from the decoded values. A
   * step that cannot be decoded blocks the payment.
   * @throws HubPayError `service-down` if a part of the guard's code, which loads on first use, could not be loaded;
   *   on SVM chains, Error if an address in `context` is malformed
   */
  guardSteps(steps: readonly WireStep[], context: GuardContext): Promise<Verdict>;
  /** Returns a cryptographic hash of the text's UTF-8 bytes: 32 bytes in hex with the prefix `0x`. */
  hashText(text: string): string;
  /**
   * Reads the account's balances of `assets`, in the same order and in each asset's smallest unit. A balance is null if
   * it cannot be read.
   * @throws only after an abort
   */
  balances(
    address: string,
    assets: readonly Pick<Asset, 'currency'>[],
    access: ChainAccess,
  ): Promise<(bigint | null)[]>;
  /**
   * Reads the chain's data about each token, in the order of `assets`. An entry can be null if the chain does not know
   * the token. Calls no helper contract such as Multicall3, because its address can come from the service, and can be
   * wrong.
   * @throws after an abort, the signal's reason; HubPayError `service-down` if the code could not be loaded
   */
  tokenInfo(assets: readonly Pick<Asset, 'currency'>[], access: ChainAccess): Promise<(TokenInfo | null)[]>;
  /**
   * Estimates the maximum network fee of `requests` in the smallest unit of the native currency. On SVM chains, adds
   * the rent of new token accounts. Returns null if the chain cannot be read.
   * @throws only after an abort
   */
  estimateFee(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null>;
  /**
   * Returns how much native currency must remain in the payer's account after the costs, in the smallest unit, unless
   * the payment empties the account. Returns zero if another account pays the network fee, and null if the chain
   * cannot be read. Absent if an account may keep any amount.
   * @throws only after an abort
   */
  keptAmount?(requests: readonly WalletRequest[], access: ChainAccess): Promise<bigint | null>;
  /**
   * Prepares the wallet for the request. Resolves only if the wallet shares the request's account. If the request needs
   * the wallet's active chain, as on EVM chains, the adapter switches the wallet to the request's chain. If the switch
   * fails without a refusal and `mayAdd` is true, the adapter asks the wallet to add the chain.
   * @param o.onPhase called with `switching` before the wallet's prompt to switch; the prompt waits until the returned
   *   promise resolves
   * @throws HubPayError `wrong-network`, `account-changed`, `wallet-rejected`, `wallet-busy`, `wallet-locked`,
   *   `wallet-failed`; the error of `Wallet.addresses`; after an abort, the signal's reason
   */
  prepare(
    request: WalletRequest,
    wallet: Wallet,
    o: {
      chain: ChainRecord;
      mayAdd: boolean;
      signal: AbortSignal;
      onPhase(phase: Phase): void | Promise<void>;
      clock: Clock;
    },
  ): Promise<void>;

  /** Present if everybody can read the transactions of the family's chains. */
  readonly ledger?: Ledger;
  /** Present if the family's guard builds requests of the kind `transaction`. */
  readonly transactions?: TransactionRequests;
  /** Present if the family's guard builds requests of the kind `instructions`. */
  readonly instructions?: InstructionRequests;
  /** Present if wallets of the family can send several transactions as one batch. */
  readonly batches?: Batches;
  /** Present if the family's guard builds requests of the kind `signature` that sign a permit. */
  readonly typedData?: TypedDataRequests;
  /** Present if a payer can pay with a signature that is valid until a deadline. */
  readonly permits?: Permits;
  /** Present if the payer pays with two signatures. The second one moves the money. */
  readonly transfers?: SignedTransfers;
  /** Present if the page can read the family's chains through wallets. */
  readonly walletReads?: WalletReads;
}
