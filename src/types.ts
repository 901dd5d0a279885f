/**
 * The public types of a payment, which all folders of this package use. Amounts are decimal strings in the token's
 * smallest unit.
 */
import type { ErrorCode } from './errors.js';

/**
 * Tells whether `amount` is the amount that the payer pays or the amount that the recipient receives (`POST /quote/v2`,
 * `tradeType`).
 * `EXACT_INPUT`: the paid amount.
 * `EXACT_OUTPUT`: the received amount.
 * `EXPECTED_OUTPUT`: the received amount, which may differ within the slippage tolerance.
 */
export type TradeType = 'EXACT_INPUT' | 'EXACT_OUTPUT' | 'EXPECTED_OUTPUT';

/**
 * A chain family: a value of `vmType` in `GET /chains`. Payers can pay from `evm`, `svm` and `hypevm`. Every family can
 * receive.
 * `bvm`: Bitcoin.
 * `evm`: the EVM chains, such as Ethereum and Base.
 * `hypevm`: the perps venue.
 * `lvm`: a chain whose accounts are numbers or EVM addresses.
 * `suivm`: Sui.
 * `svm`: the SVM chains, such as Solana.
 * `tonvm`: TON.
 * `tvm`: Tron.
 */
export type VmType = 'bvm' | 'evm' | 'hypevm' | 'lvm' | 'suivm' | 'svm' | 'tonvm' | 'tvm';

/** What is wrong with a text that should be the address of an account. */
export type AddressProblem = {
  /**
   * `form`: the text is no address of a known chain family. `checksum`: a character of the address was changed.
   * `family`: the address belongs to another chain family. `test-network`: the address belongs to a test network.
   * `nobody`: nobody can spend from the address.
   */
  fault: 'form' | 'checksum' | 'family' | 'test-network' | 'nobody';
  /** The chain family that the address must belong to: one of `VmType`, or a newer family. */
  wanted: string;
  /** The chain family that the address belongs to. Set only if `fault` is `family`. */
  found?: VmType;
  /**
   * The names of the networks of `wanted` and `found`, as the payer knows them. Absent if the names do not help the
   * payer.
   */
  names?: {
    /** The name for `wanted`. */
    wanted?: string;
    /** The name for `found`. */
    found?: string;
  };
  /** What is wrong, in English, for a developer. */
  message: string;
};

/** An amount of a token. If another device made the payment, the amount can be unknown. */
export type TokenAmount = {
  /** The id of the token's chain. 0 if the chain is unknown. */
  chainId: number;
  /**
   * The token's address on its chain. EVM addresses are in lower case. The native currency of an EVM chain is the zero
   * address. Empty if the token is unknown.
   */
  currency: string;
  /** The token's symbol, such as `USDC`. The token's issuer chooses the symbol. Empty if the token is unknown. */
  symbol: string;
  /** The token's number of decimal places. */
  decimals: number;
  /** Decimal string in the token's smallest unit. Null if the amount is unknown. */
  amount: string | null;
  /** `amount` in human units, with `.` as the decimal point. Null if the amount is unknown. */
  amountFormatted: string | null;
  /** The value in US dollars, as a decimal string (`amountUsd`). Absent if the service reports no value. */
  amountUsd?: string;
  /**
   * The minimum amount that can arrive. Decimal string in the token's smallest unit. Absent if the service reports no
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
  /** The account's address. EVM addresses are in lower case. */
  address: string;
  /** The chain family of the account. */
  vmType: VmType;
  /**
   * The wallet's id. This is the wallet's `rdns` from EIP-6963. If the wallet has no `rdns`, the id is the wallet's
   * name. If the wallet has no name either, the id is a text such as `page-1`.
   */
  wallet: string;
};

/** Identifies a token of a chain. */
export type AssetRef = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain, in the form of `TokenAmount.currency`. */
  currency: string;
};

/** A token that the payer can choose to receive. */
export type Destination = Pick<Asset, 'chainId' | 'currency' | 'symbol' | 'name' | 'decimals' | 'logo'>;

/** A token that the payer can choose to pay with. */
export type Asset = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain, in the form of `TokenAmount.currency`. */
  currency: string;
  /** The token's symbol. The token's issuer chooses the symbol. */
  symbol: string;
  /** The token's name. The token's issuer chooses the name. */
  name: string;
  /** The token's number of decimal places. */
  decimals: number;
  /**
   * True if the merchant's registry contains the token and its `metadata.verified` is not false.
   */
  verified: boolean;
  /**
   * The URL of the token's image. Absent if the token has no image. The element shows the image only if `remote-images`
   * is `on`.
   */
  logo?: string;
  /** The address of the account that holds the token. Null for a payment to a deposit address. */
  account: string | null;
  /** The payer's balance. Null until the balance is known. */
  balance: KnownAmount | null;
  /**
   * The approximate amount of this token that the payer would need for the payment. Absent until the service has
   * estimated this amount.
   */
  needed?: KnownAmount;
  /** True while the page asks the service how much of this token the payment costs. */
  pricing?: boolean;
  /**
   * True if the service refused the price because the payer would lose too much value. The payer can accept the loss
   * and pay anyway.
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
 * The body of `POST /quote/v2`, with the service's names and units. A field is absent until the merchant or the payer
 * has chosen its value. The fields `maxIn` and `minOut` stay in the page and are not part of the body.
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
   * The maximum amount that the payer pays. Decimal string in the token's smallest unit. If absent, only the quote
   * limits the amount.
   */
  maxIn?: string;
  /**
   * The minimum amount that must arrive. Decimal string in the token's smallest unit. If absent, only the quote limits
   * the amount.
   */
  minOut?: string;
  /** Calls that the solver makes on the destination chain. */
  txs?: readonly DestinationCall[];
  /** The account that pays the network fee of an SVM transaction. Default: `user`. */
  depositFeePayer?: string;
  /** Any other field of the quote body. */
  [quoteField: string]: unknown;
};

/** A call that the solver makes on the destination chain as part of the payment (`POST /quote/v2`, `txs`). */
export type DestinationCall = {
  /** The address of the called contract. */
  to: string;
  /** The amount of native currency that the call transfers. Decimal string in the smallest unit. */
  value: string;
  /** The calldata in hex, with the prefix `0x`. */
  data: string;
  /** A field that the service does not document. Decimal string in the smallest unit of the chain's native currency. */
  originalTxValue?: string;
};

/** A problem or a warning that the guard found. */
export type GuardNote = {
  /**
   * The rule's id, such as `G02`. A warning without a rule has one of three other values.
   * `chain`: late blocks or high fees of a chain.
   * `account`: the payer's account.
   * `delivery`: the amount that arrived, or a second transaction of the payment.
   */
  rule: string;
  /** The path in the service's response or in the intent, such as `details.sender`. */
  path: string;
  /** The problem in English, for a developer. */
  message: string;
  /** The amount that a warning is about, for example a solver's share. The unit is the paying token's smallest unit. */
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
 * The fee components that a sponsor can pay (`feeSponsorship.components`). The component `hub` is named `relay` in the
 * option `sponsoredFeeComponents`.
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
   * The recipient's address on the destination chain. Empty if the address is unknown, for example for a payment of
   * another device.
   */
  recipient: string;
  /** The address on the origin chain that receives a refund. Empty if the address is unknown. */
  refundTo: string;
  /** The fees that the service reports. `pays` already includes all fees that the payer pays, except `gas`. */
  fees: { [key in FeeName]?: KnownAmount };
  /** The fees that the sponsor pays (`feeSponsorship`). Null if no sponsor pays fees of this quote. */
  sponsored: {
    /** The sum that the sponsor pays (`sponsoredTotal`). */
    total: KnownAmount;
    /** The sum of the fees that the payer still pays (`userPaysTotal`). */
    userPays: KnownAmount;
    /** True if the fees exceed the sponsor's limit, so that the payer pays the rest (`capHit`). */
    capHit: boolean;
    /** How the payer and the sponsor share each fee component. Absent if the service reports no components. */
    shares?: {
      [key in FeeShare]?: {
        /** The whole fee of the component. */
        total: KnownAmount;
        /** The part of the fee that the sponsor pays. */
        sponsored: KnownAmount;
      };
    };
  } | null;
  /** The native currency that the recipient also gets (`details.currencyGasTopup`). Absent if there is no top-up. */
  topup?: KnownAmount;
  /**
   * The payer's loss in the swap, in US dollars as a decimal string (`details.expandedPriceImpact.swap.usd`). Absent if
   * the payer loses nothing, if the loss is unknown, or if the loss is larger than the paid amount.
   */
  exchangeLossUsd?: string;
  /**
   * The value that the payer loses, in US dollars as a decimal string. The loss is the larger of two values: the
   * difference between `pays` and `receives`, and `details.totalImpact.usd`. If a price is unknown, the loss is
   * `details.totalImpact.usd`. Absent if the payer loses nothing, or if the loss is unknown.
   */
  lossUsd?: string;
  /** The expected duration in seconds (`details.timeEstimate`). Null if the duration is unknown. */
  timeEstimate: number | null;
  /** The guard's warnings. Empty if the guard has no warning. */
  warnings: GuardNote[];
};

/** The quote of a payment. If another device made the payment, the amounts can be unknown. */
export type PaymentQuote = Omit<QuoteSummary, 'pays' | 'receives'> & {
  /** The amount that the payer pays. */
  pays: TokenAmount;
  /** The amount that the recipient receives. */
  receives: TokenAmount;
};

/** A payment that the payer has confirmed on this page, or a payment that the page found by its request id. */
export type Payment = {
  /** The intent with which the page requested the quote. */
  intent: PaymentIntent;
  /** The confirmed quote. */
  quote: PaymentQuote;
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /**
   * The merchant's order id. Null if the merchant has set no order id. The element never sends the order id to the
   * service.
   */
  reference: string | null;
  /** The payer's account. Null if the payment was not made with a connected wallet. */
  account: Account | null;
  /** The known transactions on the origin chain, oldest first: approvals and the payment. */
  submissions: TransactionRef[];
  /** The hash of the transaction that pays. Absent until the hash is known. */
  payingHash?: string;
  /**
   * True if the payer signs a permit and sends no transaction. The service submits the payer's signature to the chain.
   */
  signed?: true;
  /**
   * True if the wallet accepted approval and payment as one batch (EIP-5792). When the wallet accepts a batch, the hash
   * of the transaction is not known yet.
   */
  batched?: true;
  /** Present if the payment goes to a deposit address of the service. The payer can send from any wallet. */
  deposit?: Deposit;
};

/** The deposit address of a payment, and the deposits that arrived there. */
export type Deposit = {
  /** The deposit address of the service, on the origin chain. */
  address: string;
  /** The deadline for the deposit. Unix time in milliseconds. Absent if there is no deadline. */
  deadline?: number;
  /**
   * The amount that arrived for this payment. Decimal string in the token's smallest unit. Absent until the amount is
   * known.
   */
  arrived?: string;
  /** True if the deposit arrived after the deadline. */
  isLate?: boolean;
  /**
   * Deposits in addition to the payment itself, such as an excess amount or a second transfer. The service handles each
   * of these deposits as a separate request.
   */
  extraDeposits: ExtraDeposit[];
};

/**
 * A deposit to the deposit address that is not part of the payment, such as an excess amount or a second transfer. The
 * service handles each further deposit as a separate request.
 */
export type ExtraDeposit = {
  /** The request id of this deposit at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The service's status of this deposit's request (`GET /requests/v2`, `status`). */
  status: string;
  /** The deposited amount. Null if the amount is unknown. */
  amount: TokenAmount | null;
  /** The transaction that refunded the amount. Null if no refund is known. */
  transaction: TransactionRef | null;
};

/** The result of a payment that was delivered. */
export type PaymentResult = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id. Null if the merchant has set no order id. */
  reference: string | null;
  /**
   * The amount that the payer paid. The paid amount differs from the quote if the payer has edited the amount in the
   * wallet. `paid.amount` is null if the amount is unknown.
   */
  paid: TokenAmount;
  /**
   * The amount that the recipient received. If the received amount could not be read, `received` contains the minimum
   * amount of the quote. If `minimumAmount` equals `amount`, the recipient can have received more.
   */
  received: TokenAmount;
  /**
   * The part of the quote's top-up that arrived. `topup.amount` is null if the arrived amount could not be read. Absent
   * if the quote had no top-up.
   */
  topup?: TokenAmount;
  /** The amount that the sponsor paid. Absent if the quote had no sponsor. */
  sponsored?: NonNullable<QuoteSummary['sponsored']>;
  /** The transactions on the origin chain. */
  origin: TransactionRef[];
  /** The transactions on the destination chain that delivered the payment. */
  destination: TransactionRef[];
  /**
   * Doubts that remain after the page checked the payment's amount and transactions. Absent if no doubt remains. The
   * `path` of a warning names the doubt:
   * - `received.amount`: a smaller amount arrived than the quote promises. `received.minimumAmount` is the promised
   * minimum.
   * - `destination`: the chain shows no delivery to the recipient, or could not be read. Only the service reports the
   * delivery.
   * - `origin`: the service names a second transaction of this payment. The service usually refunds the second
   * transaction.
   */
  warnings?: GuardNote[];
};

/** The result of a payment that was refunded. */
export type RefundResult = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id. Null if the merchant has set no order id. */
  reference: string | null;
  /** The refunded amount. Null until the amount is known. */
  returned: KnownAmount | null;
  /** The amount that left the payer's account. Present only if the payer has edited the amount in the wallet. */
  paid?: KnownAmount;
  /** The transaction that refunded the amount. Absent until the transaction is known. */
  transaction?: TransactionRef;
  /**
   * True if a chain shows that at least nine tenths of the money came back to `refundTo` after the payment. The page
   * reads the chain through the payer's wallet, or through a node that the merchant's registry names. If absent, the
   * payer must look into the wallet before they pay again.
   */
  confirmed?: boolean;
};

/** A request to the wallet. The guard builds the request only from decoded values. */
export type WalletRequest = {
  /** The service's id of the step. */
  step: string;
  /** The id of the chain on which the wallet must sign or send. */
  chainId: number;
} & (
  | {
      /** A transaction of an EVM account. */
      kind: 'transaction';
      /** The payer's address. */
      from: string;
      /** The address of the called contract, or of the receiver of a plain transfer. */
      to: string;
      /** The calldata in hex, with the prefix `0x`. */
      data: string;
      /** The amount of native currency that the transaction transfers. Decimal string in the smallest unit. */
      value: string;
    }
  | {
      /** A signature of typed data. */
      kind: 'signature';
      /** The payer's address. */
      from: string;
      /** The data that the wallet signs. */
      typedData: TypedData;
      /** The request that posts the signature to the service or to the venue. */
      post: {
        /** The path at the service. Null for the venue, which gets the post at `venueExchangeUrl`. */
        url: string | null;
        /** The body to post. The venue also gets the signature in the body. */
        body: Readonly<Record<string, unknown>>;
      };
      /**
       * The permission that the payer gives with the signature. Absent for the two signatures of a payment from the
       * venue.
       */
      permit?: Permit;
    }
  | {
      /** Instructions of an SVM transaction. */
      kind: 'instructions';
      /** The payer's address. */
      from: string;
      /** The account that pays the network fee. */
      feePayer: string;
      /**
       * The id of the service's order, which is part of the deposit instruction: 32 bytes in lower-case hex with `0x`.
       */
      orderId: string;
      /** The address of the currency that pays. */
      currency: string;
      /** The amount of `currency` that may leave the payer's account. Decimal string in the smallest unit. */
      amount: string;
      /** The instructions in their order. */
      instructions: Instruction[];
      /** The addresses of the lookup tables. */
      lookupTables: string[];
    }
);

/** One instruction of an SVM transaction. */
export type Instruction = {
  /** The address of the called program. */
  programId: string;
  /** The accounts of the instruction in the program's order. */
  keys: {
    /** The account's address. */
    pubkey: string;
    /** Whether the account must sign the transaction. */
    isSigner: boolean;
    /** Whether the program may change the account. */
    isWritable: boolean;
  }[];
  /** The instruction's data in hex, without the prefix `0x`. */
  data: string;
};

/**
 * The permission that a signature gives to a third party. With the fields of a `Permit`, the page can read from the
 * chain whether the permit was used.
 */
export type Permit = {
  /** The standard of the permit: EIP-3009, EIP-2612, or Permit2. */
  kind: 'eip3009' | 'eip2612' | 'permit2';
  /** The contract that records the use of the permit: the token's contract, or Permit2. */
  contract: string;
  /** The payer's address. */
  owner: string;
  /** The permit's nonce as a decimal string. For `eip3009`, the nonce is 32 bytes in hex with the prefix `0x`. */
  nonce: string;
  /**
   * The permit is valid only after this time. Unix time in seconds, as a decimal string. For `eip2612` and `permit2`,
   * the value is `'0'`.
   */
  validAfter: string;
  /**
   * The permit is valid only before this time (`validBefore` of EIP-3009). Unix time in seconds, as a decimal string.
   */
  deadline: string;
};

/** Typed data as defined by EIP-712. */
export type TypedData = {
  /** The contract and the chain for which the signature is valid. */
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
      /** True if every rule passed. */
      ok: true;
      /** The requests for the wallet, in the order in which the wallet gets them. */
      requests: WalletRequest[];
      /** Warnings for the payer. Empty if there is no warning. */
      warnings: GuardNote[];
      /**
       * The hash of everything that the payer confirms: requests, amounts and addresses. The hash is 32 bytes in hex,
       * with the prefix `0x`.
       */
      digest: string;
      /**
       * The deposit address to which the payer pays. Present only if the intent has `useDepositAddress`. If
       * `depositAddress` is present, `requests` is empty.
       */
      depositAddress?: string;
    }
  | {
      /** False if a rule blocked the quote. */
      ok: false;
      /** The problems that blocked the quote. The list has at least one entry. */
      blocks: GuardNote[];
    };

/** The chains that payments can use. An example is a saved and reviewed response of `GET /chains`. */
export type Registry = {
  /** The time when the merchant saved the list of chains, as text. This package does not use `takenAt`. */
  takenAt?: string;
  /** The chains that the merchant has reviewed. A payer cannot pay from a chain that is not in this list. */
  chains: ({
    /** The chain's id. */
    id: number;
    /** The chain family, such as `evm`. */
    vmType: string;
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
 * A chain of the chains listing (`GET /chains`). The type contains the fields that this package reads, and three fields
 * that this package does not read: `wsRpcUrl`, `supportsBridging` and `metadata.isNative`.
 */
export type ChainRecord = {
  /** The chain's id. The service itself defines the ids of some non-EVM chains. */
  id: number;
  /** The service's name of the chain, such as `base`. */
  name?: string;
  /** The name to show, such as `Base`. */
  displayName?: string;
  /** The URL of the chain's RPC. The page uses this RPC only to read. */
  httpRpcUrl?: string;
  /** The WebSocket URL of the chain's RPC. */
  wsRpcUrl?: string;
  /** The URL of the chain's explorer. */
  explorerUrl?: string;
  /** The chain family: one of `VmType`, or a newer family that this package does not know. */
  vmType: string;
  /** False if the service accepts no payment from this chain. */
  depositEnabled?: boolean;
  /** True while the service reports an incident on this chain. No payment may use the chain during the incident. */
  disabled?: boolean;
  /**
   * The maximum value of one payment from this chain, in US dollars. If the service sets no limit, the value is 0 or
   * absent.
   */
  partialDisableLimit?: number;
  /** True if the chain produces blocks late. The payer sees a warning. */
  blockProductionLagging?: boolean;
  /** True if the chain's fees are higher than usual. The payer sees a warning. */
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
    /** Multicall3, a contract that makes several calls at once. The page reads balances with Multicall3. */
    multicall3?: string;
    /** A contract that makes several calls in one transaction. */
    multicaller?: string;
    /** A contract that makes several calls in one transaction, for its owner only. */
    onlyOwnerMulticaller?: string;
    /** The contract that receives deposits of the service's first protocol. */
    hubReceiver?: string;
    /** The router, a contract that makes swaps. */
    erc20Router?: string;
    /** The approval proxy, which takes the tokens that the payer approved and passes these tokens to the router. */
    approvalProxy?: string;
    /** The third version of the router's contracts. */
    v3?: {
      /** The router, a contract that makes swaps. */
      erc20Router?: string;
      /** The approval proxy, which takes the tokens that the payer approved and passes these tokens to the router. */
      approvalProxy?: string;
    };
  };
  /** The addresses of the solvers. */
  solverAddresses?: string[];
  /** The addresses of the programs that exchange the money of an SVM payment. */
  programs?: string[];
  /** The service's settlement protocol on this chain. */
  protocol?: {
    /** The second version of the protocol. */
    v2?: {
      /** The name of the chain in the settlement protocol. */
      chainId?: string;
      /** The address of the depository, which is the contract that takes deposits. */
      depository?: string;
    };
  };
};

/** The types of an error and of its field `money`. */
export type { ErrorInfo, Money } from './errors.js';
