/**
 * Defines the interface between the service and a chain, and the data from which a chain builds the steps of a quote.
 * Each chain family has a file that creates its chains.
 */

import type { Hex } from 'viem';
import type { Currency } from '../orders/currencies.js';
import type { OrderPermit, PlainPayment } from '../orders/order-state.js';
import type { AnyStep } from '../orders/quote-answer.js';
import type { CheckedQuoteBody, DestinationCall } from '../orders/quote-fields.js';
import type { QuotePrice } from '../orders/quote-price.js';

export interface ServiceChain {
  readonly id: number;
  /** The name that the payer sees. */
  readonly name: string;
  readonly vmType: 'evm' | 'svm' | 'hypevm';
  /** URL of the node in the listing. The text is empty if the chain has no node. */
  readonly nodeUrl: string;
  readonly wsRpcUrl: string;
  /** Contract, program or account that receives the deposits. */
  readonly depository: string;
  readonly solverAddresses: readonly string[];
  /** The addresses that EVM chains list as `contracts`. */
  readonly contracts: Contracts;
  isAddress(text: string): boolean;
  /** Returns true for burn addresses, tokens and the service's contracts. Money at these addresses is lost. */
  isUnspendable(address: string, currencies: readonly Currency[]): boolean;
  balanceOf(currency: Currency, owner: string): Promise<bigint>;
  /**
   * Builds the steps of a payment from this chain.
   * @throws RequestError if the chain cannot make this payment
   */
  stepsOf(plan: StepsPlan): Promise<QuotedSteps>;
  /** Cost of a delivery in addition to the usual cost, in millionths of a US dollar. */
  deliveryCost(currency: Currency, recipient: string): Promise<bigint>;
  /** Reads a transaction. Returns undefined if the chain does not have the transaction. */
  readTransaction(hash: string): Promise<TransactionEntry | undefined>;
}

/** The chains, currencies and addresses of a quote. */
export interface Route {
  readonly origin: ServiceChain;
  readonly destination: ServiceChain;
  readonly from: Currency;
  readonly to: Currency;
  readonly user: string;
  readonly recipient: string;
  readonly refundTo: string;
  readonly txs: readonly DestinationCall[];
  /**
   * `send` and `swap`: the payer's own transaction pays the recipient. `deposit`: the solver pays the recipient.
   * `address`: the solver pays the recipient after a transfer to a deposit address.
   */
  readonly kind: 'deposit' | 'address' | 'swap' | 'send';
}

/** The data from which the steps of a quote are built. */
export interface StepsPlan {
  readonly route: Route;
  readonly price: QuotePrice;
  readonly requestId: Hex;
  readonly orderId: Hex;
  readonly body: CheckedQuoteBody;
  /** The value is false if the payer makes a plain transfer. The calldata of this transfer ends with the order id. */
  readonly explicitDeposit: boolean;
  /** Validity of a permit in seconds. The value is undefined if the quote requests no permit. */
  readonly permitExpiry?: number;
}

export interface QuotedSteps {
  readonly steps: AnyStep[];
  /** Maximum cost of the steps in the chain's own currency. */
  readonly networkFee: bigint;
  /** The value is set if the payment emits no depository event. */
  readonly plain?: PlainPayment;
  /** The value is set if the payer signs a permit for the payment. */
  readonly permit?: OrderPermit;
}

export type Contracts = Record<'multicall3' | 'multicaller' | 'onlyOwnerMulticaller' | 'hubReceiver', string> &
  Routing & { v3: Routing };
type Routing = Record<'erc20Router' | 'approvalProxy', string>;

const NO_ROUTING: Routing = { erc20Router: '', approvalProxy: '' };
export const NO_CONTRACTS: Contracts = {
  multicall3: '',
  multicaller: '',
  onlyOwnerMulticaller: '',
  hubReceiver: '',
  ...NO_ROUTING,
  v3: NO_ROUTING,
};

/** A transaction as the request history shows it. */
export interface TransactionEntry {
  fee: string;
  data: { to: string; data: Hex; from: string; value: string };
  hash: string;
  type: 'onchain';
  chainId: number;
  /** Unix time in seconds. */
  timestamp: number;
  block: number;
  status: 'success' | 'failure';
}

/** Name of a chain in the protocol. `GET /chains` lists this name as `protocol.v2.chainId`. */
export function protocolName({ name }: Pick<ServiceChain, 'name'>): string {
  return name.toLowerCase().replaceAll(' ', '-');
}
