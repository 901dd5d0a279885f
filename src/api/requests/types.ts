/** Types of the bodies and queries that this package sends to the service, with the unit of each field. */
import type { DestinationCall, TradeType } from '../../types.js';

/** App fee of the merchant, collected in USDC. */
export type AppFee = {
  recipient: string;
  /** Basis points, as a string. */
  fee: string;
};

/** A signed EIP-7702 authorization. */
export type SetCodeAuthorization = {
  /** 0 means every chain. */
  chainId: number;
  address: string;
  nonce: number;
  yParity: number;
  r: string;
  s: string;
};

/**
 * Body of `POST /quote/v2`. The deprecated `refundOnOrigin` is left out, because a refund is always paid on the origin
 * chain.
 */
export type QuoteBody = {
  /** Address that deposits on the origin chain and submits transactions or signatures. */
  user: string;
  originChainId: number;
  destinationChainId: number;
  /** Currency address. The zero address is the native EVM currency. */
  originCurrency: string;
  destinationCurrency: string;
  /** Digits, in the smallest unit of the input or output currency; `tradeType` decides which. */
  amount: string;
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
  additionalData?: { userPublicKey?: string };
  /** A name that the history can be filtered by (`GET /requests/v2`, `referrer`). */
  referrer?: string;
  /** EVM address. */
  referrerAddress?: string;
  /** Receiver of a refund on the origin chain. Without it, the service may send no refund. */
  refundTo?: string;
  /** Adds destination gas for the recipient. EVM only, and only if the requested currency is not the gas currency. */
  topupGas?: boolean;
  /** USD with six decimals. Default: "2000000", which is $2. Requires `topupGas`. */
  topupGasAmount?: string;
  /** True: the solver keeps the surplus of an exact output. False, the default: the recipient gets it. */
  enableTrueExactOutput?: boolean;
  /** Default: true, which avoids direct transfers to the depository. */
  explicitDeposit?: boolean;
  /** Trades speed for more liquidity. */
  useExternalLiquidity?: boolean;
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
  /** Basis points as a string. Applies to destination gas if the deposit arrives after the order deadline. */
  latePaymentSlippageTolerance?: string;
  appFees?: readonly AppFee[];
  /** Gas limit. Required if the request names transactions that run during the deposit. */
  gasLimitForDepositSpecifiedTxs?: number;
  /** The solver executes a same-chain swap. By default the payer's transaction executes it. */
  forceSolverExecution?: boolean;
  /** The sponsor pays the fees, including a gas top-up. */
  subsidizeFees?: boolean;
  /** At least one value. Default: all. Requires `subsidizeFees`. */
  sponsoredFeeComponents?: readonly ('execution' | 'swap' | 'relay' | 'app')[];
  /** USDC with six decimals: "1000000" is $1. The payer pays what exceeds it. Requires `subsidizeFees`. */
  maxSubsidizationAmount?: string;
  /** The sponsor pays SVM rent. */
  subsidizeRent?: boolean;
  includedSwapSources?: readonly string[];
  excludedSwapSources?: readonly string[];
  includedOriginSwapSources?: readonly string[];
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
  /** Ignores the price impact error. Set only by the payer's own choice. */
  overridePriceImpact?: boolean;
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
  user?: string;
  /** Transaction hash. */
  hash?: string;
  /** Request id. */
  id?: string;
  orderId?: string;
  referrer?: string;
  /**
   * API key that created the requests. It appears in the URL, so only a client that has an `apiKey` itself may send it.
   */
  apiKey?: string;
  /** All requests of this deposit address. */
  depositAddress?: string;
  originChainId?: number;
  destinationChainId?: number;
  /** Chain id as a string. Matches requests in either direction. */
  chainId?: string;
  privateChainsToInclude?: string;
  includeOrderData?: boolean;
  /** The service documents no unit for the time stamps. */
  startTimestamp?: number;
  endTimestamp?: number;
  startBlock?: number;
  endBlock?: number;
  /** Also returns duplicates, retries and refunds. Requires `id` or `depositAddress`. */
  includeChildRequests?: boolean;
  status?: 'success' | 'failure' | 'refund' | 'pending' | 'depositing';
  sortBy?: 'createdAt' | 'updatedAt';
  sortDirection?: 'asc' | 'desc';
};

/** Body of `POST /currencies/v1`. */
export type CurrenciesBody = {
  /** The service's default currencies. */
  defaultList?: boolean;
  chainIds?: readonly number[];
  /** Search term, as typed by the payer. */
  term?: string;
  address?: string;
  /** Id of a currency group. */
  currencyId?: string;
  /** Each entry is `chainId:address`. */
  tokens?: readonly string[];
  verified?: boolean;
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
  executionKind: 'rawCalls';
  data: {
    chainId: number;
    to: string;
    /** 0x-hex. */
    data: string;
    /** Decimal string in the smallest unit of the native currency. */
    value: string;
    /** At least one authorization. */
    authorizationList: readonly SetCodeAuthorization[];
  };
  executionOptions: {
    referrer?: string;
    /** Also covers destination calls. */
    subsidizeFees?: boolean;
  };
  /** Request id of the gasless transaction to execute. */
  requestId?: string;
};

/** Body of `POST /execute/permits`: the `post.body` of the signature step `authorize1` or `authorize2`. */
export type PermitBody = {
  /** `eip3009`, `permit2` or `eip2612`. */
  kind: string;
  requestId: string;
  /** The service's name for the API that this permit belongs to. */
  api: string;
};
