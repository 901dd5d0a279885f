/**
 * The public types of a payment, which all folders of this package use. Amounts are decimal strings in the token's
 * smallest unit.
 */
import type { ErrorCode } from './errors.js';

/**
 * Whether `amount` is the paid or the received amount (`POST /quote/v2`, `tradeType`).
 * `EXACT_INPUT`: the paid amount.
 * `EXACT_OUTPUT`: the received amount.
 * `EXPECTED_OUTPUT`: the received amount, which may differ within the slippage tolerance.
 */
export type TradeType = 'EXACT_INPUT' | 'EXACT_OUTPUT' | 'EXPECTED_OUTPUT';

/** A chain family: a value of `vmType` in `GET /chains`. */
export type VmType = 'bvm' | 'evm' | 'hypevm' | 'lvm' | 'suivm' | 'svm' | 'tonvm' | 'tvm';

/** An amount of a token. If another device made the payment, the amount can be unknown. */
export type TokenAmount = {
  /** The id of the token's chain. 0 if the chain is unknown. */
  chainId: number;
  /**
   * The token's address on its chain. EVM addresses are in lower case; the EVM native currency is the zero address.
   * Empty if the token is unknown.
   */
  currency: string;
  /** The token's symbol, such as `USDC`. The token's issuer chooses the symbol. Empty if the token is unknown. */
  symbol: string;
  /** The token's number of decimal places. */
  decimals: number;
  /** Decimal string in the token's smallest unit. Null if unknown. */
  amount: string | null;
  /** `amount` in human units, with `.` as the decimal point. Null if unknown. */
  amountFormatted: string | null;
  /** The value in US dollars, as a decimal string. Absent if the service reports no value (`amountUsd`). */
  amountUsd?: string;
  /**
   * The lowest amount that can arrive. Decimal string in the token's smallest unit. Absent if the service reports no
   * minimum.
   */
  minimumAmount?: string;
};

/** A `TokenAmount` whose amount is known. */
export type KnownAmount = TokenAmount & {
  /** Decimal string in the token's smallest unit. */
  amount: string;
  /** `amount` in human units, with `.` as the decimal point. */
  amountFormatted: string;
};

/** A transaction of a payment. */
export type TransactionRef = {
  /** The id of the transaction's chain. */
  chainId: number;
  /** The transaction's hash, in the chain's own format. */
  hash: string;
  /** The transaction's page on the chain's explorer. Null if no https explorer is known. */
  url: string | null;
};

/** A connected account of the payer. */
export type Account = {
  /** The account's address, as the wallet writes it. */
  address: string;
  /** The chain family of the account. */
  vmType: VmType;
  /** The wallet's id: its `rdns` from EIP-6963, or its name if there is no `rdns`. */
  wallet: string;
};

/** Identifies a token of a chain. */
export type AssetRef = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain, in the form of `TokenAmount.currency`. */
  currency: string;
};

/** A token that the payer can choose to pay with. */
export type Asset = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain, in the form of `TokenAmount.currency`. */
  currency: string;
  /** The token's symbol, chosen by the token's issuer. */
  symbol: string;
  /** The token's name, chosen by the token's issuer. */
  name: string;
  /** The token's number of decimal places. */
  decimals: number;
  /**
   * True if the merchant's registry contains the token and its `metadata.verified` is not false.
   */
  verified: boolean;
  /**
   * The URL of the token's image. Absent if there is none. The element shows the image only if `remote-images` is set.
   */
  logo?: string;
  /** The payer's balance. Null until the balance is known. */
  balance: KnownAmount | null;
  /** The approximate amount that this payment needs. Absent until the service has estimated the amount. */
  needed?: KnownAmount;
  /** True while the price is requested. */
  pricing?: boolean;
  /**
   * True if the service refused the price because the payer would lose too much value. The payer can accept the loss
   * and pay.
   */
  highPriceImpact?: boolean;
  /** The error code that explains why the payer cannot use this asset. Null if the payer can use the asset. */
  disabled: ErrorCode | null;
};

/** A step that the payer must complete in the wallet. */
export type StepRef = {
  /** The service's id of the step, such as `approve` or `deposit`. */
  id: string;
  /** What the wallet asks the payer to approve: a transaction, or a signature of typed data. */
  kind: 'transaction' | 'signature';
  /** The position among the steps that the payer must complete. Starts at 0. */
  index: number;
  /** The number of steps that the payer must complete. */
  count: number;
};

/**
 * The body of `POST /quote/v2`, with the service's names and units. A field is absent until the payer has chosen its
 * value. `maxIn` and `minOut` are never sent.
 */
export type PaymentIntent = {
  /** Whether `amount` is the paid or the received amount. */
  tradeType: TradeType;
  /** Decimal string in the smallest unit of the currency that `tradeType` selects. */
  amount?: string;
  /** The payer's address on the origin chain. */
  user?: string;
  /** The id of the chain from which the payer pays. */
  originChainId?: number;
  /** The address of the token that the payer pays with. */
  originCurrency?: string;
  /** The id of the chain on which the recipient receives the payment. */
  destinationChainId?: number;
  /** The address of the token that the recipient receives. */
  destinationCurrency?: string;
  /** The recipient's address on the destination chain. If absent, the recipient is the payer's own account. */
  recipient?: string;
  /** The address on the origin chain that receives a refund. */
  refundTo?: string;
  /**
   * The maximum that the payer pays. Decimal string in the token's smallest unit. If absent, only the quote limits the
   * amount.
   */
  maxIn?: string;
  /**
   * The minimum that must arrive. Decimal string in the token's smallest unit. If absent, only the quote limits the
   * amount.
   */
  minOut?: string;
  /** Calls that the solver makes on the destination chain. */
  txs?: readonly DestinationCall[];
  /** Any other field of the quote body. */
  [quoteField: string]: unknown;
};

/** A call that the solver makes on the destination chain as part of the payment (`POST /quote/v2`, `txs`). */
export type DestinationCall = {
  /** The address of the called contract. */
  to: string;
  /** The native currency that the call transfers. Decimal string in the smallest unit. */
  value: string;
  /** The calldata in hex, with the prefix `0x`. */
  data: string;
  /** The service does not document this field. Decimal string in the smallest unit of the chain's native currency. */
  originalTxValue?: string;
};

/** A problem or a warning that the guard found. */
export type GuardNote = {
  /**
   * The rule's id, such as `G02`. Warnings that no rule makes have one of three other values.
   * `chain`: late blocks or high fees of a chain.
   * `account`: the payer's account.
   * `delivery`: what arrived, or a second transaction of the payment.
   */
  rule: string;
  /** The path in the service's response or in the intent, such as `details.sender`. */
  path: string;
  /** What is wrong, in English, for a developer. */
  message: string;
  /** The amount that a warning is about, in the paying token's smallest unit. For example, a solver's share. */
  amount?: string;
};

/**
 * The names of a quote's fees. The service sends the fees in `fees` (`POST /quote/v2`).
 * `gas`: the origin chain's network fee.
 * `huber`: the sum of `hubGas` and `hubService`.
 * `hubGas`: the network fee of the delivery.
 * `hubService`: the service's own fee.
 * `app`: the merchant's fees.
 * `subsidized`: the amount that a sponsor pays.
 */
export type FeeName = 'gas' | 'huber' | 'hubGas' | 'hubService' | 'app' | 'subsidized';

/**
 * The fee components that a sponsor can pay (`feeSponsorship.components`). `hub` is called `relay` in the option
 * `sponsoredFeeComponents`.
 */
export type FeeShare = 'execution' | 'swap' | 'hub' | 'app';

/** The quote that the payer sees (`POST /quote/v2`). The quote has passed the guard. */
export type QuoteSummary = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The amount that the payer pays (`details.currencyIn`). */
  pays: KnownAmount;
  /** The amount that the recipient receives (`details.currencyOut`). */
  receives: KnownAmount;
  /**
   * The recipient's address on the destination chain. Empty if unknown, for example for a payment from another device.
   */
  recipient: string;
  /** The address on the origin chain that receives a refund. Empty if unknown. */
  refundTo: string;
  /** The fees that the service reports. `pays` already includes the payer's fees, except `gas`. */
  fees: { [key in FeeName]?: KnownAmount };
  /** The part of the fees that the sponsor pays (`feeSponsorship`). Null if the quote has no sponsor. */
  sponsored: {
    /** The sum that the sponsor pays (`sponsoredTotal`). */
    total: KnownAmount;
    /** The sum of the fees that the payer still pays (`userPaysTotal`). */
    userPays: KnownAmount;
    /** True if the fees exceed the sponsor's limit (`capHit`). The payer then pays the rest. */
    capHit: boolean;
    /** How payer and sponsor share each fee component. Absent if the service reports no components. */
    shares?: {
      [key in FeeShare]?: {
        /** The whole fee of the component. */
        total: KnownAmount;
        /** The part of the fee that the sponsor pays. */
        sponsored: KnownAmount;
      };
    };
  } | null;
  /** The native currency that the recipient gets in addition (`details.currencyGasTopup`). Absent if there is none. */
  topup?: KnownAmount;
  /**
   * The loss in the swap, in US dollars as a decimal string (`details.expandedPriceImpact.swap.usd`). Absent if there
   * is no loss, or if the loss is unknown or larger than the paid amount.
   */
  exchangeLossUsd?: string;
  /**
   * The value that the payer loses, in US dollars as a decimal string. It is the larger of two values: the difference
   * between `pays` and `receives`, and `details.totalImpact.usd`. If a price is unknown, it is the second value. Absent
   * if nothing is lost, or if the loss is unknown.
   */
  lossUsd?: string;
  /** The expected duration in seconds (`details.timeEstimate`). Null if unknown. */
  timeEstimate: number | null;
  /** The guard's warnings. Empty if there are none. */
  warnings: GuardNote[];
};

/** The quote of a payment. If another device made the payment, the amounts can be unknown. */
export type PaymentQuote = Omit<QuoteSummary, 'pays' | 'receives'> & {
  /** The amount that the payer pays. */
  pays: TokenAmount;
  /** The amount that the recipient receives. */
  receives: TokenAmount;
};

/** A payment that the payer has confirmed, or that was found by its request id. */
export type Payment = {
  /** The intent that the quote was requested with. */
  intent: PaymentIntent;
  /** The confirmed quote. */
  quote: PaymentQuote;
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id. Null if there is none. Never sent to the service. */
  reference: string | null;
  /** The payer's account. Null if no connected wallet made the payment. */
  account: Account | null;
  /** The known transactions on the origin chain, oldest first: approvals and the payment. */
  submissions: TransactionRef[];
  /** The hash of the transaction that pays. Absent until the hash is known. */
  payingHash?: string;
  /** True if the payer signs a permit and sends no transaction. The service submits the signature. */
  signed?: true;
  /** True if the wallet accepted approval and payment as one batch (EIP-5792). At first, a batch has no hash. */
  batched?: true;
  /** Set if the payment goes to a deposit address of the service. The payer can send from any wallet. */
  deposit?: Deposit;
};

/** The deposit address of a payment, and the deposits that arrived there. */
export type Deposit = {
  /** The deposit address of the service, on the origin chain. */
  address: string;
  /** The deadline for the deposit. Unix time in milliseconds. Absent if there is no deadline. */
  deadline?: number;
  /** The amount that arrived for this payment. Decimal string in the token's smallest unit. Absent until known. */
  arrived?: string;
  /** True if the deposit arrived after the deadline. */
  isLate?: boolean;
  /** Deposits that the service handles as separate requests: an excess amount or a second transfer. */
  extraDeposits: ExtraDeposit[];
};

/** An additional deposit to a deposit address. The service handles the additional deposit as a separate request. */
export type ExtraDeposit = {
  /** The id of this request at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The service's status of this request (`GET /requests/v2`, `status`). */
  status: string;
  /** The deposited amount. Null if unknown. */
  amount: TokenAmount | null;
  /** The transaction that refunded the amount. Null if no refund is known. */
  transaction: TransactionRef | null;
};

/** The result of a payment that was delivered. */
export type PaymentResult = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id. Null if there is none. */
  reference: string | null;
  /**
   * The amount that the payer paid. It differs from the quote if the payer has edited it in the wallet. `paid.amount`
   * is null if unknown.
   */
  paid: TokenAmount;
  /**
   * The received amount. If it could not be read, this is the lowest amount that the quote allows. If `minimumAmount`
   * equals `amount`, the real amount can be higher.
   */
  received: TokenAmount;
  /**
   * The part of the quote's top-up that arrived. `topup.amount` is null if this could not be read. Absent if the quote
   * had no top-up.
   */
  topup?: TokenAmount;
  /** The amount that the sponsor paid. Absent if the quote had no sponsor. */
  sponsored?: NonNullable<QuoteSummary['sponsored']>;
  /** The transactions on the origin chain. */
  origin: TransactionRef[];
  /** The transactions on the destination chain that delivered the payment. */
  destination: TransactionRef[];
  /**
   * Differences between the chains and the service's report. Absent if there are none.
   * `received.amount`: less arrived than the quote promises; `received.minimumAmount` is the promised minimum.
   * `destination`: the chain shows no delivery to the recipient, so only the service reports it.
   * `origin`: the service names a second transaction of this payment. It usually sends the second one back.
   */
  warnings?: GuardNote[];
};

/** The result of a payment that was refunded. */
export type RefundResult = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id. Null if there is none. */
  reference: string | null;
  /** The refunded amount. Null until it is known. */
  returned: KnownAmount | null;
  /** The amount that left the payer's account, if the payer has edited it in the wallet. Otherwise absent. */
  paid?: KnownAmount;
  /** The transaction that refunded the amount. Absent until it is known. */
  transaction?: TransactionRef;
  /**
   * True if a chain shows that at least nine tenths of the money came back to `refundTo` after the payment, through a
   * source that does not depend on the service. Otherwise absent: look before you pay again.
   */
  confirmed?: boolean;
};

/** A request to the wallet, which the guard builds only from decoded values. */
export type WalletRequest = {
  /** The service's id of the step. */
  step: string;
  /** The id of the chain that the request is for. */
  chainId: number;
} & (
  | {
      /** A transaction of an EVM account. */
      kind: 'transaction';
      /** The payer's address. */
      from: string;
      /** The address of the called contract, or of the receiver. */
      to: string;
      /** The calldata in hex, with the prefix `0x`. */
      data: string;
      /** The native currency that the transaction transfers. Decimal string in the smallest unit. */
      value: string;
    }
  | {
      /** A signature of typed data. */
      kind: 'signature';
      /** The payer's address. */
      from: string;
      /** The data that the wallet signs. */
      typedData: TypedData;
      /** The request that posts the signature (`post` of a signature step). */
      post: {
        /** The path at the service. */
        url: string;
        /** The body to post. */
        body: Readonly<Record<string, unknown>>;
      };
      /** The permission that the signature gives. */
      permit: Permit;
    }
  | {
      /** Instructions of an SVM transaction. */
      kind: 'instructions';
      /** The account that pays the network fee. */
      feePayer: string;
      /** The instructions, as the service writes them. */
      instructions: unknown[];
      /** The addresses of the lookup tables. */
      lookupTables: string[];
    }
);

/**
 * The permission that a signature gives to a third party. With these fields, the code can read from the chain whether
 * the permit was used.
 */
export type Permit = {
  /** The standard of the permit: EIP-3009, EIP-2612, or Permit2. */
  kind: 'eip3009' | 'eip2612' | 'permit2';
  /** The contract that uses the permit: the token's contract, or Permit2. */
  contract: string;
  /** The payer's address. */
  owner: string;
  /** The permit's nonce as a decimal string. For `eip3009`, 32 bytes in hex with the prefix `0x`. */
  nonce: string;
  /**
   * The permit is not valid before this time. Unix time in seconds, as a decimal string. `'0'` for `eip2612` and
   * `permit2`.
   */
  validAfter: string;
  /** The permit is not valid after this time. Unix time in seconds, as a decimal string (`validBefore` of EIP-3009). */
  deadline: string;
};

/** Typed data as defined by EIP-712. */
export type TypedData = {
  /** The contract and chain that the signature is for. */
  domain: Record<string, unknown>;
  /** The fields of each type. */
  types: Record<
    string,
    {
      /** The name of the field. */
      name: string;
      /** The Solidity type of the field, or the name of another type. */
      type: string;
    }[]
  >;
  /** The name of the type of `message`. */
  primaryType: string;
  /** The values that are signed. */
  message: Record<string, unknown>;
};

/** The result of the guard. */
export type GuardResult =
  | {
      /** True: every rule passed. */
      ok: true;
      /** The requests for the wallet, in order. */
      requests: WalletRequest[];
      /** Warnings for the payer. Empty if there are none. */
      warnings: GuardNote[];
      /**
       * The hash of everything that the payer confirms: requests, amounts and addresses. 32 bytes in hex, with the
       * prefix `0x`.
       */
      digest: string;
      /**
       * The deposit address to pay to. Set only if the intent has `useDepositAddress`; in this case `requests` is
       * empty.
       */
      depositAddress?: string;
    }
  | {
      /** False: a rule blocked the quote. */
      ok: false;
      /** The problems that blocked the quote. At least one. */
      blocks: GuardNote[];
    };

/** The chains that payments can use, for example a saved and reviewed response of `GET /chains`. */
export type Registry = {
  /** When the listing was saved, as text. The code does not use this text. */
  takenAt?: string;
  /** The pinned chains. A payer cannot pay from a chain that is not in this list. */
  chains: ({
    /** The chain's id. */
    id: number;
    /** The chain family, such as `evm`. */
    vmType: string;
    /** The addresses of the programs that an SVM payment can call. Typed but not read. */
    programs?: string[];
  } & ChainRecord)[];
};

/** A currency entry of the chains listing. */
export type ChainCurrency = {
  /** The currency's id, such as `usdc`. The same currency has the same id on every chain. */
  id?: string;
  /** The token's symbol. */
  symbol: string;
  /** The token's name. */
  name: string;
  /** The token's address on its chain. The zero address is the EVM native currency. */
  address: string;
  /** The token's number of decimal places. */
  decimals: number;
  /** False if the service cannot bridge the token to another chain. */
  supportsBridging?: boolean;
  /** The service's data about the token. */
  metadata?: {
    /** The URL of the token's image. */
    logoURI?: string;
    /** True if the service has verified the token. */
    verified?: boolean;
    /** True if the token is the chain's native currency. */
    isNative?: boolean;
  };
};

/**
 * A chain of the chains listing (`GET /chains`). Most fields that this package does not read are not typed. The fields
 * `wsRpcUrl`, `supportsBridging` and `metadata.isNative` are typed but not read.
 */
export type ChainRecord = {
  /** The chain's id. The service itself defines the ids of some non-EVM chains. */
  id: number;
  /** The service's name of the chain, such as `base`. */
  name?: string;
  /** The name to show, such as `Base`. */
  displayName?: string;
  /** The URL of the chain's RPC, for reads. */
  httpRpcUrl?: string;
  /** The WebSocket URL of the chain's RPC. */
  wsRpcUrl?: string;
  /** The URL of the chain's explorer. */
  explorerUrl?: string;
  /** The chain family: one of `VmType`, or a newer family that this package does not know. */
  vmType: string;
  /** False if the service takes no payment from this chain. */
  depositEnabled?: boolean;
  /** True during an incident: the chain must not be used. */
  disabled?: boolean;
  /** The maximum value of one payment from this chain, in US dollars. If 0 or absent, there is no limit. */
  partialDisableLimit?: number;
  /** True if the chain produces blocks late. The payer sees a warning. */
  blockProductionLagging?: boolean;
  /** True if fees are higher than usual. The payer sees a warning. */
  surgeEnabled?: boolean;
  /** The native currency. */
  currency?: ChainCurrency;
  /** The tokens that the service supports on this chain. */
  erc20Currencies?: ChainCurrency[];
  /** The tokens that the service shows first. */
  featuredTokens?: ChainCurrency[];
  /** The tokens that solvers hold on this chain. */
  solverCurrencies?: ChainCurrency[];
  /** The addresses of the service's contracts on this chain. */
  contracts?: {
    /** Multicall3: reads several balances at once. */
    multicall3?: string;
    /** Makes several calls in one transaction. */
    multicaller?: string;
    /** Makes several calls in one transaction, for its owner only. */
    onlyOwnerMulticaller?: string;
    /** Receives deposits of the service's first protocol. */
    hubReceiver?: string;
    /** The router: the contract that makes swaps. */
    erc20Router?: string;
    /** The approval proxy: takes tokens that the payer approved, and passes them to the router. */
    approvalProxy?: string;
    /** The third version of the router's contracts. */
    v3?: {
      /** The router: the contract that makes swaps. */
      erc20Router?: string;
      /** The approval proxy: takes tokens that the payer approved, and passes them to the router. */
      approvalProxy?: string;
    };
  };
  /** The addresses of the solvers. */
  solverAddresses?: string[];
  /** The service's settlement protocol on this chain. */
  protocol?: {
    /** The second version of the protocol. */
    v2?: {
      /** The protocol's own name for the chain. */
      chainId?: string;
      /** The address of the contract that takes deposits. */
      depository?: string;
    };
  };
};

/** The types of an error and of its field `money`. */
export type { ErrorInfo, Money } from './errors.js';
