/**
 * The shapes that merchants and every folder share: what a payment is made of. Amounts are integers in the smallest
 * unit, as strings.
 */
export type TradeType = 'EXACT_INPUT' | 'EXACT_OUTPUT' | 'EXPECTED_OUTPUT';

export type TokenAmount = {
  chainId: number;
  /** The token's address; EVM addresses in lower case, the native currency as service.md writes it. */
  currency: string;
  symbol: string;
  decimals: number;
  /** Integer in the smallest unit; empty where a payment of another device does not tell it. */
  amount: string;
  /** The same amount in human units, `.` as the decimal point. */
  amountFormatted: string;
  amountUsd?: string;
  /** The least that may arrive, in the smallest unit. */
  minimumAmount?: string;
};

export type TransactionRef = {
  chainId: number;
  hash: string;
  /** The transaction's page; null where no https explorer is known for the chain. */
  url: string | null;
};

export type Account = {
  address: string;
  vmType: string;
  /** The wallet's id, as in `data-wallet`: its rdns, else its name. */
  wallet: string;
};

export type Asset = {
  chainId: number;
  currency: string;
  symbol: string;
  name: string;
  decimals: number;
  verified: boolean;
  /** Where its picture is, if the chain's record says so. It is shown with `remote-images` only. */
  logo?: string;
  /** What the payer holds; null until it is read, or where the chain could not be read. */
  balance: TokenAmount | null;
  /** What this payment would take of it, by an indicative quote; absent until one came. */
  needed?: TokenAmount;
  /** The service warns that part of its value is lost in the exchange; who accepts that can pay with it. */
  highPriceImpact?: boolean;
  /** An error code: why this asset cannot pay. Null: it can. */
  disabled: string | null;
};

/** A step the payer takes part in; `index` counts from 0 over the payer's steps only. */
export type StepRef = { id: string; kind: 'transaction' | 'signature'; index: number; count: number };

/**
 * The quote body as it is sent (names and units of service.md). Members that the payer fills later are absent before.
 * `maxIn` and `minOut` are what the payer saw; they are never sent.
 */
export type PaymentIntent = {
  tradeType: TradeType;
  amount?: string;
  user?: string;
  originChainId?: number;
  originCurrency?: string;
  destinationChainId?: number;
  destinationCurrency?: string;
  recipient?: string;
  refundTo?: string;
  maxIn?: string;
  minOut?: string;
  txs?: readonly DestinationCall[];
  [quoteField: string]: unknown;
};

/** A call that the solver makes on the destination chain once it is paid (service.md `txs`). */
export type DestinationCall = {
  to: string;
  /** Decimal, in the smallest unit of the chain's own currency. */
  value: string;
  /** Hex of whole bytes. */
  data: string;
  originalTxValue?: string;
};

/** A rule of the guard that spoke: its id, where in the answer, and words for a developer. */
export type GuardNote = { rule: string; path: string; message: string };

export type FeeName = 'gas' | 'huber' | 'hubGas' | 'hubService' | 'app' | 'subsidized';

/** The parts of the fees that a sponsor may take over, as the service's answers name them. */
export type FeeShare = 'execution' | 'swap' | 'hub' | 'app';

export type QuoteSummary = {
  requestId: string;
  pays: TokenAmount;
  receives: TokenAmount;
  recipient: string;
  refundTo: string;
  fees: { [key in FeeName]?: TokenAmount };
  /** What a sponsor takes over; `shares` says it fee by fee where the service does. */
  sponsored: {
    total: TokenAmount;
    userPays: TokenAmount;
    capHit: boolean;
    shares?: { [key in FeeShare]?: { total: TokenAmount; sponsored: TokenAmount } };
  } | null;
  /** What the recipient also gets, of the destination's own coin. */
  topup?: TokenAmount;
  /** What the exchange loses of the value, in dollars, where the service tells it and it can be believed. */
  exchangeLossUsd?: string;
  /** Seconds. */
  timeEstimate: number | null;
  warnings: GuardNote[];
};

export type Payment = {
  intent: PaymentIntent;
  quote: QuoteSummary;
  requestId: string;
  /** The merchant's own order id; never sent to the service. */
  reference: string | null;
  account: Account | null;
  submissions: TransactionRef[];
  /** The hash of the submission that pays, once it is known; approvals stand before it. */
  payingHash?: string;
  /** Paid by a signature, which the service uses: the payer sends no transaction. */
  signed?: true;
  /** The wallet has taken approval and payment together, and it is not known yet by which transaction (EIP-5792). */
  batched?: true;
  /** Set where it is paid to an address of the service's, from wherever the payer likes. */
  deposit?: Deposit;
};

/** A payment by deposit address, and what became of money that came beside the order. */
export type Deposit = {
  address: string;
  /** Until when it is to arrive (ms), where the order says so. */
  deadline?: number;
  /** What has arrived for the order, in the smallest unit of what pays. */
  arrived?: string;
  /** It arrived after the deadline. */
  isLate?: boolean;
  /** Requests of their own: what was too much, or came a second time. */
  extraDeposits: ExtraDeposit[];
};

export type ExtraDeposit = {
  requestId: string;
  status: string;
  amount: TokenAmount | null;
  /** What sent it back. */
  transaction: TransactionRef | null;
};

export type PaymentResult = {
  requestId: string;
  reference: string | null;
  paid: TokenAmount;
  /** As the destination chain tells it; with a `minimumAmount` where only that much is known to have arrived. */
  received: TokenAmount;
  /** What a sponsor paid in the end, where one was promised. */
  sponsored?: NonNullable<QuoteSummary['sponsored']>;
  origin: TransactionRef[];
  destination: TransactionRef[];
};

export type RefundResult = {
  requestId: string;
  reference: string | null;
  /** Null: the amount is not yet known. */
  returned: TokenAmount | null;
  transaction?: TransactionRef;
};

/** A request for the wallet, built from decoded values only. `step` is the step's id. */
export type WalletRequest = { step: string; chainId: number } & (
  | { kind: 'transaction'; from: string; to: string; data: string; /** Decimal, in the smallest unit. */ value: string }
  | {
      kind: 'signature';
      from: string;
      typedData: TypedData;
      /** Where the signature goes, a path at the service. */
      post: { url: string; body: Readonly<Record<string, unknown>> };
      permit: Permit;
    }
  | { kind: 'instructions'; feePayer: string; instructions: unknown[]; lookupTables: string[] }
);

/**
 * What a signature lets somebody else take, as far as the chain can be asked whether it was used. Numbers are decimal,
 * times in seconds.
 */
export type Permit = {
  kind: 'eip3009' | 'eip2612' | 'permit2';
  /** The contract that uses it up: the token's own, or Permit2. */
  contract: string;
  owner: string;
  /** As hex of 32 bytes for `eip3009`. */
  nonce: string;
  /** It cannot be used before. */
  validAfter: string;
  /** It cannot be used any more from then on. */
  deadline: string;
};

/** EIP-712 typed data. */
export type TypedData = {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
};

/** `digest` is the same for the same requests: what the payer confirmed is compared with what is sent by it. */
export type GuardResult =
  | {
      ok: true;
      requests: WalletRequest[];
      warnings: GuardNote[];
      digest: string;
      /** Where `useDepositAddress` was asked for: there is no request for a wallet then. */
      depositAddress?: string;
    }
  | { ok: false; blocks: GuardNote[] };

/** The chains listing's own shape (service.md "Chain"): a saved and reviewed answer of `GET /chains` is a registry. */
export type Registry = {
  takenAt?: string;
  chains: ({ id: number; vmType: string; programs?: string[] } & ChainRecord)[];
};

/** A currency entry of the chains listing. */
export type ChainCurrency = {
  /** The currency group (`usdc`): the same on every chain. */
  id?: string;
  symbol: string;
  name: string;
  address: string;
  decimals: number;
  supportsBridging?: boolean;
  metadata?: { logoURI?: string; verified?: boolean; isNative?: boolean };
};

/** A chain of the listing (service.md "Chain"); only what is used here is typed. */
export type ChainRecord = {
  id: number;
  name?: string;
  displayName?: string;
  httpRpcUrl?: string;
  wsRpcUrl?: string;
  explorerUrl?: string;
  vmType: string;
  depositEnabled?: boolean;
  disabled?: boolean;
  partialDisableLimit?: number;
  blockProductionLagging?: boolean;
  surgeEnabled?: boolean;
  currency?: ChainCurrency;
  erc20Currencies?: ChainCurrency[];
  featuredTokens?: ChainCurrency[];
  solverCurrencies?: ChainCurrency[];
  contracts?: {
    multicall3?: string;
    multicaller?: string;
    onlyOwnerMulticaller?: string;
    hubReceiver?: string;
    erc20Router?: string;
    approvalProxy?: string;
    v3?: { erc20Router?: string; approvalProxy?: string };
  };
  solverAddresses?: string[];
  protocol?: { v2?: { chainId?: string; depository?: string } };
};

/** What an error, an event and a state say about something that went wrong. */
export type { ErrorInfo, Money } from './errors.js';
