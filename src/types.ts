/**
 * The types of a payment that merchants and every folder share. Amounts are decimal strings in the token's smallest
 * unit.
 */
import type { ErrorCode } from './errors.js';

export type TradeType = 'EXACT_INPUT' | 'EXACT_OUTPUT' | 'EXPECTED_OUTPUT';

export type TokenAmount = {
  chainId: number;
  /** The token's address on its chain. EVM addresses are in lower case; the EVM native currency is the zero address. */
  currency: string;
  symbol: string;
  decimals: number;
  /** Decimal string in the token's smallest unit. Empty if a payment from another device does not report it. */
  amount: string | null;
  /** The same amount in human units, with `.` as the decimal point. */
  amountFormatted: string | null;
  amountUsd?: string;
  /**
   * The least that may arrive: decimal string in the token's smallest unit. Source: `minimumAmount` of the service's
   * amount objects.
   */
  minimumAmount?: string;
};

/** A `TokenAmount` whose amount is known. */
export type KnownAmount = TokenAmount & {
  amount: string;
  amountFormatted: string;
};

export type TransactionRef = {
  chainId: number;
  hash: string;
  /**
   * The transaction's page on the chain's explorer. Null if no https explorer is known for the chain (`GET /chains`,
   * `explorerUrl`).
   */
  url: string | null;
};

export type Account = {
  address: string;
  vmType: string;
  /** The wallet's id, the same as in `data-wallet`: its EIP-6963 rdns, else its name. */
  wallet: string;
};

export type Asset = {
  chainId: number;
  currency: string;
  symbol: string;
  name: string;
  decimals: number;
  verified: boolean;
  /** The URL of the token's image, from the chain's record (`metadata.logoURI`). Shown only with `remote-images`. */
  logo?: string;
  /** The payer's balance. Null until it is read, and if the chain could not be read. */
  balance: KnownAmount | null;
  /** The amount that this payment would take, from an indicative quote. Absent until that quote arrives. */
  needed?: KnownAmount;
  /**
   * True if the service refused the price because part of the value is lost in the exchange. The payer can accept the
   * loss and pay.
   */
  highPriceImpact?: boolean;
  /** The error code that says why this asset cannot pay. Null if it can. */
  disabled: ErrorCode | null;
};

/** A step that needs the payer. `index` starts at 0; `index` and `count` cover only such steps. */
export type StepRef = { id: string; kind: 'transaction' | 'signature'; index: number; count: number };

/**
 * The body of `POST /quote/v2`, with the service's names and units. Fields that the payer fills are absent until then.
 * `maxIn` and `minOut` are never sent: they are limits from the numbers that the payer saw, in the smallest unit.
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

/** A call that the solver makes on the destination chain with the payment (`POST /quote/v2`, `txs`). */
export type DestinationCall = {
  to: string;
  /** Decimal string in the smallest unit of the chain's native currency. */
  value: string;
  /** 0x-hex of whole bytes. */
  data: string;
  originalTxValue?: string;
};

/** A finding of the guard: the rule's id, the path in the service's response, and a message for a developer. */
export type GuardNote = { rule: string; path: string; message: string };

export type FeeName = 'gas' | 'huber' | 'hubGas' | 'hubService' | 'app' | 'subsidized';

/**
 * The fee components that a sponsor may pay, as the service's responses name them (`feeSponsorship`). The quote option
 * `sponsoredFeeComponents` spells `hub` as `relay`.
 */
export type FeeShare = 'execution' | 'swap' | 'hub' | 'app';

export type QuoteSummary = {
  requestId: string;
  pays: KnownAmount;
  receives: KnownAmount;
  recipient: string;
  refundTo: string;
  fees: { [key in FeeName]?: KnownAmount };
  /**
   * What the sponsor pays (`feeSponsorship`). Null without a sponsor. `shares` splits it by fee component, if the
   * service reports that.
   */
  sponsored: {
    total: KnownAmount;
    userPays: KnownAmount;
    capHit: boolean;
    shares?: { [key in FeeShare]?: { total: KnownAmount; sponsored: KnownAmount } };
  } | null;
  /** The native currency that the recipient gets in addition, on the destination chain (`details.currencyGasTopup`). */
  topup?: KnownAmount;
  /**
   * The value lost in the exchange, as a decimal string in US dollars (`details.expandedPriceImpact.swap.usd`). Absent
   * if the service reports no loss, or one larger than the amount paid.
   */
  exchangeLossUsd?: string;
  /** The expected duration in seconds (`details.timeEstimate`). Null if the service gives none. */
  timeEstimate: number | null;
  warnings: GuardNote[];
};

/** What is known of a payment's quote. A payment of another device may lack its amounts. */
export type PaymentQuote = Omit<QuoteSummary, 'pays' | 'receives'> & {
  pays: TokenAmount;
  receives: TokenAmount;
};

export type Payment = {
  intent: PaymentIntent;
  quote: PaymentQuote;
  requestId: string;
  /** The merchant's order id. Never sent to the service. */
  reference: string | null;
  account: Account | null;
  submissions: TransactionRef[];
  /** The hash of the transaction that pays, once known. Transactions before it in `submissions` are approvals. */
  payingHash?: string;
  /** True if the payer pays with a signature that the service submits. The payer sends no transaction. */
  signed?: true;
  /** True if the wallet accepted approval and payment as one batch (EIP-5792) and its transaction is not yet known. */
  batched?: true;
  /** Set if the payment goes to a deposit address of the service. The payer can send from any wallet. */
  deposit?: Deposit;
};

/** A payment to a deposit address, with the deposits that exceed the order. */
export type Deposit = {
  address: string;
  /** The deadline for the deposit: Unix time in milliseconds. Absent if the order has none. */
  deadline?: number;
  /** The amount that arrived for the order: decimal string in the smallest unit of the origin currency. */
  arrived?: string;
  /** True if the deposit arrived after the deadline. */
  isLate?: boolean;
  /** Deposits with a request of their own: an excess amount or a second transfer. */
  extraDeposits: ExtraDeposit[];
};

export type ExtraDeposit = {
  requestId: string;
  status: string;
  amount: TokenAmount | null;
  /** The transaction that returned the amount. Null if unknown. */
  transaction: TransactionRef | null;
};

export type PaymentResult = {
  requestId: string;
  reference: string | null;
  paid: TokenAmount;
  /**
   * The amount received, read from the destination chain. If only a lower bound is known, `amount` is that bound and
   * `minimumAmount` is equal to it.
   */
  received: TokenAmount;
  /** What the sponsor paid in the end. Set only if the quote had a sponsor. */
  sponsored?: NonNullable<QuoteSummary['sponsored']>;
  origin: TransactionRef[];
  destination: TransactionRef[];
};

export type RefundResult = {
  requestId: string;
  reference: string | null;
  /** The returned amount. Null until it is known. */
  returned: KnownAmount | null;
  transaction?: TransactionRef;
};

/** A request to the wallet, built only from decoded values. `step` is the id of the step. */
export type WalletRequest = { step: string; chainId: number } & (
  | {
      kind: 'transaction';
      from: string;
      to: string;
      data: string;
      /** Decimal string in the smallest unit of the chain's native currency. */ value: string;
    }
  | {
      kind: 'signature';
      from: string;
      typedData: TypedData;
      /** Where the signature is posted: a path of the service and the body (`post` of a signature step). */
      post: { url: string; body: Readonly<Record<string, unknown>> };
      permit: Permit;
    }
  | { kind: 'instructions'; feePayer: string; instructions: unknown[]; lookupTables: string[] }
);

/**
 * What a signature allows a third party to take, with the fields needed to read from the chain whether it was used.
 * Numbers are decimal strings; times are Unix times in seconds.
 */
export type Permit = {
  kind: 'eip3009' | 'eip2612' | 'permit2';
  /** The contract that consumes the permit: the token's contract, or Permit2. */
  contract: string;
  owner: string;
  /** Decimal string; for `eip3009` 0x-hex of 32 bytes. */
  nonce: string;
  /** The permit is not valid before this time: Unix time in seconds as a decimal string. `'0'` except for `eip3009`. */
  validAfter: string;
  /** The permit is not valid after this time: Unix time in seconds as a decimal string (`validBefore` of EIP-3009). */
  deadline: string;
};

/** Typed data as defined by EIP-712. */
export type TypedData = {
  domain: Record<string, unknown>;
  types: Record<string, { name: string; type: string }[]>;
  primaryType: string;
  message: Record<string, unknown>;
};

/**
 * The result of the guard. Equal requests have an equal `digest`; it binds what is sent to what the payer confirmed.
 */
export type GuardResult =
  | {
      ok: true;
      requests: WalletRequest[];
      warnings: GuardNote[];
      digest: string;
      /** Set if the intent has `useDepositAddress`. There is then no request to a wallet. */
      depositAddress?: string;
    }
  | { ok: false; blocks: GuardNote[] };

/** The shape of the chains listing. A saved and reviewed response of `GET /chains` can serve as a registry. */
export type Registry = {
  takenAt?: string;
  chains: ({ id: number; vmType: string; programs?: string[] } & ChainRecord)[];
};

/** A currency entry of the chains listing. */
export type ChainCurrency = {
  /** The currency group, such as `usdc`, which is the same on every chain. */
  id?: string;
  symbol: string;
  name: string;
  address: string;
  decimals: number;
  supportsBridging?: boolean;
  metadata?: { logoURI?: string; verified?: boolean; isNative?: boolean };
};

/** A chain of the chains listing (`GET /chains`). Only the fields that this package reads are typed. */
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

/** What errors, events and states contain about a failure. */
export type { ErrorInfo, Money } from './errors.js';
