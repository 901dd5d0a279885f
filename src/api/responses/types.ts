/** Types of the service's responses. The functions of `parse.ts` check responses and return values of these types. */
import type { ChainCurrency } from '../../types.js';

/** An amount in a response of the service. */
export type WireAmount = {
  currency: WireCurrency;
  /** Decimal string in the currency's smallest unit. */
  amount: string;
  /** The amount in human units, such as "1.5". The guard compares it with `amount`, and no other code uses it. */
  amountFormatted?: string;
  /** The value in US dollars, as a decimal string. */
  amountUsd?: string;
  /** For a received amount, the minimum that arrives, as a decimal string in the currency's smallest unit. */
  minimumAmount?: string;
};

/** A currency in a response of the service. */
export type WireCurrency = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain. */
  address: string;
  /** The token's symbol, which the token's issuer chooses. */
  symbol: string;
  /** The token's name, which the token's issuer chooses. */
  name?: string;
  /** The token's number of decimal places. */
  decimals: number;
  /** The service's data about the token. */
  metadata?: ChainCurrency['metadata'];
};

/** A step of a quote. The service sends only one item in a step. */
export type WireStep = {
  /** The service's id of the step, such as `approve` or `deposit`. */
  id: string;
  /** A text for the payer. */
  action?: string;
  /** A longer text for the payer. */
  description?: string;
  /** `transaction`, `signature`, or an unknown value. */
  kind: string;
  /** The id of the request to which the step belongs; absent if the service sends none. */
  requestId?: string;
  /** The deposit address; absent if the quote has no deposit address. */
  depositAddress?: string;
  /** The requests to the wallet. */
  items: WireItem[];
};

/** An item of a step: one request to the wallet. */
export type WireItem = {
  /** The item's status at the service, such as `incomplete`. */
  status?: string;
  /** The request to the wallet. Its members depend on the chain family. */
  data: Record<string, unknown>;
  /** The endpoint at which the service reports the status of the request. */
  check?: {
    /** A path of the service. */
    endpoint: string;
    /** The HTTP method. */
    method: string;
  };
};

/** The part of the fees that a sponsor pays (`feeSponsorship.quoted` and `feeSponsorship.actual`). */
export type WireSponsorship = {
  capHit?: boolean;
  selectedComponents?: string[];
  components?: Record<string, { selected?: boolean; total: WireAmount; sponsored: WireAmount; userPays: WireAmount }>;
  sponsoredTotal?: WireAmount;
  userPaysTotal?: WireAmount;
};

/** Response of `POST /quote/v2`. */
export type WireQuote = {
  steps: WireStep[];
  requestId?: string;
  /** Fee components by name. */
  fees: { [name: string]: WireAmount };
  feeSponsorship?: { quoted?: WireSponsorship; actual?: WireSponsorship };
  details: {
    operation?: string;
    /** The account that pays or, for a payment to a deposit address, the refund address. */
    sender: string;
    recipient: string;
    /** The amount that the payer pays. */
    currencyIn: WireAmount;
    /** The amount that the recipient gets. */
    currencyOut: WireAmount;
    refundCurrency?: WireAmount;
    /** The amount of native currency on the destination chain that the recipient also gets as a gas top-up. */
    currencyGasTopup?: WireAmount;
    /** The loss or gain of the whole payment, in US dollars and in percent, as decimal strings. */
    totalImpact?: { usd?: string; percent?: string };
    /**
     * The gain of the swap in US dollars, or a negative number for a loss. The service sometimes sends a loss that is
     * larger than the payment.
     */
    expandedPriceImpact?: { swap?: { usd?: string } };
    /** The expected number of seconds from the deposit to the delivery. */
    timeEstimate?: number;
    rate?: string;
  };
  /**
   * The service's order for this quote. The deposit transaction contains the `orderId`. The content of the order is in
   * `orderData`, which can be absent.
   */
  protocol?: { v2?: { orderId?: string; orderData?: unknown } };
};

/** Response of `GET /intents/status/v3`. */
export type WireStatus = {
  /**
   * The status: `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, `failure`, or an unknown value.
   */
  status: string;
  /** The service's text about the status. */
  details?: string;
  /** The hashes of the transactions on the origin chain. */
  inTxHashes?: string[];
  /** The hashes of the transactions on the destination chain or, after a refund, those of the refund transactions. */
  txHashes?: string[];
  /** The time of the last update, as Unix time in milliseconds. */
  updatedAt?: number;
  /** The id of the origin chain. */
  originChainId?: number;
  /** The id of the destination chain. */
  destinationChainId?: number;
  /** The service's code for why the payment failed. */
  failReason?: string;
  /** The service's code for why a refund failed. */
  refundFailReason?: string;
};

/** A record of `GET /requests/v2`. Only `id` and `status` are checked. */
export type WireRequest = {
  /** The request id. */
  id: string;
  /** The service's status of the request. */
  status: string;
  /** A field other than `id` and `status`. This package has not checked its value. */
  [field: string]: unknown;
};

/** Response of `GET /requests/v2`. */
export type WireRequests = {
  /** The records, in the order of the query's `sortBy` and `sortDirection`. */
  requests: WireRequest[];
  /** The cursor of the next page; absent on the last page. */
  continuation?: string;
};

/** The members of a request record that `parseRecord` reads. The service does not document all of them. */
export type WireRecord = {
  status: string;
  /** The account that pays. */
  user?: string;
  recipient?: string;
  /** When the request was created: an ISO 8601 date and time. */
  createdAt?: string;
  /** The transactions on the origin chain. `timestamp` is Unix time in seconds. */
  inTxs?: { chainId: number; hash: string; timestamp?: number }[];
  outTxs?: { chainId: number; hash: string; timestamp?: number }[];
  feeSponsorship?: NonNullable<WireQuote['feeSponsorship']>;
  metadata?: { recipient?: string; currencyIn?: WireAmount; currencyOut?: WireAmount };
  /** The deposit address of the request; absent if the request has no deposit address. */
  depositAddress?: string;
  /** Hash of the transaction that paid to the deposit address. */
  depositTxHash?: string;
  /** The id of the request that replaced this request at the service. */
  supersededByRequestId?: string;
};

/** Response of `GET /requests/<request_id>/signature`. */
export type WireAttestation = {
  /** The values that the solver signed. */
  requestData: {
    /** The id of the origin chain. */
    originChainId: number;
    /** The payer's account on the origin chain: an address, or 32 bytes in hex. */
    originUser: string;
    /** The token that the payer pays with: an address, or 32 bytes in hex. */
    originCurrency: string;
    /** Decimal string in the token's smallest unit. */
    originAmount: string;
    /** The id of the destination chain. */
    destinationChainId: number;
    /** The recipient's account on the destination chain: an address, or 32 bytes in hex. */
    destinationUser: string;
  };
  /** The signature of the solver's EVM account (EIP-191): bytes in hex, usually 65, with the prefix `0x`. */
  signature: string;
};

/** Record of `POST /currencies/v1`. */
export type WireCurrencyRecord = WireCurrency & {
  /** The id of the currency group, which is the same for the same currency on every chain. */
  groupID?: string;
  /** The chain family. */
  vmType?: string;
};

/** The response of `POST /execute` after the service has queued the calls. Poll their status with the `requestId`. */
export type ExecuteAnswer = {
  /** The service's text about the request. */
  message?: string;
  /** The service's id of the request. */
  requestId: string;
};
