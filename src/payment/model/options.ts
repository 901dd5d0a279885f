/** The merchant's options, and the checks that need no request. */
import { parseBaseUrl } from '../../api/input.js';
import { HubPayError } from '../../errors.js';
import { isHexAccount } from '../../shared/chain.js';
import { HEX_BYTES, UINT_TEXT } from '../../shared/patterns.js';
import { optionFields } from '../../shared/quote-fields.js';
import type { DestinationCall, Registry, TradeType } from '../../types.js';
import type { WalletEntry } from '../../wallets/wallet.js';

/** Members have the attributes' camelCase names. Without a member, the payer chooses or a default applies. */
export type SessionOptions = {
  /** URL of the service or of the merchant's proxy; http or https. */
  baseUrl: string;
  destinationChainId?: number;
  /**
   * A token address in that chain's own form, `native`, or a symbol that matches exactly one address of the chain's
   * listing.
   */
  destinationCurrency?: string;
  /** Decimal in human units of the currency that `tradeType` names; `.` is the decimal point. */
  amount?: string;
  tradeType?: TradeType;
  recipient?: string;
  originChainId?: number;
  originCurrency?: string;
  /** Chain ids the payer may pay from; all when absent. */
  origins?: readonly number[];
  refundTo?: string;
  /** Basis points, 0 to 10000. When absent, the service chooses it. */
  slippageTolerance?: string;
  referrer?: string;
  /** A sponsor pays the fees. The proxy at `baseUrl` holds the sponsor's API key. */
  subsidizeFees?: boolean;
  /**
   * The sponsored fee components: `execution`, `swap`, `relay` (`hub` in the service's responses), `app`; all when
   * absent. Needs `subsidizeFees`.
   */
  sponsoredFeeComponents?: readonly string[];
  /** The most that the sponsor pays, in millionths of a dollar. Needs `subsidizeFees`. */
  maxSubsidizationAmount?: string;
  /** The recipient also gets some of the destination chain's native currency. */
  topupGas?: boolean;
  /** Its amount, in millionths of a dollar: `2000000` is $2. Needs `topupGas`. */
  topupGasAmount?: string;
  /** Pays by a signature instead of a transaction by the payer, if the currency and the service support it. */
  usePermit?: boolean;
  /** The merchant's own fees, in basis points of the paid amount. */
  appFees?: readonly { recipient: string; fee: string }[];
  /** Offers "send from any wallet or exchange" (a deposit address) beside the wallets. */
  useDepositAddress?: boolean;
  /** The merchant's order id; never sent to the service. */
  reference?: string;
  /** Calls that the solver executes on the destination chain, which must be an EVM chain. */
  txs?: readonly DestinationCall[];
  /** Any other field of the quote body, `POST /quote/v2`. */
  quoteOptions?: Readonly<Record<string, unknown>>;
  /** WebSocket URL of the service's status stream. When absent, statuses are only polled. */
  statusStreamUrl?: string;
  registry?: Registry;
  wallets?: readonly WalletEntry[];
  resume?: 'auto' | 'ask' | 'off';
  /**
   * Whether the solver's attestation is checked before any prompt. Default: `warn` if `registry` pins a solver, else
   * `off`.
   */
  attestation?: 'off' | 'warn' | 'required';
};

const tradeTypes: readonly string[] = ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'];

/**
 * Quote body fields that `quoteOptions` may not set: they have an attribute, belong to the payer, or are deprecated.
 */
const ownFields: ReadonlySet<string> = new Set([...optionFields, 'user', 'overridePriceImpact', 'refundOnOrigin']);

/** A `config` error that names the wrong attribute or property. */
export const config = (attribute: string, message: string): HubPayError =>
  new HubPayError('config', `${attribute}: ${message}`, { attribute });

/**
 * Checks what needs no chains listing.
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

/** Calls are sent unchanged: a call that the service could read differently from the payer is rejected. */
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
