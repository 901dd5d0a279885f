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
  /** 0 means every chain. */
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
  /** The address of the payer. It deposits on the origin chain and submits transactions or signatures. */
  user: string;
  /** The id of the chain that the payer pays on. */
  originChainId: number;
  /** The id of the chain that the recipient is paid on. */
  destinationChainId: number;
  /** Currency address. The zero address is the native EVM currency. */
  originCurrency: string;
  /** Currency address on the destination chain. */
  destinationCurrency: string;
  /** Decimal string in the smallest unit of the input or output currency. `tradeType` decides which. */
  amount: string;
  /** Which side `amount` fixes. */
  tradeType: TradeType;
  /** Receiver on the destination chain. Default: `user`. */
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
  /** A text that is stored with the request; `GET /requests/v2` filters by it. */
  referrer?: string;
  /** EVM address. */
  referrerAddress?: string;
  /** Receiver of a refund on the origin chain. Without it, the service may send no refund. */
  refundTo?: string;
  /**
   * Adds gas on the destination chain for the recipient. Only for EVM, and only if the recipient is not paid in the gas
   * currency.
   */
  topupGas?: boolean;
  /** USD with six decimals. Default: "2000000", which is $2. Requires `topupGas`. */
  topupGasAmount?: string;
  /** True: the solver keeps the surplus of an exact output. False, the default: the recipient gets it. */
  enableTrueExactOutput?: boolean;
  /** Default: true, which avoids direct transfers to the depository. */
  explicitDeposit?: boolean;
  /** Trades speed for more liquidity. */
  useExternalLiquidity?: boolean;
  /** Allows certain fallback routes. Default: the service decides. */
  useFallbacks?: boolean;
  /** Pays by an EIP-3009 permit if the currency supports it. */
  usePermit?: boolean;
  /** Validity of a permit in seconds. Default: 600. */
  permitExpiry?: number;
  /** Pays to a deposit address instead of by calldata. `EXACT_OUTPUT` also requires `strict`. */
  useDepositAddress?: boolean;
  /** Binds the deposit address to one order. Requires `useDepositAddress` and `refundTo`. */
  strict?: boolean;
  /** Basis points as a string, "0" to "10000". If absent, the service computes it. */
  slippageTolerance?: string;
  /** Basis points as a string. Applies to the destination gas if the deposit arrives after the order's deadline. */
  latePaymentSlippageTolerance?: string;
  /** Fees of the merchant, in addition to those of the service. Default: none. */
  appFees?: readonly AppFee[];
  /** Gas limit. Required if the request names transactions that run during the deposit. */
  gasLimitForDepositSpecifiedTxs?: number;
  /** The solver executes a same-chain swap. By default the payer's transaction executes it. */
  forceSolverExecution?: boolean;
  /** The sponsor pays the fees, including a gas top-up. */
  subsidizeFees?: boolean;
  /**
   * The fee components that the sponsor pays; at least one. Default: all. Requires `subsidizeFees`. `relay` is the
   * service's own fee. Responses call it `hub` (`FeeShare`).
   */
  sponsoredFeeComponents?: readonly ('execution' | 'swap' | 'relay' | 'app')[];
  /**
   * The most that the sponsor pays, in USDC with six decimals: "1000000" is $1. The payer pays the rest. Requires
   * `subsidizeFees`.
   */
  maxSubsidizationAmount?: string;
  /** The sponsor pays SVM rent. */
  subsidizeRent?: boolean;
  /** Names of the only swap sources to use. Default: all. */
  includedSwapSources?: readonly string[];
  /** Names of swap sources not to use. Default: none. */
  excludedSwapSources?: readonly string[];
  /** Names of the only swap sources to use on the origin chain. Default: all. */
  includedOriginSwapSources?: readonly string[];
  /** Names of the only swap sources to use on the destination chain. Default: all. */
  includedDestinationSwapSources?: readonly string[];
  /** Origin gas overhead. The service uses it to price the gas of a gasless origin transaction. */
  originGasOverhead?: number;
  /** Account that pays SVM deposit transactions. */
  depositFeePayer?: string;
  /** Maximum number of hops of an SVM swap. */
  maxRouteLength?: number;
  /** SVM: avoids certain instructions that create token accounts. */
  useSharedAccounts?: boolean;
  /** SVM: adds a compute unit limit instruction. */
  includeComputeUnitLimit?: boolean;
  /** Ignores the service's error about a high price impact. Set it only if the payer chose this. */
  overridePriceImpact?: boolean;
  /** Allows no swap on the origin chain. Default: false. */
  disableOriginSwaps?: boolean;
  /** Rate of a fixed-spread quote, as a decimal string. */
  fixedRate?: string;
  /** Required for a withdrawal from the perps venue. */
  protocolVersion?: 'v2';
};

/** Query of `GET /requests/v2`. */
export type RequestsQuery = {
  /** 1 to 50. Default: 20. */
  limit?: number;
  /** Cursor from the previous response. Absent: the first page. */
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
   * API key that created the requests. It appears in the URL, so a client sends it only if it has an `apiKey` itself.
   */
  apiKey?: string;
  /** All requests of this deposit address. */
  depositAddress?: string;
  /** The id of the origin chain. */
  originChainId?: number;
  /** The id of the destination chain. */
  destinationChainId?: number;
  /** Chain id as a string. Matches requests in either direction. */
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
  /** Default: `createdAt`. */
  sortBy?: 'createdAt' | 'updatedAt';
  /** The service documents no default. */
  sortDirection?: 'asc' | 'desc';
};

/** Body of `POST /currencies/v1`. */
export type CurrenciesBody = {
  /** The service's default currencies. */
  defaultList?: boolean;
  /** Only currencies of these chains. */
  chainIds?: readonly number[];
  /** Search term, as typed by the payer. */
  term?: string;
  /** Only the currency with this address on its chain. */
  address?: string;
  /** Id of a currency group. */
  currencyId?: string;
  /** Each entry is `chainId:address`. */
  tokens?: readonly string[];
  /** Only currencies that the service has verified, or only others. */
  verified?: boolean;
  /** The most records to return. */
  limit?: number;
  /** Returns all chains of a currency when the filter is a chain id and an address. */
  includeAllChains?: boolean;
  /** Searches a third party for currencies that the service has not indexed. */
  useExternalSearch?: boolean;
  /** Only currencies that deposit addresses support. */
  depositAddressOnly?: boolean;
};

/** Body of `POST /execute`. Every member of `data` is required. */
export type ExecuteBody = {
  /** The only kind. */
  executionKind: 'rawCalls';
  /** The call. */
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
  /** Says who pays, and which referrer the service stores. */
  executionOptions: {
    /** A text that is stored with the request; `GET /requests/v2` filters by it. */
    referrer?: string;
    /** True: the sponsor pays the fees, including those of destination calls. Default: false. */
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
