/** Types of the bodies and queries that this package sends to the service, with the unit of each field. */
import type { DestinationCall, TradeType } from '../../types.js';

/** App fee of the merchant, collected in USDC. */
export type AppFee = {
  /** The EVM address that collects the fee. */
  recipient: string;
  /** Basis points, as a string. */
  fee: string;
};

/** A signed EIP-7702 authorization. */
export type SetCodeAuthorization = {
  /** The id of the chain that the authorization is valid on. 0 means every chain. */
  chainId: number;
  /** The contract whose code the account will run. */
  address: string;
  /** The nonce of the account. */
  nonce: number;
  /** The parity of the signature: 0 or 1. */
  yParity: number;
  /** The signature's `r`: 0x-hex of 32 bytes. */
  r: string;
  /** The signature's `s`: 0x-hex of 32 bytes. */
  s: string;
};

/**
 * Body of `POST /quote/v2`. The deprecated `refundOnOrigin` is left out, because a refund is always paid on the origin
 * chain.
 */
export type QuoteBody = {
  /** The address of the payer, who deposits on the origin chain and submits transactions or signatures. */
  user: string;
  /** The id of the chain that the payer pays on. */
  originChainId: number;
  /** The id of the chain that the recipient is paid on. */
  destinationChainId: number;
  /** The address of the currency on the origin chain. The zero address is the native currency of an EVM chain. */
  originCurrency: string;
  /** The address of the currency on the destination chain. */
  destinationCurrency: string;
  /** Decimal string in the smallest unit of the input or the output currency. `tradeType` selects the currency. */
  amount: string;
  /** Decides whether `amount` is the paid or the received amount. */
  tradeType: TradeType;
  /** The recipient's address on the destination chain. Default: `user`. */
  recipient?: string;
  /** Calls executed on the destination chain. */
  txs?: readonly DestinationCall[];
  /** Total gas limit of `txs`. */
  txsGasLimit?: number;
  /** EIP-7702 authorizations executed on the destination chain. */
  authorizationList?: readonly SetCodeAuthorization[];
  /** Extra data for specific routes. */
  additionalData?: {
    /** The public key of `user`, for chains whose addresses do not contain it. */
    userPublicKey?: string;
  };
  /** A text that the service stores with the request. `GET /requests/v2` can filter by this text. */
  referrer?: string;
  /** The referrer's EVM address. */
  referrerAddress?: string;
  /** The address on the origin chain that a refund is paid to. If absent, the service may send no refund. */
  refundTo?: string;
  /**
   * If true, the recipient also gets some native currency of the destination chain, to pay for gas. Only for EVM
   * chains, and only if the recipient is not paid in that native currency.
   */
  topupGas?: boolean;
  /** The value of the gas top-up in millionths of a US dollar. Default: "2000000", which is $2. Requires `topupGas`. */
  topupGasAmount?: string;
  /**
   * If true, the solver keeps the surplus of a payment with `EXACT_OUTPUT`. If false, the recipient gets the surplus.
   * Default: false.
   */
  enableTrueExactOutput?: boolean;
  /** True avoids direct transfers to the depository. Default: true. */
  explicitDeposit?: boolean;
  /** If true, the service can use more liquidity, but the payment is slower. */
  useExternalLiquidity?: boolean;
  /** Allows certain fallback routes. Default: the service decides. */
  useFallbacks?: boolean;
  /** If true, the payer signs a permit instead of sending a transaction. The currency must support permits. */
  usePermit?: boolean;
  /** Validity of a permit in seconds. Default: 600. */
  permitExpiry?: number;
  /**
   * If true, the payer transfers the amount to a deposit address and calls no contract. `EXACT_OUTPUT` also requires
   * `strict`.
   */
  useDepositAddress?: boolean;
  /** Binds the deposit address to one order. Requires `useDepositAddress` and `refundTo`. */
  strict?: boolean;
  /** The maximum slippage. Basis points as a string, "0" to "10000". If absent, the service computes the maximum. */
  slippageTolerance?: string;
  /**
   * The maximum slippage for the destination gas if the deposit arrives after the order's deadline. Basis points as a
   * string.
   */
  latePaymentSlippageTolerance?: string;
  /** Fees of the merchant, in addition to the service's fees. Default: none. */
  appFees?: readonly AppFee[];
  /**
   * The gas limit of the transactions that run during the deposit. Required if the request contains such transactions.
   */
  gasLimitForDepositSpecifiedTxs?: number;
  /** If true, the solver executes a swap within one chain. By default, the payer's transaction executes that swap. */
  forceSolverExecution?: boolean;
  /** If true, the sponsor pays the fees, including a gas top-up. */
  subsidizeFees?: boolean;
  /**
   * The fee components that the sponsor pays. The list has at least one entry. Default: all components. Requires
   * `subsidizeFees`. `relay` is the service's own fee, which responses call `hub` (`FeeShare`).
   */
  sponsoredFeeComponents?: readonly ('execution' | 'swap' | 'relay' | 'app')[];
  /**
   * The maximum that the sponsor pays, in millionths of a US dollar: "1000000" is $1. The payer pays the rest. Requires
   * `subsidizeFees`.
   */
  maxSubsidizationAmount?: string;
  /** If true, the sponsor pays the rent of SVM accounts. */
  subsidizeRent?: boolean;
  /** Only the swap sources with these names are used. Default: all. */
  includedSwapSources?: readonly string[];
  /** The swap sources with these names are not used. Default: none. */
  excludedSwapSources?: readonly string[];
  /** Only the swap sources with these names are used on the origin chain. Default: all. */
  includedOriginSwapSources?: readonly string[];
  /** Only the swap sources with these names are used on the destination chain. Default: all. */
  includedDestinationSwapSources?: readonly string[];
  /**
   * The gas overhead on the origin chain. The service uses it to compute the gas fee of a gasless origin transaction.
   */
  originGasOverhead?: number;
  /** Account that pays SVM deposit transactions. */
  depositFeePayer?: string;
  /** Maximum number of hops of an SVM swap. */
  maxRouteLength?: number;
  /** SVM: avoids certain instructions that create token accounts. */
  useSharedAccounts?: boolean;
  /** SVM: adds a compute unit limit instruction. */
  includeComputeUnitLimit?: boolean;
  /** If true, the service ignores its error about a high price impact. Set it only if the payer accepted the loss. */
  overridePriceImpact?: boolean;
  /** If true, the service makes no swap on the origin chain. Default: false. */
  disableOriginSwaps?: boolean;
  /** Rate of a fixed-spread quote, as a decimal string. */
  fixedRate?: string;
  /** Required for a withdrawal from the perpetual futures venue (chain id 1337). */
  protocolVersion?: 'v2';
};

/** Query of `GET /requests/v2`. */
export type RequestsQuery = {
  /** The maximum number of records, 1 to 50. Default: 20. */
  limit?: number;
  /** The cursor from the previous response. If absent, the first page is returned. */
  continuation?: string | undefined;
  /** The payer's address. */
  user?: string;
  /** Transaction hash. */
  hash?: string;
  /** Request id. */
  id?: string;
  /** The id of the order in the service's settlement protocol. */
  orderId?: string;
  /** The `referrer` of the quote. */
  referrer?: string;
  /**
   * The API key that created the requests. The URL contains this key, so `HubClient` sends it only if its own `apiKey`
   * is set.
   */
  apiKey?: string;
  /** All requests of this deposit address. */
  depositAddress?: string;
  /** The id of the origin chain. */
  originChainId?: number;
  /** The id of the destination chain. */
  destinationChainId?: number;
  /** Chain id as a string. Matches the origin chain or the destination chain. */
  chainId?: string;
  /** Chains that the service lists only on request. */
  privateChainsToInclude?: string;
  /** Also returns the order data. Default: false. */
  includeOrderData?: boolean;
  /** Only requests from this time on. The service documents no unit. */
  startTimestamp?: number;
  /** Only requests up to this time. The service documents no unit. */
  endTimestamp?: number;
  /** Only requests from this block on. */
  startBlock?: number;
  /** Only requests up to this block. */
  endBlock?: number;
  /** Also returns duplicates, retries and refunds. Requires `id` or `depositAddress`. */
  includeChildRequests?: boolean;
  /** Only requests with this status. */
  status?: 'success' | 'failure' | 'refund' | 'pending' | 'depositing';
  /** The field to sort by. Default: `createdAt`. */
  sortBy?: 'createdAt' | 'updatedAt';
  /** The sort direction. The service documents no default. */
  sortDirection?: 'asc' | 'desc';
};

/** Body of `POST /currencies/v1`. */
export type CurrenciesBody = {
  /** If true, returns the service's default currencies. */
  defaultList?: boolean;
  /** Only currencies of these chains. */
  chainIds?: readonly number[];
  /** Search term, as typed by the payer. */
  term?: string;
  /** Only the currency with this address on its chain. */
  address?: string;
  /** Only currencies of the group with this id. */
  currencyId?: string;
  /** Only these currencies. Each entry has the form `chainId:address`. */
  tokens?: readonly string[];
  /** True: only currencies that the service has verified. False: only unverified currencies. */
  verified?: boolean;
  /** The maximum number of records. */
  limit?: number;
  /** If true, and the query contains a chain id and an address, also returns the currency on all other chains. */
  includeAllChains?: boolean;
  /** If true, also searches a third party for currencies that the service has not indexed. */
  useExternalSearch?: boolean;
  /** If true, returns only currencies that deposit addresses support. */
  depositAddressOnly?: boolean;
};

/** Body of `POST /execute`. Every member of `data` is required. */
export type ExecuteBody = {
  /** The kind of execution. Only `rawCalls` exists. */
  executionKind: 'rawCalls';
  /** The call to execute. */
  data: {
    /** The id of the chain that the call is made on. */
    chainId: number;
    /** The address of the called contract. */
    to: string;
    /** The calldata: 0x-hex of whole bytes. */
    data: string;
    /** Decimal string in the smallest unit of the native currency. */
    value: string;
    /** At least one authorization. */
    authorizationList: readonly SetCodeAuthorization[];
  };
  /** Sets who pays the fees, and which referrer the service stores. */
  executionOptions: {
    /** A text that the service stores with the request. `GET /requests/v2` can filter by this text. */
    referrer?: string;
    /** If true, the sponsor pays the fees, including the fees of destination calls. Default: false. */
    subsidizeFees?: boolean;
  };
  /** Request id of the gasless transaction to execute. */
  requestId?: string;
};

/** Body of `POST /execute/permits`: the `post.body` of the signature step `authorize1` or `authorize2`. */
export type PermitBody = {
  /** `eip3009`, `permit2` or `eip2612`. */
  kind: string;
  /** The service's id of the payment: 0x-hex of 32 bytes. */
  requestId: string;
  /** The service's name for the API that this permit belongs to. */
  api: string;
};
