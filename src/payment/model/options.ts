/** Defines the merchant's options and checks them without a network request. */
import { parseBaseUrl } from '../../api/input.js';
import { HubPayError } from '../../errors.js';
import { isHexAccount } from '../../shared/chain.js';
import { HEX_BYTES, UINT_TEXT } from '../../shared/patterns.js';
import { optionFields } from '../../shared/quote-fields.js';
import type { DestinationCall, Registry, TradeType } from '../../types.js';
import type { WalletEntry } from '../../wallets/wallet.js';

/** The merchant's options. Each member has the name of an attribute, in camelCase. */
export type SessionOptions = {
  /** URL of the service or of the merchant's proxy; http or https. */
  baseUrl: string;
  /**
   * The id of the chain on which the recipient receives the payment. Required: without this id, the problem is
   * `config`.
   */
  destinationChainId?: number;
  /**
   * The token that the recipient receives: an address, a symbol or `native`. A symbol must match exactly one token of
   * the chain. Required: without this option, the problem is `config`.
   */
  destinationCurrency?: string;
  /** The amount in the currency that `tradeType` selects, for example `25.00`. Default: the payer types the amount. */
  amount?: string;
  /**
   * Whether `amount` is the paid or the received amount. Default: `EXACT_OUTPUT`. `EXACT_INPUT` needs `originChainId`
   * and `originCurrency`.
   */
  tradeType?: TradeType;
  /**
   * The recipient's address on the destination chain. `payer` means the payer's own account. Default: `payer`. Required
   * if `amount` or `reference` is set, because a shop that forgets its address would pay the payer.
   */
  recipient?: string;
  /** The id of the chain from which the payer pays. Default: the payer chooses. */
  originChainId?: number;
  /**
   * The token that the payer pays with: an address, a symbol or `native`. Needs `originChainId`. Default: the payer
   * chooses.
   */
  originCurrency?: string;
  /** The ids of the chains that the payer can choose. Default: every enabled chain. */
  origins?: readonly number[];
  /**
   * The address on the origin chain that receives a refund. Ignored on a chain whose addresses have another form.
   * Default: the payer's own account.
   */
  refundTo?: string;
  /** The slippage tolerance in basis points, from `0` to `10000`. Default: the service chooses the tolerance. */
  slippageTolerance?: string;
  /** A text that the service stores with the request. `GET /requests/v2` can filter by this text. Default: none. */
  referrer?: string;
  /** True if a sponsor pays the fees. The proxy at `baseUrl` holds the sponsor's API key. Default: false. */
  subsidizeFees?: boolean;
  /**
   * The fee components that the sponsor pays: `execution`, `swap`, `relay`, `app`. The type `FeeShare` uses the name
   * `hub` for `relay`. Default: all. Needs `subsidizeFees`.
   */
  sponsoredFeeComponents?: readonly string[];
  /**
   * The maximum that the sponsor pays, in millionths of a dollar: `1000000` is $1. Default: no limit. Needs
   * `subsidizeFees`.
   */
  maxSubsidizationAmount?: string;
  /** True if the recipient also gets some of the destination chain's native currency. Default: false. */
  topupGas?: boolean;
  /**
   * The value of the native currency for `topupGas`, in millionths of a dollar. Default: `2000000`, which is $2. Needs
   * `topupGas`.
   */
  topupGasAmount?: string;
  /**
   * True if the payer signs a permit instead of sending a transaction. The currency and the service must support
   * permits. Default: false.
   */
  usePermit?: boolean;
  /** The merchant's own fees, in addition to the service's fees. Default: none. */
  appFees?: readonly {
    /** The EVM address that collects the fee. */
    recipient: string;
    /** The fee in basis points, as a string. */
    fee: string;
  }[];
  /** True if the payer can also send from any wallet or exchange, to a deposit address. Default: false. */
  useDepositAddress?: boolean;
  /**
   * The merchant's order id, which is never sent to the service. A paid order is shown as paid on this device until
   * `reset()` is called. If the service does not confirm that the order is paid, the screen asks the payer whether to
   * start over. Default: none.
   */
  reference?: string;
  /**
   * Calls that the solver executes on the destination chain. The destination chain must then be an EVM chain. Default:
   * none.
   */
  txs?: readonly DestinationCall[];
  /** Other fields for the body of `POST /quote/v2`. Default: none. */
  quoteOptions?: Readonly<Record<string, unknown>>;
  /** The WebSocket URL of the service's status stream. Default: none, and statuses are only polled. */
  statusStreamUrl?: string;
  /** The URL of the venue's exchange; http or https. Default: none, and nobody can pay from the venue. */
  venueExchangeUrl?: string;
  /** The URL of the venue's info API; http or https. Default: none, and balances at the venue are unknown. */
  venueInfoUrl?: string;
  /**
   * A chains listing that the merchant has saved and reviewed. The guard compares each quote with the chains, tokens
   * and contracts of this listing. Default: the service's live listing.
   */
  registry?: Registry;
  /** The wallets to offer. Default: the wallets that the page discovers (EIP-6963). */
  wallets?: readonly WalletEntry[];
  /**
   * What happens to an unfinished payment of this order. `auto`: the session tracks the payment at once. `ask`: the
   * payer decides. `off`: nothing happens. Default: `auto`.
   */
  resume?: 'auto' | 'ask' | 'off';
  /**
   * Whether the solver's attestation is checked before any prompt. Default: `warn` if `registry` contains a solver's
   * address; otherwise `off`.
   */
  attestation?: 'off' | 'warn' | 'required';
};

const tradeTypes: readonly string[] = ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'];

/** Quote fields that `quoteOptions` cannot set, for example because an attribute sets them. */
const ownFields: ReadonlySet<string> = new Set([...optionFields, 'user', 'overridePriceImpact', 'refundOnOrigin']);

/** Creates a `config` error that names the wrong attribute or property. */
export const config = (attribute: string, message: string): HubPayError =>
  new HubPayError('config', `${attribute}: ${message}`, { attribute });

/** True if all options except `wallets` and `resume` are equal. */
export function isSamePayment(a: SessionOptions, b: SessionOptions): boolean {
  const text = (value: unknown): string | undefined => JSON.stringify(value);
  const names = Object.keys({ ...a, ...b }) as (keyof SessionOptions)[];
  return names
    .filter((name) => name !== 'wallets' && name !== 'resume')
    .every((name) => a[name] === b[name] || text(a[name]) === text(b[name]));
}

/** The value of `recipient` for a payment to the payer's own account. */
const PAYER = 'payer';

/** The options that decide whether `recipient` is missing. */
type Checkout = { [name in 'amount' | 'reference' | 'merchant' | 'recipient']?: string | null | undefined };

/** Returns an error if `amount`, `reference` or `merchant` is set without `recipient`. Null otherwise. */
export function missingRecipient(options: Checkout): HubPayError | null {
  const beside = (['amount', 'reference', 'merchant'] as const).find((name) => options[name] != null);
  if (options.recipient || beside === undefined) return null;
  return config('recipient', `is missing beside ${beside}: set who is paid, or "${PAYER}" if the payer is paid`);
}

/** Removes `recipient` if its value is `payer`, because without `recipient`, the payer receives the payment. */
export function withoutPayer({ recipient, ...options }: SessionOptions): SessionOptions {
  return recipient === undefined || recipient === PAYER ? options : { ...options, recipient };
}

/**
 * Checks the options as far as this is possible without the chains listing.
 * @throws HubPayError `config` that names the wrong attribute
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
  const missing = missingRecipient(options);
  if (missing) throw missing;
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
  if (foreign !== undefined)
    throw config('origins', `"${String(foreign)}" is not a list of chain ids separated by spaces, such as "8453 10"`);
  if (
    slippageTolerance !== undefined &&
    !(/^\d{1,5}$/.test(slippageTolerance) && BigInt(slippageTolerance) <= 10_000n)
  ) {
    throw config('slippage-tolerance', `"${slippageTolerance}" is not a whole number of basis points from 0 to 10000`);
  }
  if (options.statusStreamUrl !== undefined && !isStreamUrl(options.statusStreamUrl)) {
    throw config('statusStreamUrl', 'is no plain ws or wss address: in its query, anybody could read a key');
  }
  for (const name of ['venueExchangeUrl', 'venueInfoUrl'] as const) {
    if (options[name] !== undefined) parseBaseUrl(options[name], name);
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
 * Checks the merchant's calls. Rejects a call with a wrong or unknown field, because the service could execute the call
 * differently than the merchant expects.
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
