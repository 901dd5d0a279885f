/** The service's own shapes, one type a table of service.md. Nothing here is trusted before `parse.ts` has read it. */

/** service.md "Amount object". */
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

/** service.md "Step": only one item is ever returned. `data` is what a chain's guard decodes. */
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

/** service.md "Sponsorship detail". */
export type WireSponsorship = {
  capHit?: boolean;
  selectedComponents?: string[];
  components?: Record<string, { selected?: boolean; total: WireAmount; sponsored: WireAmount; userPays: WireAmount }>;
  sponsoredTotal?: WireAmount;
  userPaysTotal?: WireAmount;
};

/** service.md "Quote response". */
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
    /** What the recipient also gets, of the destination's own coin. */
    currencyGasTopup?: WireAmount;
    totalImpact?: { usd?: string; percent?: string };
    /** Dollars gained or, below zero, lost by each part; absurd values occur. */
    expandedPriceImpact?: { swap?: { usd?: string } };
    timeEstimate?: number;
    rate?: string;
  };
  protocol?: { v2?: { orderId?: string; orderData?: unknown } };
};

/** The answer of the status endpoint. */
export type WireStatus = {
  status: string;
  details?: string;
  inTxHashes?: string[];
  txHashes?: string[];
  /** Milliseconds. */
  updatedAt?: number;
  originChainId?: number;
  destinationChainId?: number;
  failReason?: string;
  refundFailReason?: string;
};

/** service.md "Request record", as far as it is used. */
export type WireRequest = { id: string; status: string; [field: string]: unknown };
export type WireRequests = { requests: WireRequest[]; continuation?: string };

/** What is read of one, as far as it is there; `metadata` is not in service.md. */
export type WireRecord = {
  status: string;
  recipient?: string;
  createdAt?: string;
  /** Seconds. */
  inTxs?: { chainId: number; hash: string; timestamp?: number }[];
  outTxs?: { chainId: number; hash: string }[];
  feeSponsorship?: NonNullable<WireQuote['feeSponsorship']>;
  metadata?: { recipient?: string; currencyIn?: WireAmount; currencyOut?: WireAmount };
  /** What brought the money to the deposit address. */
  depositTxHash?: string;
  /** The request that the service goes on with in place of this one. */
  supersededByRequestId?: string;
};

/** service.md "Attestation". */
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

/** service.md "Currency record". */
export type WireCurrencyRecord = WireCurrency & { groupID?: string; vmType?: string };
/** A transaction that was queued: `requestId` is what its status is asked by. */
export type ExecuteAnswer = { message?: string; requestId: string };
