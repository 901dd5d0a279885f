/**
 * Defines the public types of a payment, which most folders of this package use. Unless a comment says otherwise, an
 * amount is a decimal string in the token's smallest unit.
 */
import type { ErrorCode } from './errors.js';

/**
 * Whether `amount` is what the payer pays or what the recipient receives (`tradeType` of `POST /quote/v2`).
 * `EXACT_INPUT`: the paid amount.
 * `EXACT_OUTPUT`: the received amount.
 * `EXPECTED_OUTPUT`: the received amount, which may differ within the slippage tolerance.
 */
export type TradeType = 'EXACT_INPUT' | 'EXACT_OUTPUT' | 'EXPECTED_OUTPUT';

/**
 * A chain family: a value of `vmType` in `GET /chains`. A payer can pay from a chain of the families `evm`, `svm` and
 * `hypevm`. Every family can receive.
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
   * `form`: the text has no form of an address of the family `wanted`, and no form that shows another family. Also if
   *   the family `wanted` is unknown.
   * `checksum`: a character of the address, or its letter case, is wrong.
   * `case`: the letters have the case of another network (EIP-1191). Lower case and the case of EIP-55 are accepted.
   * `family`: the address belongs to another chain family.
   * `test-network`: the address belongs to a test network.
   * `nobody`: nobody can spend from the address.
   */
  fault: 'form' | 'checksum' | 'case' | 'family' | 'test-network' | 'nobody';
  /** The chain family that the address must belong to: one of `VmType`, or a newer family. */
  wanted: string;
  /** The chain family that the address belongs to; set if and only if `fault` is `family`. */
  found?: VmType;
  /**
   * The names of the networks of `wanted` and `found`, as the payer knows them. Absent, or without members, if they
   * would not help the payer.
   */
  names?: {
    /** The name of the network of `wanted`. */
    wanted?: string;
    /** The name of the network of `found`. */
    found?: string;
  };
  /** What is wrong, in English, for a developer. */
  message: string;
};

/** An amount of a token. It can be unknown, for example if another device made the payment. */
export type TokenAmount = {
  /** The id of the token's chain. 0 if the chain is unknown. */
  chainId: number;
  /**
   * The token's address on its chain. EVM addresses are in lower case, and the zero address is the native currency of
   * an EVM chain. Empty if the token is unknown.
   */
  currency: string;
  /**
   * The symbol, such as `USDC`, from a registry, or as the service or the token's issuer names it. Empty if it is
   * unknown.
   */
  symbol: string;
  /** The number of decimal places. 0 if it is unknown. */
  decimals: number;
  /** Decimal string in the token's smallest unit, or null if the amount is unknown. */
  amount: string | null;
  /**
   * `amount` in human units, with `.` as the decimal point. Null if the amount or the number of decimal places is
   * unknown.
   */
  amountFormatted: string | null;
  /** The value in US dollars, as a decimal string; absent if the value is unknown. */
  amountUsd?: string;
  /**
   * The minimum that the service states for this amount, as a decimal string in the token's smallest unit. For a
   * received amount, it is the least that the quote promises, although less can arrive. Absent if no minimum is known.
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
  /** The hash, in the chain's own format. */
  hash: string;
  /** Its page on the chain's explorer. Null if no https explorer is known, and in every result of `hub-pay/server`. */
  url: string | null;
};

/** A connected account of the payer. */
export type Account = {
  /** The address, in lower case on EVM chains. */
  address: string;
  /** The chain family of the account. */
  vmType: VmType;
  /**
   * The wallet's id: usually its `rdns` from EIP-6963, else its name, else a text such as `page-1`. An id such as
   * `browser` means a wallet that only sets `window.ethereum`.
   */
  wallet: string;
};

/** Identifies a token by its chain and its address. */
export type AssetRef = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain, in the form of `TokenAmount.currency`. */
  currency: string;
};

/** A token that the payer can choose to receive. */
export type Destination = Pick<Asset, 'chainId' | 'currency' | 'symbol' | 'name' | 'decimals' | 'verified' | 'logo'>;

/** A token that the payer can choose to pay with. */
export type Asset = {
  /** The id of the token's chain. */
  chainId: number;
  /** The token's address on its chain, in the form of `TokenAmount.currency`. */
  currency: string;
  /** The symbol, which the token's issuer chooses. */
  symbol: string;
  /** The name, which the token's issuer chooses. */
  name: string;
  /** The number of decimal places. */
  decimals: number;
  /**
   * True if the merchant's registry contains the token, and does not set the token's `metadata.verified` to false. For
   * a payment to a deposit address, true for every token of the registry.
   */
  verified: boolean;
  /**
   * The URL of the token's image. The element shows it only if `remote-images` is `on`. Absent if no image is known.
   */
  logo?: string;
  /** The address of the account that holds the token, or null for a payment to a deposit address. */
  account: string | null;
  /** The payer's balance, or null if it is not known. */
  balance: KnownAmount | null;
  /**
   * About how much of this token the payer would need for the payment. Absent if the service has not estimated it, and
   * while the payment has no amount.
   */
  needed?: KnownAmount;
  /** True while the page asks, or is about to ask, the service how much of this token the payment costs. */
  pricing?: boolean;
  /**
   * True if the service refused the price because the payer would lose too much value. The payer can accept the loss
   * and pay anyway.
   */
  highPriceImpact?: boolean;
  /** Why the payer cannot use this asset: the code of an error. Null if the payer can use it. */
  disabled: ErrorCode | null;
};

/** A step that the payer must complete in the wallet. */
export type StepRef = {
  /** The service's id of the step, such as `approve` or `deposit`. */
  id: string;
  /** What the wallet asks the payer to approve: a transaction, or a signature of typed data. */
  kind: 'transaction' | 'signature';
  /** The position among the steps that the payer must complete, starting at 0. */
  index: number;
  /** The number of steps that the payer must complete. */
  count: number;
};

/**
 * The body of `POST /quote/v2`, with the service's names and units. A field is absent until the merchant or the payer
 * has chosen its value. `maxIn` and `minOut` stay in the page and are not part of the body.
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
  /** The recipient's address on the destination chain. If absent, the payer's own account is the recipient. */
  recipient?: string;
  /** The address on the origin chain that receives a refund. */
  refundTo?: string;
  /**
   * The most that the payer pays, as a decimal string in the token's smallest unit. If absent, only the guard's other
   * rules limit the amount. Ignored for the trade type `EXACT_INPUT`, with which the payer pays exactly `amount`.
   */
  maxIn?: string;
  /**
   * The least that must arrive, as a decimal string in the token's smallest unit, for the trade type `EXACT_INPUT`. If
   * absent, only the quote's own minimum limits the amount. Ignored for the other trade types.
   */
  minOut?: string;
  /** Calls that the solver makes on the destination chain. */
  txs?: readonly DestinationCall[];
  /**
   * The account that pays the network fee of an SVM transaction.
   * @default `user`
   */
  depositFeePayer?: string;
  /** Any other field of the quote body, under the service's name. */
  [quoteField: string]: unknown;
};

/** A fee that the merchant receives in USDC (`POST /quote/v2`, `appFees`). */
export type AppFee = {
  /** The EVM address that receives the fee. */
  recipient: string;
  /** The fee in basis points, as a string. */
  fee: string;
};

/** A call that the solver makes on the destination chain as part of the payment (`POST /quote/v2`, `txs`). */
export type DestinationCall = {
  /** The address of the contract that is called. */
  to: string;
  /** The native currency that the call transfers, as a decimal string in the smallest unit. */
  value: string;
  /** The calldata in hex, with the prefix `0x`. */
  data: string;
  /**
   * A field that the service does not document: a decimal string in the smallest unit of the chain's native currency.
   */
  originalTxValue?: string;
};

/** A problem of a quote, or a warning about a quote or a payment. */
export type GuardNote = {
  /**
   * The rule's id, such as `G02`. A warning that belongs to no rule has one of four other values:
   * `chain`: late blocks or high fees of a chain.
   * `account`: a contract account of the payer, which pays or receives.
   * `fee`: the network costs, for which the account perhaps holds too little of the native currency.
   * `delivery`: an amount that is too low or that no chain shows, or a second transaction of the payment.
   */
  rule: string;
  /**
   * The path of the value that the note is about, for example `details.sender` in the service's response. Empty if the
   * note is about the whole response.
   */
  path: string;
  /** What is wrong with the value at `path`, in English, for a developer. */
  message: string;
  /** The amount that a warning is about, such as a solver's share, in the smallest unit of the paying token. */
  amount?: string;
  /**
   * The texts of a warning `fee`, such as `0.002 ETH`: `costs` is the most that the network may take, with what the
   * account must keep. `held` is what the account has for the costs, and `amount` is the difference. `native` is the
   * symbol of the native currency.
   */
  values?: Record<string, string>;
};

/**
 * The names of a quote's fees (`fees` of `POST /quote/v2`).
 * `gas`: the origin chain's network fee.
 * `huber`: the sum of `hubGas` and `hubService`.
 * `hubGas`: the network fee of the delivery.
 * `hubService`: the service's own fee.
 * `app`: the merchant's fees.
 * `subsidized`: the amount that a sponsor pays.
 */
export type FeeName = 'gas' | 'huber' | 'hubGas' | 'hubService' | 'app' | 'subsidized';

/**
 * The fee components that a sponsor can pay (`feeSponsorship.components`). The option `sponsoredFeeComponents` has the
 * value `relay` for `hub`.
 */
export type FeeShare = 'execution' | 'swap' | 'hub' | 'app';

/** The quote that the payer sees (`POST /quote/v2`), after the guard has accepted it. */
export type QuoteSummary = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The amount that the payer pays (`details.currencyIn`). */
  pays: KnownAmount;
  /** The amount that the recipient receives (`details.currencyOut`). */
  receives: KnownAmount;
  /**
   * The recipient's address on the destination chain; empty if it is unknown, for example for a payment of another
   * device.
   */
  recipient: string;
  /** The address on the origin chain that receives a refund; empty if it is unknown. */
  refundTo: string;
  /**
   * True if only the service knows the exchange rate, so that the payer must compare it themselves. Absent if both
   * amounts are in the same token of the same chain. Also absent if the registry gives both tokens the same currency
   * id, or ids of currencies that are worth one dollar. Without a registry, also absent if both tokens have the same
   * symbol, and both or neither are a native currency.
   */
  rateUnchecked?: true;
  /** The fees that the service reports. `pays` already includes all that the payer pays, except `gas`. */
  fees: { [key in FeeName]?: KnownAmount };
  /**
   * The fees that the sponsor pays (`feeSponsorship`). Null if the intent asks for no sponsor, or if these amounts are
   * missing or doubtful.
   */
  sponsored: {
    /** The sum that the sponsor pays (`sponsoredTotal`). */
    total: KnownAmount;
    /** The sum of the fees that the payer still pays (`userPaysTotal`). */
    userPays: KnownAmount;
    /**
     * True if the service reports that the fees exceed the sponsor's limit, so that the payer pays the rest (`capHit`).
     */
    capHit: boolean;
    /** How the payer and the sponsor share each fee component; absent if the service reports none. */
    shares?: {
      [key in FeeShare]?: {
        /** The whole fee of the component. */
        total: KnownAmount;
        /** The part of the fee that the sponsor pays. */
        sponsored: KnownAmount;
      };
    };
  } | null;
  /**
   * On an SVM chain, the highest priority fee that the wallet may set before it signs. Absent on other chains, if
   * somebody else pays the fee, and if the registry does not contain the chain's native currency.
   */
  walletFeeLimit?: KnownAmount;
  /**
   * The native currency that the recipient also gets (`details.currencyGasTopup`). Absent if the quote has no valid
   * top-up.
   */
  topup?: KnownAmount;
  /**
   * What the payer loses in the swap, in US dollars as a decimal string (`details.expandedPriceImpact.swap.usd`).
   * Absent if the payer loses nothing, if the loss or the value of the paid amount is unknown, or if the loss is larger
   * than this value.
   */
  exchangeLossUsd?: string;
  /**
   * The value that the payer loses, in US dollars as a decimal string. This is the difference between `pays` and what
   * arrives, which is `receives` and the requested top-up. If the loss in `details.totalImpact.usd` is larger, or if a
   * price is unknown, it is that loss. Absent if the payer loses nothing, or if the loss is unknown.
   */
  lossUsd?: string;
  /** The expected duration in seconds (`details.timeEstimate`), or null if it is unknown. */
  timeEstimate: number | null;
  /** The warnings that the payer sees; empty if there is none. */
  warnings: GuardNote[];
};

/**
 * The quote of a payment. Its amounts can be unknown, for example after a reload, or if another device made the
 * payment.
 */
export type PaymentQuote = Omit<QuoteSummary, 'pays' | 'receives'> & {
  /** The amount that the payer pays, as far as it is known. */
  pays: TokenAmount;
  /** The amount that the recipient receives, as far as it is known. */
  receives: TokenAmount;
};

/** A payment that the payer has confirmed, or that the page found by its request id. */
export type Payment = {
  /** The intent with which the page requested the quote. It lacks most fields if this page has not made the payment. */
  intent: PaymentIntent;
  /** The confirmed quote. If this page has not made the payment, the terms come from the options and the service. */
  quote: PaymentQuote;
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id, or null if the merchant has set none. The service never gets it. */
  reference: string | null;
  /** The payer's account. Null for a payment to a deposit address, or if this page has not made the payment. */
  account: Account | null;
  /** The known transactions on the origin chain, oldest first: approvals and the payment. */
  submissions: TransactionRef[];
  /** The hash of the transaction that pays; absent until it is known. */
  payingHash?: string;
  /**
   * True if the payer has signed the payment and sends no transaction. The service submits the signed permit to the
   * chain, or the venue executes the signed transfer.
   */
  signed?: true;
  /**
   * True if the wallet accepted approval and payment as one batch (EIP-5792). The hash of a batch is not known at
   * first.
   */
  batched?: true;
  /** Present if the payment goes to a deposit address of the service, to which the payer can send from any wallet. */
  deposit?: Deposit;
};

/** The deposit address of a payment, and the deposits that arrived there. */
export type Deposit = {
  /**
   * The deposit address of the service, on the origin chain. Empty after a reload, until the page may show it again.
   */
  address: string;
  /** The deadline for the deposit, as Unix time in milliseconds; absent if none is known. */
  deadline?: number;
  /** How much arrived for this payment, as a decimal string in the token's smallest unit; absent until it is known. */
  arrived?: string;
  /** True if the deposit arrived at or after the deadline. */
  isLate?: boolean;
  /** Deposits in addition to the payment itself. */
  extraDeposits: ExtraDeposit[];
};

/**
 * A deposit to the deposit address that is not part of the payment, such as a second transfer. The service handles it
 * as a request of its own.
 */
export type ExtraDeposit = {
  /** The request id of this deposit at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The service's status of this deposit's request (`GET /requests/v2`, `status`). */
  status: string;
  /** The deposited amount, or null if it is unknown. */
  amount: TokenAmount | null;
  /** The transaction that refunded the amount, or null if no refund is known. */
  transaction: TransactionRef | null;
};

/** The result of a payment that was delivered. */
export type PaymentResult = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id, or null if the merchant has set none. */
  reference: string | null;
  /**
   * The amount that the payer paid: the quoted amount, unless the origin chain shows another one. The payer can edit
   * the amount in the wallet, or send another amount to a deposit address that is not `strict`. On a server, the amount
   * comes from the service's record. `paid.amount` is null if it is unknown.
   */
  paid: TokenAmount;
  /**
   * The amount that the recipient received, or the least that the quote promises if the chain does not show it. If
   * `minimumAmount` equals `amount`, the amount can be this promise, and the recipient can have received more.
   * On a server, the amount comes from the service's record.
   */
  received: TokenAmount;
  /**
   * The top-up that arrived. Its `amount` is null if the chain does not show it. Absent if the quote had no top-up, and
   * on a server.
   */
  topup?: TokenAmount;
  /**
   * The amount that the sponsor paid, or the quoted amount if the paid one is unknown. Absent if the quote had no
   * sponsor, and on a server.
   */
  sponsored?: NonNullable<QuoteSummary['sponsored']>;
  /** The transactions on the origin chain. */
  origin: TransactionRef[];
  /** The transactions on the destination chain that delivered the payment. */
  destination: TransactionRef[];
  /**
   * Doubts that remain after the page checked the payment's amount and transactions; absent if none remains, and on a
   * server. The `path` of a warning names the doubt:
   * - `received.amount`: less arrived than the quote promises. `received.minimumAmount` is the promised minimum.
   * - `destination`: the chain shows no delivery to the recipient, or could not be read. Only the service reports the
   *   delivery.
   * - `origin`: the service names a second transaction of this payment, which it usually refunds.
   */
  warnings?: GuardNote[];
};

/** The result of a payment that was refunded. */
export type RefundResult = {
  /** The payment's id at the service: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The merchant's order id, or null if the merchant has set none. */
  reference: string | null;
  /** The refunded amount, or null until it is known. */
  returned: KnownAmount | null;
  /** The amount that left the payer's account. Present only if the payer edited it in the wallet. */
  paid?: KnownAmount;
  /**
   * The transaction of the refund, as a chain shows it or as only the service reports it; absent until it is known. If
   * its chain is not certain, `url` is null.
   */
  transaction?: TransactionRef;
  /**
   * True if a chain shows that the money came back to `refundTo` after the payment, with at most a tenth less or more.
   * The sender must be a solver, a router or the depository of the merchant's registry, or the contract that kept this
   * payment. A transaction that a solver signed counts too, but not one that the payer signed. The page reads the chain
   * through the payer's wallet, or through a node that the registry names. Only the page on which the payer confirmed
   * the payment can confirm the refund. If absent, the payer must look into the wallet before they pay again.
   */
  confirmed?: boolean;
};

/** A request to the wallet. The guard builds it only from decoded values. */
export type WalletRequest = {
  /** The service's id of the step. */
  step: string;
  /** The id of the chain on which the wallet must sign or send. */
  chainId: number;
} & (
  | {
      /** A transaction that an EVM account sends. */
      kind: 'transaction';
      /** The address of the payer's account. */
      from: string;
      /** The address of the called contract, or of the receiver of a plain transfer. */
      to: string;
      /** The calldata in hex, with the prefix `0x`. */
      data: string;
      /** The native currency that the transaction transfers, as a decimal string in the smallest unit. */
      value: string;
    }
  | {
      /** A signature of typed data by an EVM account. */
      kind: 'signature';
      /** The address of the payer's account. */
      from: string;
      /** The data that the wallet signs. */
      typedData: TypedData;
      /** The request that posts the signature to the service or to the venue. */
      post: {
        /** The path at the service, or null for the venue, whose address is `venueExchangeUrl`. */
        url: string | null;
        /** The body to post. For the venue, the page adds the signature to it. */
        body: Readonly<Record<string, unknown>>;
      };
      /**
       * The permission that the payer gives with the signature. Absent for the two signatures of a payment from the
       * venue.
       */
      permit?: Permit;
    }
  | {
      /** The instructions of an SVM transaction. The page compiles them. */
      kind: 'instructions';
      /** The address of the payer's account. */
      from: string;
      /** The account that pays the network fee. */
      feePayer: string;
      /** The id of the service's order: 32 bytes in lower-case hex with `0x`. It is part of the deposit instruction. */
      orderId: string;
      /** The address of the currency that pays. */
      currency: string;
      /** How much of `currency` may leave the payer's account, as a decimal string in the smallest unit. */
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
 * The permission that a signature gives to a third party. From its fields, the page can read on the chain whether the
 * permit was used.
 */
export type Permit = {
  /** The standard of the permit: EIP-3009, EIP-2612, or Permit2. */
  kind: 'eip3009' | 'eip2612' | 'permit2';
  /** The contract that records the use of the permit: the token's contract, or Permit2. */
  contract: string;
  /** The address of the payer's account. */
  owner: string;
  /** The nonce as a decimal string, or for `eip3009` as 32 bytes in hex with the prefix `0x`. */
  nonce: string;
  /**
   * The Unix time in seconds after which the permit is valid, as a decimal string. It is `'0'` for `eip2612` and
   * `permit2`.
   */
  validAfter: string;
  /** The Unix time in seconds until which the permit is valid, as a decimal string (`validBefore` of EIP-3009). */
  deadline: string;
};

/** Typed data as defined by EIP-712. */
export type TypedData = {
  /** The contract and the chain for which the signature is valid. */
  domain: Record<string, unknown>;
  /** The fields of each type, by the name of the type. */
  types: Record<
    string,
    {
      /** The name of the field in the message. */
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

/** The result of the guard's check of a quote. */
export type GuardResult =
  | {
      /** True if every rule passed. */
      ok: true;
      /** The requests for the wallet, in their order. */
      requests: WalletRequest[];
      /** Warnings for the payer; empty if there is none. */
      warnings: GuardNote[];
      /**
       * The hash of the requests, the amounts and the addresses that the payer confirms: 32 bytes in hex, with the
       * prefix `0x`.
       */
      digest: string;
      /**
       * The deposit address to which the payer pays. Present only if the intent has `useDepositAddress`; `requests` is
       * then empty.
       */
      depositAddress?: string;
    }
  | {
      /** False if a rule blocked the quote. */
      ok: false;
      /** The problems that blocked the quote, at least one. */
      blocks: GuardNote[];
    };

/** The chains that payments can use, for example a saved and reviewed response of `GET /chains`. */
export type Registry = {
  /** When the merchant saved the list of chains, as a text. The package does not read it. */
  takenAt?: string;
  /** The chains that the merchant has reviewed. A payer can pay from no other chain. */
  chains: ({
    /** The chain's id. */
    id: number;
    /** The chain family, such as `evm`. */
    vmType: string;
  } & ChainRecord)[];
};

/** A currency entry of the chains listing. */
export type ChainCurrency = {
  /** The id, such as `usdc`. The same currency has the same id on every chain. */
  id?: string;
  /** The token's symbol. */
  symbol: string;
  /** The token's name. */
  name: string;
  /** The address on the chain. It is the zero address for the native currency of an EVM chain. */
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
 * A chain of the chains listing (`GET /chains`): the fields that this package reads, and three that it does not:
 * `wsRpcUrl`, `supportsBridging` and `metadata.isNative`.
 */
export type ChainRecord = {
  /** The chain's id. For some non-EVM chains, the service defines it. */
  id: number;
  /** The service's name of the chain, such as `base`. */
  name?: string;
  /** The name to show, such as `Base`. */
  displayName?: string;
  /**
   * The URL of the chain's RPC. The page reads the chain through this URL, and sends signed SVM transactions to it. A
   * wallet that adds the chain gets this URL. The page does not use this URL for the venue.
   */
  httpRpcUrl?: string;
  /** The WebSocket URL of the chain's RPC. */
  wsRpcUrl?: string;
  /** The URL of the chain's explorer. */
  explorerUrl?: string;
  /** The chain family: one of `VmType`, or a newer family that this package does not know. */
  vmType: string;
  /** False if the service accepts no payment from this chain. */
  depositEnabled?: boolean;
  /**
   * True while the service reports an incident on this chain. The page refuses payments from and to the chain during
   * this time.
   */
  disabled?: boolean;
  /** The maximum value of one payment from this chain, in US dollars; 0 or absent if the service sets no limit. */
  partialDisableLimit?: number;
  /** True if the chain produces blocks late. The payer sees a warning. */
  blockProductionLagging?: boolean;
  /** True if the chain's fees are higher than usual. The payer sees a warning. */
  surgeEnabled?: boolean;
  /** The chain's native currency, in which network fees are paid. */
  currency?: ChainCurrency;
  /** The tokens that the service supports on this chain. */
  erc20Currencies?: ChainCurrency[];
  /** The tokens that the service shows first. */
  featuredTokens?: ChainCurrency[];
  /** The tokens that solvers hold on this chain. */
  solverCurrencies?: ChainCurrency[];
  /** The addresses of the service's contracts on this chain. */
  contracts?: {
    /** Multicall3, a contract that makes several calls at once. The page reads balances through it. */
    multicall3?: string;
    /** A contract that makes several calls in one transaction. */
    multicaller?: string;
    /** A contract that makes several calls in one transaction, for its owner only. */
    onlyOwnerMulticaller?: string;
    /** The contract that receives deposits of the service's first protocol. */
    hubReceiver?: string;
    /** The router, a contract that swaps tokens and passes them on. */
    erc20Router?: string;
    /** The approval proxy, which takes the tokens that the payer approved and passes them to the router. */
    approvalProxy?: string;
    /** The third version of the router's contracts. */
    v3?: {
      /** The router, a contract that swaps tokens and passes them on. */
      erc20Router?: string;
      /** The approval proxy, which takes the tokens that the payer approved and passes them to the router. */
      approvalProxy?: string;
    };
  };
  /** The addresses from which solvers pay out on this chain. */
  solverAddresses?: string[];
  /** The addresses of the programs that exchange the money of an SVM payment. */
  programs?: string[];
  /** The service's settlement protocol on this chain. */
  protocol?: {
    /** The second and current version of the protocol. */
    v2?: {
      /** The name of the chain in the settlement protocol. */
      chainId?: string;
      /** The address of the depository, the contract that takes deposits. */
      depository?: string;
    };
  };
};

/** The types of an error and of its field `money`. */
export type { ErrorInfo, Money } from './errors.js';
