/**
 * What is sent to the service, field by field, with units (service.md "Quote request body" and "Endpoints"; inner
 * members, which it does not show, as the service documents them elsewhere).
 */
import type { DestinationCall, TradeType } from '../../types.js';

/** An app's own fee, collected in USDC. */
export type AppFee = {
  recipient: string;
  /** Basis points, as a text. */
  fee: string;
};

/** A signed EIP-7702 authorization. */
export type SetCodeAuthorization = {
  /** 0: for every chain. */
  chainId: number;
  address: string;
  nonce: number;
  yParity: number;
  r: string;
  s: string;
};

/** service.md "Quote request body". `refundOnOrigin` is deprecated and not here: a refund is always on the origin. */
export type QuoteBody = {
  /** Deposits on the origin chain and submits transactions or signatures. */
  user: string;
  originChainId: number;
  destinationChainId: number;
  /** Address; forty zeros are the native EVM currency. */
  originCurrency: string;
  destinationCurrency: string;
  /** Digits, in the smallest unit of the currency that `tradeType` names. */
  amount: string;
  tradeType: TradeType;
  /** Receives on the destination chain; the service's default is `user`. */
  recipient?: string;
  /** Calls executed on the destination chain. */
  txs?: readonly DestinationCall[];
  /** Total gas limit of `txs`. */
  txsGasLimit?: number;
  /** EIP-7702 authorizations executed on the destination chain. */
  authorizationList?: readonly SetCodeAuthorization[];
  /** For specific routes. */
  additionalData?: { userPublicKey?: string };
  referrer?: string;
  /** EVM address. */
  referrerAddress?: string;
  /** Gets a refund on the origin chain; without it there may be none. */
  refundTo?: string;
  /** Gas for the recipient on an EVM destination, where the requested currency does not pay it. */
  topupGas?: boolean;
  /** USD with six decimals: "2000000" is $2, the default. Requires `topupGas`. */
  topupGasAmount?: string;
  /** True: the surplus of an exact output goes to the solver instead of the recipient. */
  enableTrueExactOutput?: boolean;
  /** Default true: no direct transfers to the depository. */
  explicitDeposit?: boolean;
  /** More liquidity, less speed. */
  useExternalLiquidity?: boolean;
  useFallbacks?: boolean;
  /** Pays by an EIP-3009 permit where the currency has one. */
  usePermit?: boolean;
  /** Seconds that a permit is valid; default 600. */
  permitExpiry?: number;
  /** Pays to an address instead of by calldata; for `EXACT_OUTPUT` with `strict`. */
  useDepositAddress?: boolean;
  /** The deposit address is one order's. Requires `useDepositAddress` and `refundTo`. */
  strict?: boolean;
  /** Basis points, as a text from "0" to "10000"; computed by the service where absent. */
  slippageTolerance?: string;
  /** Basis points for destination gas, where the deposit arrives after the deadline. */
  latePaymentSlippageTolerance?: string;
  appFees?: readonly AppFee[];
  /** Gas limit; must be set where the request names transactions for the deposit. */
  gasLimitForDepositSpecifiedTxs?: number;
  /** Has a same-chain swap executed by the solver. */
  forceSolverExecution?: boolean;
  /** The sponsor pays the fees, a gas top-up too. */
  subsidizeFees?: boolean;
  /** At least one; all where absent. Requires `subsidizeFees`. */
  sponsoredFeeComponents?: readonly ('execution' | 'swap' | 'relay' | 'app')[];
  /** USDC with six decimals: "1000000" is $1; the payer pays the rest. Requires `subsidizeFees`. */
  maxSubsidizationAmount?: string;
  /** The sponsor pays SVM rent. */
  subsidizeRent?: boolean;
  includedSwapSources?: readonly string[];
  excludedSwapSources?: readonly string[];
  includedOriginSwapSources?: readonly string[];
  includedDestinationSwapSources?: readonly string[];
  /** Gas that a gasless origin transaction costs the solver on top. */
  originGasOverhead?: number;
  /** Pays SVM deposit transactions. */
  depositFeePayer?: string;
  /** Most hops of an SVM swap. */
  maxRouteLength?: number;
  /** SVM: leaves out certain instructions that create token accounts. */
  useSharedAccounts?: boolean;
  /** SVM: adds a compute unit limit. */
  includeComputeUnitLimit?: boolean;
  /** Ignores the price-impact error: by the payer's own choice only. */
  overridePriceImpact?: boolean;
  disableOriginSwaps?: boolean;
  /** The rate of a fixed-spread quote, a decimal. */
  fixedRate?: string;
  /** Required to withdraw from the perps venue. */
  protocolVersion?: 'v2';
};

/** Query of the request history (service.md "GET /requests/v2"). */
export type RequestsQuery = {
  /** 1 to 50; default 20. */
  limit?: number;
  /** The cursor of the answer before; none asks from the beginning. */
  continuation?: string | undefined;
  user?: string;
  /** A transaction's hash. */
  hash?: string;
  /** A request id. */
  id?: string;
  orderId?: string;
  referrer?: string;
  /** The key that made the requests. It stands in the address: for a client that has a key itself, on a server. */
  apiKey?: string;
  /** All requests of a deposit address. */
  depositAddress?: string;
  originChainId?: number;
  destinationChainId?: number;
  /** A chain id as a text, in either direction. */
  chainId?: string;
  privateChainsToInclude?: string;
  includeOrderData?: boolean;
  /** As service.md has them: it shows no unit. */
  startTimestamp?: number;
  endTimestamp?: number;
  startBlock?: number;
  endBlock?: number;
  /** With `id` or `depositAddress`: also duplicates, retries and refunds. */
  includeChildRequests?: boolean;
  status?: 'success' | 'failure' | 'refund' | 'pending' | 'depositing';
  sortBy?: 'createdAt' | 'updatedAt';
  sortDirection?: 'asc' | 'desc';
};

/** Body of the currency search (service.md "POST /currencies/v1"). */
export type CurrenciesBody = {
  /** The service's own default currencies. */
  defaultList?: boolean;
  chainIds?: readonly number[];
  /** What somebody typed. */
  term?: string;
  address?: string;
  /** The id of a currency group. */
  currencyId?: string;
  /** Each `chainId:address`. */
  tokens?: readonly string[];
  verified?: boolean;
  limit?: number;
  /** All chains of a currency, where chain id and address filter. */
  includeAllChains?: boolean;
  /** Asks a third party for a currency that is not indexed. */
  useExternalSearch?: boolean;
  /** Only what deposit addresses can bridge. */
  depositAddressOnly?: boolean;
};

/** Body of a gasless execution (service.md "POST /execute"). Every member of `data` is required. */
export type ExecuteBody = {
  executionKind: 'rawCalls';
  data: {
    chainId: number;
    to: string;
    /** 0x-hex. */
    data: string;
    /** In the smallest unit of the native currency. */
    value: string;
    /** At least one. */
    authorizationList: readonly SetCodeAuthorization[];
  };
  executionOptions: {
    referrer?: string;
    /** Covers destination calls too. */
    subsidizeFees?: boolean;
  };
  /** The request of the gasless transaction to execute. */
  requestId?: string;
};

/** Body of a permit (the `post.body` of a signature step, `authorize1` or `authorize2`). */
export type PermitBody = {
  /** `eip3009`, `permit2` or `eip2612`. */
  kind: string;
  requestId: string;
  /** The service's word for what it is part of. */
  api: string;
};
