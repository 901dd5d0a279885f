/** Types of the service's responses. None of their data is trusted before `responses/parse.ts` has read it. */

/** Amount object of the service. */
export type WireAmount = {
  currency: WireCurrency;
  /** Decimal string in the currency's smallest unit. */
  amount: string;
  /** `amount` in human units, as the service writes it. Not used for calculations. */
  amountFormatted?: string;
  /** US dollars as a decimal string. */
  amountUsd?: string;
  /** The least that is delivered, in the unit of `amount`. */
  minimumAmount?: string;
};

/** Currency object of the service. */
export type WireCurrency = {
  chainId: number;
  /** In the chain's own form; the zero address is the native EVM currency. */
  address: string;
  /** May be empty. */
  symbol: string;
  name?: string;
  decimals: number;
  /** For display only. */
  metadata?: { logoURI?: string; verified?: boolean; isNative?: boolean };
};

/** Step of a quote. The service returns only one item. The guard of the chain family decodes `data`. */
export type WireStep = {
  /** Such as `approve`, `deposit`, `swap`, `send` or `authorize1`. */
  id: string;
  action?: string;
  description?: string;
  /** `transaction` or `signature`. */
  kind: string;
  requestId?: string;
  /** Set if the payer pays to an address. */
  depositAddress?: string;
  items: WireItem[];
};

/** `check.endpoint` is a path of the service that names the request; its `requestId` is read from it. */
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
  /** Fee components by name. */
  fees: { [name: string]: WireAmount };
  feeSponsorship?: { quoted?: WireSponsorship; actual?: WireSponsorship };
  details: {
    operation?: string;
    /** The paying account. */
    sender: string;
    recipient: string;
    /** What the payer pays. */
    currencyIn: WireAmount;
    /** What the recipient gets. */
    currencyOut: WireAmount;
    refundCurrency?: WireAmount;
    /** Native currency of the destination chain that the recipient gets in addition. */
    currencyGasTopup?: WireAmount;
    /** Loss or gain of the whole payment: US dollars and per cent, as decimal strings. */
    totalImpact?: { usd?: string; percent?: string };
    /** US dollars gained, or lost if negative, by each part. Absurd values occur. */
    expandedPriceImpact?: { swap?: { usd?: string } };
    /** Seconds from the deposit to the delivery. */
    timeEstimate?: number;
    rate?: string;
  };
  /** `orderId` is what a deposit names. `orderData` is the order, if the service shows it. */
  protocol?: { v2?: { orderId?: string; orderData?: unknown } };
};

/** Response of `GET /intents/status/v3`. */
export type WireStatus = {
  /** `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, `failure`, or a later one. */
  status: string;
  details?: string;
  /** Hashes on the origin chain. */
  inTxHashes?: string[];
  /** Hashes on the destination chain. */
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
/** Response of `GET /requests/v2`. `continuation` is the cursor of the next page; absent on the last one. */
export type WireRequests = { requests: WireRequest[]; continuation?: string };

/** The members of a request record that are read. The service does not document `metadata`. */
export type WireRecord = {
  status: string;
  recipient?: string;
  /** Date and time, as the service writes it. */
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
    /** The paying account. */
    originUser: string;
    originCurrency: string;
    /** Decimal string in the smallest unit. */
    originAmount: string;
    destinationChainId: number;
    /** The recipient. */
    destinationUser: string;
  };
  /** 0x-hex. */
  signature: string;
};

/** Record of `POST /currencies/v1`. */
export type WireCurrencyRecord = WireCurrency & { groupID?: string; vmType?: string };
/** Response of `POST /execute`: the transaction is queued. Poll its status by `requestId`. */
export type ExecuteAnswer = { message?: string; requestId: string };
