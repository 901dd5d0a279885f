/** The merchant's options, and the checks that need no request. */
import { parseBaseUrl } from '../../api/input.js';
import { HubPayError } from '../../errors.js';
import { isHexAccount } from '../../shared/chain.js';
import { HEX_BYTES, UINT_TEXT } from '../../shared/patterns.js';
import { optionFields } from '../../shared/quote-fields.js';
import type { DestinationCall, Registry, TradeType } from '../../types.js';
import type { WalletEntry } from '../../wallets/wallet.js';

/** The members are the attributes in camelCase. If a member is absent, the payer chooses or a default applies. */
export type SessionOptions = {
  /** URL of the service or of the merchant's proxy; http or https. */
  baseUrl: string;
  /** The id of the chain that the recipient is paid on. Required. */
  destinationChainId?: number;
  /**
   * The token that the recipient gets: its address in that chain's own form, or `native`, or a symbol. A symbol must
   * match exactly one address of the chain's listing. Required.
   */
  destinationCurrency?: string;
  /**
   * The amount in human units of the currency that `tradeType` names. A decimal with `.` as the decimal point. Default:
   * the payer types it.
   */
  amount?: string;
  /**
   * The side of the payment that `amount` fixes. Default: `EXACT_OUTPUT`. `EXACT_INPUT` needs `originChainId` and
   * `originCurrency`.
   */
  tradeType?: TradeType;
  /** The recipient's address on the destination chain. Default: the payer's own account. */
  recipient?: string;
  /** The id of the chain that the payer pays on. Default: the payer chooses. */
  originChainId?: number;
  /**
   * The token that the payer pays with, in the forms of `destinationCurrency`. Needs `originChainId`. Default: the
   * payer chooses.
   */
  originCurrency?: string;
  /** The ids of the chains that the payer may pay from. Default: every enabled chain. */
  origins?: readonly number[];
  /** The address on the origin chain that receives a refund. Default: the payer's own account. */
  refundTo?: string;
  /** Basis points, as a string, `0` to `10000`. Default: the service chooses it. */
  slippageTolerance?: string;
  /** A text that the service stores with the request. `GET /requests/v2` filters by it. Default: none. */
  referrer?: string;
  /** A sponsor pays the fees. The proxy at `baseUrl` holds the sponsor's API key. Default: false. */
  subsidizeFees?: boolean;
  /**
   * The sponsored fee components: `execution`, `swap`, `relay`, `app`. `relay` is the service's own fee; the service's
   * responses and `FeeShare` call it `hub`. Default: all. Needs `subsidizeFees`.
   */
  sponsoredFeeComponents?: readonly string[];
  /**
   * The most that the sponsor pays, in millionths of a dollar: `1000000` is $1. Default: no limit. Needs
   * `subsidizeFees`.
   */
  maxSubsidizationAmount?: string;
  /** The recipient also gets some of the destination chain's native currency. Default: false. */
  topupGas?: boolean;
  /**
   * The amount of that native currency, in millionths of a dollar. Default: `2000000`, which is $2. Needs `topupGas`.
   */
  topupGasAmount?: string;
  /**
   * The payer signs a permit instead of sending a transaction, if the currency and the service support it. Default:
   * false.
   */
  usePermit?: boolean;
  /** The merchant's own fees, in addition to the service's fees. Default: none. */
  appFees?: readonly {
    /** The EVM address that collects the fee. */
    recipient: string;
    /** Basis points, as a string. */
    fee: string;
  }[];
  /** Offers "send from any wallet or exchange" (a deposit address) in addition to the wallets. Default: false. */
  useDepositAddress?: boolean;
  /**
   * The merchant's order id. It is never sent to the service. This device never pays the same order twice. Default:
   * none.
   */
  reference?: string;
  /** Calls that the solver executes on the destination chain, which must be an EVM chain. Default: none. */
  txs?: readonly DestinationCall[];
  /** Any other field of the quote body, `POST /quote/v2`. Default: none. */
  quoteOptions?: Readonly<Record<string, unknown>>;
  /** WebSocket URL of the service's status stream. Default: none. Without it, statuses are only polled. */
  statusStreamUrl?: string;
  /**
   * A saved and reviewed chains listing. It pins chains, tokens and contracts. Default: none. Without it, the live
   * listing of the service is used.
   */
  registry?: Registry;
  /** The wallets to offer. Default: those that the page discovers (EIP-6963). */
  wallets?: readonly WalletEntry[];
  /**
   * Handling of an unfinished payment of this order: `auto` tracks it at once, `ask` offers it to the payer, `off`
   * ignores it. Default: `auto`.
   */
  resume?: 'auto' | 'ask' | 'off';
  /**
   * Whether the solver's attestation is checked before any prompt. Default: `warn` if `registry` pins a solver;
   * otherwise `off`.
   */
  attestation?: 'off' | 'warn' | 'required';
};

const tradeTypes: readonly string[] = ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'];

/**
 * Quote body fields that `quoteOptions` may not set. They have an attribute, belong to the payer, or are deprecated.
 */
const ownFields: ReadonlySet<string> = new Set([...optionFields, 'user', 'overridePriceImpact', 'refundOnOrigin']);

/** Creates a `config` error that names the wrong attribute or property. */
export const config = (attribute: string, message: string): HubPayError =>
  new HubPayError('config', `${attribute}: ${message}`, { attribute });

/**
 * Checks the options that need no chains listing.
 * @throws HubPayError `config`, naming the attribute
 */
export function checkOptions(options: SessionOptions): void {
  const { baseUrl, destinationChainId, destinationCurrency, amount, tradeType, slippageTolerance } = options;
  const { originChainId, originCurrency, origins, quoteOptions } = options;
  if (!baseUrl) throw config('base-url', 'is missing; set it to the service or to your proxy of it');
  parseBaseUrl(baseUrl);
  if (destinationChainId === undefined)
    throw config('destination-chain-id', 'is missing; set it to the chain id to deliver on');
  for (const [name, id] of [
    ['destination-chain-id', destinationChainId],
    ['origin-chain-id', originChainId],
  ] as const) {
    if (id !== undefined && !isChainId(id)) throw config(name, `"${String(id)}" is not a chain id`);
  }
  if (!destinationCurrency)
    throw config('destination-currency', 'is missing; set it to a token address, a symbol or "native"');
  if (amount !== undefined && !/^\d{1,60}(\.\d+)?$/.test(amount)) {
    throw config('amount', `"${amount}" is not a plain decimal such as "25.00"`);
  }
  if (amount !== undefined && /^[0.]+$/.test(amount)) throw config('amount', 'must be more than 0');
  if (tradeType !== undefined && !tradeTypes.includes(tradeType)) {
    throw config('trade-type', `"${tradeType}" is none of ${tradeTypes.join(', ')}`);
  }
  if (tradeType === 'EXACT_INPUT' && (originChainId === undefined || !originCurrency)) {
    throw config(
      'trade-type',
      'EXACT_INPUT counts the amount in the origin currency: set origin-chain-id and origin-currency too',
    );
  }
  if (originCurrency && originChainId === undefined)
    throw config('origin-chain-id', 'is missing beside origin-currency');
  if (origins?.length === 0) throw config('origins', 'is empty: nothing could pay; leave it out to allow every chain');
  const foreign = origins?.find((id) => !isChainId(id));
  if (foreign !== undefined) throw config('origins', `"${String(foreign)}" is not a chain id`);
  if (
    slippageTolerance !== undefined &&
    !(/^\d{1,5}$/.test(slippageTolerance) && BigInt(slippageTolerance) <= 10_000n)
  ) {
    throw config('slippage-tolerance', `"${slippageTolerance}" is not a whole number of basis points from 0 to 10000`);
  }
  if (options.statusStreamUrl !== undefined && !isStreamUrl(options.statusStreamUrl)) {
    throw config('statusStreamUrl', 'is no plain ws or wss address: in its query, anybody could read a key');
  }
  checkCalls(options.txs);
  const taken = Object.keys(quoteOptions ?? {}).find((name) => ownFields.has(name));
  if (taken) throw config('quoteOptions', `${taken} cannot be set here`);
}

function isStreamUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return !!url && /^wss?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
}

/**
 * Checks the merchant's calls, which are sent unchanged. Rejects a call if the service could read it differently from
 * the call that the payer sees.
 */
function checkCalls(txs: SessionOptions['txs']): void {
  if (txs === undefined) return;
  if (!Array.isArray(txs)) throw config('txs', 'is not a list of calls');
  for (const [index, call] of txs.entries()) {
    const { to, value, data, originalTxValue = '0', ...more } = Object(call) as { [name: string]: unknown };
    const isAmount = (text: unknown): boolean => typeof text === 'string' && UINT_TEXT.test(text);
    const isRight =
      typeof to === 'string' && isHexAccount(to) && isAmount(value) && isAmount(originalTxValue) && isBytes(data);
    if (!isRight || Object.keys(more).length > 0) {
      throw config('txs', `call ${index} is not { to, value, data }: an address, a decimal text, hex of whole bytes`);
    }
  }
}

const isBytes = (data: unknown): boolean => typeof data === 'string' && HEX_BYTES.test(data);

const isChainId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;
