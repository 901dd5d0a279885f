/** Types of the bodies and queries of requests to the service. */
import type { AppFee, DestinationCall, TradeType } from '../../types.js';

/** A signed EIP-7702 authorization. */
export type SetCodeAuthorization = {
  /** The id of the chain on which the authorization is valid, or 0 for every chain. */
  chainId: number;
  /** The address of the contract whose code the account will run. */
  address: string;
  /** The nonce of the account. */
  nonce: number;
  /** The parity of the signature: 0 or 1. */
  yParity: number;
  /** The signature's `r`: at most 32 bytes in hex, with the prefix `0x`. */
  r: string;
  /** The signature's `s`: at most 32 bytes in hex, with the prefix `0x`. */
  s: string;
};

/** Body of `POST /quote/v2`, except the deprecated field `refundOnOrigin`. */
export type QuoteBody = {
  /** The payer's address on the origin chain. */
  user: string;
  /** The id of the chain on which the payer pays. */
  originChainId: number;
  /** The id of the chain on which the recipient is paid. */
  destinationChainId: number;
  /** The address of the currency on the origin chain. On an EVM chain, the zero address is the native currency. */
  originCurrency: string;
  /** The address of the currency on the destination chain. */
  destinationCurrency: string;
  /**
   * The amount as a decimal string in the smallest unit. `tradeType` decides whether it is in the origin or in the
   * destination currency.
   */
  amount: string;
  /** Decides whether `amount` is the paid or the received amount. */
  tradeType: TradeType;
  /**
   * The recipient's address on the destination chain.
   * @default `user`
   */
  recipient?: string;
  /** Calls that run on the destination chain. */
  txs?: readonly DestinationCall[];
  /** The gas limit of all `txs` together. */
  txsGasLimit?: number;
  /** EIP-7702 authorizations for the destination chain. */
  authorizationList?: readonly SetCodeAuthorization[];
  /** Extra data for specific routes. */
  additionalData?: {
    /** The public key of `user`, only for chains whose addresses do not contain it. */
    userPublicKey?: string;
  };
  /** The referrer's EVM address. */
  referrerAddress?: string;
  /**
   * The address on the origin chain that receives a refund.
   * @default `recipient`, or else `user`
   */
  refundTo?: string;
  /**
   * If true, the solver keeps the surplus of a payment with `EXACT_OUTPUT`. Otherwise, the recipient gets it.
   * @default false
   */
  enableTrueExactOutput?: boolean;
  /**
   * If true, the payer pays with a contract call. If false, a plain transfer is also possible. This concerns only EVM
   * chains.
   * @default true
   */
  explicitDeposit?: boolean;
  /** If true, the service can use more sources of liquidity, but the payment is slower. */
  useExternalLiquidity?: boolean;
  /** If true, the service can use certain fallback routes. The service documents no default. */
  useFallbacks?: boolean;
  /**
   * How long a permit is valid, in seconds.
   * @default 600
   */
  permitExpiry?: number;
  /**
   * If true, the payer pays with a plain transfer to a deposit address. With `EXACT_OUTPUT`, this also requires
   * `strict`.
   */
  useDepositAddress?: boolean;
  /** If true, the deposit address is valid only for this quote. This requires `useDepositAddress` and `refundTo`. */
  strict?: boolean;
  /**
   * The maximum slippage for gas on the destination chain, in basis points as a string. It applies if the deposit
   * arrives after the deadline of the service's order for this quote.
   */
  latePaymentSlippageTolerance?: string;
  /**
   * The gas limit of the transactions that run during the deposit. It is required if the request contains such
   * transactions.
   */
  gasLimitForDepositSpecifiedTxs?: number;
  /** If true, the solver executes a swap within one chain. Otherwise, the swap is part of the payer's transaction. */
  forceSolverExecution?: boolean;
  /** If true, the sponsor pays the rent of SVM accounts. */
  subsidizeRent?: boolean;
  /**
   * Only the swap sources with these names are used.
   * @default all
   */
  includedSwapSources?: readonly string[];
  /**
   * The swap sources with these names are not used.
   * @default none
   */
  excludedSwapSources?: readonly string[];
  /**
   * Only the swap sources with these names are used on the origin chain.
   * @default all
   */
  includedOriginSwapSources?: readonly string[];
  /**
   * Only the swap sources with these names are used on the destination chain.
   * @default all
   */
  includedDestinationSwapSources?: readonly string[];
  /** Extra gas on the origin chain. The service uses it to compute the gas fee of a gasless payment. */
  originGasOverhead?: number;
  /** The account that pays the fees and the rent of SVM deposit transactions. */
  depositFeePayer?: string;
  /** Maximum number of hops of a swap on an SVM chain. */
  maxRouteLength?: number;
  /** If true, the service omits certain instructions that create token accounts. This concerns only SVM chains. */
  useSharedAccounts?: boolean;
  /** If true, the service adds an instruction that sets the compute unit limit. This concerns only SVM chains. */
  includeComputeUnitLimit?: boolean;
  /** If true, the service accepts a payment with a high price impact. The payer must have accepted the loss. */
  overridePriceImpact?: boolean;
  /**
   * If true, the service makes no swap on the origin chain.
   * @default false
   */
  disableOriginSwaps?: boolean;
  /** The rate that is charged for a quote with a fixed spread, as a decimal string. */
  fixedRate?: string;
  /** Required for a withdrawal from the perpetual futures venue (chain id 1337). */
  protocolVersion?: 'v2';

  // generated:quote-fields
  /**
   * The largest slippage, in basis points from `"0"` to `"10000"`. `"50"` means 0.5 %.
   * @default the service chooses
   */
  slippageTolerance?: string;
  /**
   * A sponsor pays the fees. Their API key stays on your server, so `baseUrl` must be your proxy.
   * @default `false`
   */
  subsidizeFees?: boolean;
  /**
   * The fees that the sponsor pays: `execution`, `swap`, `relay` and `app`. `relay` is the service’s own fee, which
   * quotes name `hub`. Requires `subsidizeFees`, because the sponsor pays nothing without it.
   * @default all fees
   */
  sponsoredFeeComponents?: readonly ('execution' | 'swap' | 'relay' | 'app')[];
  /**
   * The most that the sponsor pays, in millionths of a US dollar, so `1000000` is $1. The payer pays the rest. Requires
   * `subsidizeFees`, because the sponsor pays nothing without it.
   * @default no limit
   */
  maxSubsidizationAmount?: string;
  /**
   * The recipient also receives native currency of the destination chain, beside the payment. The service does so only
   * on EVM chains, and not if the payment itself is in this currency.
   * @default `false`
   */
  topupGas?: boolean;
  /**
   * Value of the extra native currency that `topupGas` adds, in millionths of a US dollar, so `2000000` is $2.
   * @default `2000000`
   */
  topupGasAmount?: string;
  /**
   * If the token supports permits (EIP-3009, EIP-2612, Permit2), the payer signs one instead of sending a transaction,
   * and needs no native currency for the payment itself.
   * @default `false`
   */
  usePermit?: boolean;
  /**
   * Your own identifier, which goes with every quote request and by which the service can list payments.
   * @default none
   */
  referrer?: string;
  /**
   * Your own fees in basis points, as strings: `{ recipient, fee }`. They are added to the service’s fees, and the
   * payer or the sponsor pays them.
   * @default none
   */
  appFees?: readonly AppFee[];
  // /generated
};

/** Query of `GET /requests/v2`. */
export type RequestsQuery = {
  /**
   * The maximum number of records, 1 to 50.
   * @default 20
   */
  limit?: number;
  /** The cursor from the previous response; absent for the first page. */
  continuation?: string | undefined;
  /** Returns only requests of the payer with this address. */
  user?: string;
  /** Returns only requests with this transaction hash. */
  hash?: string;
  /** Returns only the request with this id. */
  id?: string;
  /** Returns only the request whose order has this id in the service's settlement protocol. */
  orderId?: string;
  /** Returns only requests whose quote had this `referrer`. */
  referrer?: string;
  /**
   * Returns only requests that were created with this API key. `HubClient` accepts this field only if its own option
   * `apiKey` is set.
   */
  apiKey?: string;
  /** Returns only requests of this deposit address. */
  depositAddress?: string;
  /** The id of the origin chain. */
  originChainId?: number;
  /** The id of the destination chain. */
  destinationChainId?: number;
  /**
   * Returns only requests whose origin or destination chain has this id, written as a string. `originChainId` and
   * `destinationChainId` override this field.
   */
  chainId?: string;
  /** The private chains to include in the response. The service does not document the format. */
  privateChainsToInclude?: string;
  /**
   * If true, also returns the order data.
   * @default false
   */
  includeOrderData?: boolean;
  /** Returns only requests from this time on. The service does not document the unit. */
  startTimestamp?: number;
  /** Returns only requests up to this time. The service does not document the unit. */
  endTimestamp?: number;
  /** Returns only requests from this block on. */
  startBlock?: number;
  /** Returns only requests up to this block. */
  endBlock?: number;
  /** If true, also returns duplicates, retries and refunds. This requires `id` or `depositAddress`. */
  includeChildRequests?: boolean;
  /** Returns only requests with this status. */
  status?: 'success' | 'failure' | 'refund' | 'pending' | 'depositing';
  /**
   * The field to sort by.
   * @default `createdAt`
   */
  sortBy?: 'createdAt' | 'updatedAt';
  /** The sort direction. The service documents no default. */
  sortDirection?: 'asc' | 'desc';
};

/** Body of `POST /currencies/v1`. */
export type CurrenciesBody = {
  /** If true, returns the service's default currencies. */
  defaultList?: boolean;
  /** Returns only currencies of these chains. */
  chainIds?: readonly number[];
  /** The search text. */
  term?: string;
  /** Returns only currencies with this address. */
  address?: string;
  /** Returns only currencies of the group with this id. */
  currencyId?: string;
  /** Returns only the listed currencies, each in the form `chainId:address`. */
  tokens?: readonly string[];
  /** If true, returns only currencies that the service has verified. */
  verified?: boolean;
  /** The maximum number of records. */
  limit?: number;
  /** If true, also returns the same currency on all other chains. This requires a chain id and an address. */
  includeAllChains?: boolean;
  /** If true, also searches a third party for currencies that the service has not indexed. */
  useExternalSearch?: boolean;
  /** If true, returns only currencies that deposit addresses support. */
  depositAddressOnly?: boolean;
};

/** Body of `POST /execute`. `HubClient` requires every member of `data`. */
export type ExecuteBody = {
  /** The kind of execution. Only `rawCalls` exists. */
  executionKind: 'rawCalls';
  /** The call to execute. */
  data: {
    /** The id of the chain on which the call runs. */
    chainId: number;
    /** The address of the called contract. */
    to: string;
    /** The calldata: whole bytes in hex, with the prefix `0x`. */
    data: string;
    /** The amount of native currency that the call transfers, as a decimal string in the smallest unit. */
    value: string;
    /** At least one EIP-7702 authorization. */
    authorizationList: readonly SetCodeAuthorization[];
  };
  /** The sponsorship of the fees, and the referrer. */
  executionOptions: {
    /** A text that the service stores with the request, and by which `GET /requests/v2` can filter. */
    referrer?: string;
    /**
     * If true, the sponsor pays the fees, including the fees of destination calls.
     * @default false
     */
    subsidizeFees?: boolean;
  };
  /** The request id of the gasless transaction to execute. */
  requestId?: string;
};

/** Body of `POST /execute/permits`: the `post.body` of the signature step `authorize1` or `authorize2`. */
export type PermitBody = {
  /** The kind of the permit: `eip3009`, `permit2` or `eip2612`. */
  kind: string;
  /** The service's id of the payment: 32 bytes in hex, with the prefix `0x`. */
  requestId: string;
  /** The service's API for this permit, such as `swap`. */
  api: string;
};
