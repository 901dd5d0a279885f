/** Types of the service's responses. None of their data is trusted before `responses/parse.ts` has read it. */

/** Amount object of the service. */
export type WireAmount = {
  currency: WireCurrency;
  amount: string;
  amountFormatted?: string;
  amountUsd?: string;
  minimumAmount?: string;
};

export type WireCurrency = {
  chainId: number;
  address: string;
  symbol: string;
  name?: string;
  decimals: number;
  metadata?: { logoURI?: string; verified?: boolean; isNative?: boolean };
};

/** Step of a quote. The service returns only one item. The guard of the chain family decodes `data`. */
export type WireStep = {
  id: string;
  action?: string;
  description?: string;
  kind: string;
  requestId?: string;
  depositAddress?: string;
  items: WireItem[];
};

export type WireItem = { status?: string; data: Record<string, unknown>; check?: { endpoint: string; method: string } };

/** Sponsorship detail: `feeSponsorship.quoted` and `feeSponsorship.actual`. */
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
  fees: { [name: string]: WireAmount };
  feeSponsorship?: { quoted?: WireSponsorship; actual?: WireSponsorship };
  details: {
    operation?: string;
    sender: string;
    recipient: string;
    currencyIn: WireAmount;
    currencyOut: WireAmount;
    refundCurrency?: WireAmount;
    /** Native currency of the destination chain that the recipient gets in addition. */
    currencyGasTopup?: WireAmount;
    totalImpact?: { usd?: string; percent?: string };
    /** US dollars gained, or lost if negative, by each part. Absurd values occur. */
    expandedPriceImpact?: { swap?: { usd?: string } };
    timeEstimate?: number;
    rate?: string;
  };
  protocol?: { v2?: { orderId?: string; orderData?: unknown } };
};

/** Response of `GET /intents/status/v3`. */
export type WireStatus = {
  status: string;
  details?: string;
  inTxHashes?: string[];
  txHashes?: string[];
  /** Unix time in milliseconds. */
  updatedAt?: number;
  originChainId?: number;
  destinationChainId?: number;
  failReason?: string;
  refundFailReason?: string;
};

/** Record of `GET /requests/v2`, as far as it is used. */
export type WireRequest = { id: string; status: string; [field: string]: unknown };
export type WireRequests = { requests: WireRequest[]; continuation?: string };

/** The members of a request record that are read. The service does not document `metadata`. */
export type WireRecord = {
  status: string;
  recipient?: string;
  createdAt?: string;
  /** `timestamp` is Unix time in seconds. */
  inTxs?: { chainId: number; hash: string; timestamp?: number }[];
  outTxs?: { chainId: number; hash: string }[];
  feeSponsorship?: NonNullable<WireQuote['feeSponsorship']>;
  metadata?: { recipient?: string; currencyIn?: WireAmount; currencyOut?: WireAmount };
  /** Hash of the transaction that paid the deposit address. */
  depositTxHash?: string;
  /** Id of the request that replaces this one at the service. */
  supersededByRequestId?: string;
};

/** Response of `GET /requests/<request_id>/signature`. */
export type WireAttestation = {
  requestData: {
    originChainId: number;
    originUser: string;
    originCurrency: string;
    originAmount: string;
    destinationChainId: number;
    destinationUser: string;
  };
  signature: string;
};

/** Record of `POST /currencies/v1`. */
export type WireCurrencyRecord = WireCurrency & { groupID?: string; vmType?: string };
/** Response of `POST /execute`: the transaction is queued. Poll its status by `requestId`. */
export type ExecuteAnswer = { message?: string; requestId: string };
