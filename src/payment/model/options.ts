/** Defines the merchant's options, and checks them without a network request. */
import { parseBaseUrl } from '../../api/input.js';
import { assertBody, problemOf, UNDEFINED, undefinedIn, type BodyShape } from '../../api/requests/checks.js';
import { problemOfOption } from '../../api/requests/forms.js';
import { quoteBody } from '../../api/requests/quote-body.js';
import { config, HubPayError } from '../../errors.js';
import { isHexAccount } from '../../shared/chain.js';
import { replacedBuiltins } from '../../shared/builtins/replaced-builtins.js';
import { HEX_BYTES, isRecord, UINT_TEXT } from '../../shared/text/patterns.js';
import { optionFields, verbatimNames, type VerbatimField } from '../../shared/quote-fields.js';
import { checked, flag, instance, list, record, unchecked, writtenText } from '../../shared/validation.js';
import type { AppFee, DestinationCall, Registry, TradeType } from '../../types.js';
import type { RemoteSettings, WalletEntry } from '../../wallets/wallet.js';

/** The merchant's options, each with the camelCase name of the element's property for it. */
export type SessionOptions = {
  /** The http or https URL of the service or of the merchant's proxy. */
  baseUrl: string;
  /**
   * The id of the chain on which the recipient receives the payment. Required if `destinationCurrency`, `amount` or
   * `reference` is set, or if `txs` contains a call.
   * @default the payer chooses
   */
  destinationChainId?: number;
  /**
   * The token that the recipient receives: an address, `native`, or a symbol that matches exactly one token of the
   * chain. Needs `destinationChainId`, and is required if `amount` or `reference` is set, or if `txs` contains a call.
   * @default the payer chooses
   */
  destinationCurrency?: string;
  /**
   * The amount in the currency that `tradeType` selects, for example `25.00`.
   * @default the payer types the amount
   */
  amount?: string;
  /**
   * Whether `amount` is the paid or the received amount. If `destinationCurrency` is set, `EXACT_INPUT` needs
   * `originChainId` and `originCurrency`.
   * @default `EXACT_OUTPUT`; `EXACT_INPUT` if the payer chooses the received token
   */
  tradeType?: TradeType;
  /**
   * The recipient's address on the destination chain, or `payer` for the payer's own account. Required if `amount` or
   * `reference` is set, because a shop that forgets its own address would otherwise pay the payer.
   * @default `payer`
   */
  recipient?: string;
  /**
   * The id of the chain from which the payer pays.
   * @default the payer chooses
   */
  originChainId?: number;
  /**
   * The token that the payer pays with, on the chain `originChainId`: an address, a symbol or `native`.
   * @default the payer chooses
   */
  originCurrency?: string;
  /**
   * The ids of the chains from which the payer can pay.
   * @default every enabled chain from which payments are supported
   */
  origins?: readonly number[];
  /**
   * The tokens that the payer can pay with, the preferred ones first: symbols (`USDC`), addresses, `native`, and `*`
   * for all other tokens. A chain id limits a word to one chain (`8453:0x…`), and `-` excludes a token (`-ETH`).
   * @default every token
   */
  tokens?: readonly string[];
  /**
   * The address on the origin chain that receives a refund. If the payer chooses the chain, the session ignores this
   * address on chains whose addresses have another form.
   * @default the payer's own account; for a deposit address, the payer types the address
   */
  refundTo?: string;
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
  sponsoredFeeComponents?: readonly string[];
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
  /**
   * True if the payer can also send the money from any wallet or exchange, to a deposit address of the service.
   * @default false
   */
  useDepositAddress?: boolean;
  /**
   * The merchant's order id, which the service never gets. While this device stores the payment of a paid order, the
   * order is shown as paid until the event `reset` is dispatched, as the element's `reset()` does. If the service does
   * not confirm the payment, the screen asks the payer whether to start over.
   * @default none
   */
  reference?: string;
  /**
   * Calls that the solver executes on the destination chain, which must be an EVM chain.
   * @default none
   */
  txs?: readonly DestinationCall[];
  /**
   * Other fields for the body of `POST /quote/v2`, except those that have an option of their own, `user`,
   * `overridePriceImpact`, and the deprecated `refundOnOrigin`.
   * @default none
   */
  quoteOptions?: Readonly<Record<string, unknown>>;
  /**
   * The WebSocket URL of the service's status stream. Without it, the session only polls the service for statuses.
   * @default none
   */
  statusStreamUrl?: string;
  /**
   * The http or https URL of the merchant's server. Before the wallet prompts for the payment, or a deposit address is
   * shown, the session sends it a `POST` with `{ requestId, reference }`. Only an answer 2xx that is no web page lets
   * the payment start.
   * @default none
   */
  confirmUrl?: string;
  /**
   * The http or https URL of the perps venue's exchange, without which nobody can pay from the venue.
   * @default none
   */
  venueExchangeUrl?: string;
  /**
   * The http or https URL of the perps venue's info API, without which balances at the venue are unknown.
   * @default none
   */
  venueInfoUrl?: string;
  /**
   * A chains listing that the merchant has saved and reviewed. The guard compares each quote with its chains, tokens
   * and contracts.
   * @default the service's live listing
   */
  registry?: Registry;
  /**
   * The id of the merchant's project at the company that runs the relay of WalletConnect. With it, payers can pay with
   * a wallet on a phone. Experimental: not tried with the public relay.
   * @default no wallet on a phone
   */
  walletconnectProjectId?: string;
  /**
   * The ws or wss URL of another relay of WalletConnect.
   * @default the public relay
   */
  walletconnectRelayUrl?: string;
  /**
   * Wallets that the page already has. In each chain family, the wallet list shows them before the wallets that the
   * page discovers. The wallet that the payer connected last comes first.
   * @default none
   */
  wallets?: readonly WalletEntry[];
  /**
   * What happens to an unfinished payment of this order. With `auto`, the session tracks it at once. With `ask`, the
   * payer decides. With `off`, nothing happens until the payer presses the pay button or asks for a deposit address.
   * @default `auto`
   */
  resume?: 'auto' | 'ask' | 'off';
  /**
   * Whether the session checks the solver's attestation before the wallet prompts the payer.
   * @default `warn` if `registry` has `solverAddresses` of an EVM chain; otherwise `off`
   */
  attestation?: 'off' | 'warn' | 'required';
};

const registry = checked(
  (value): value is Registry => isRecord(value) && Array.isArray(value['chains']),
  'a chains listing, with the list "chains"',
);

/**
 * Checks the type of each option. Plain JavaScript can set a value of another type, whose text could name another order
 * or amount. `checkOptions` itself checks the options that are `unchecked` here.
 */
const optionShape: BodyShape<SessionOptions> = {
  name: 'the session options',
  checks: {
    ...(Object.fromEntries(verbatimNames.map((name) => [name, unchecked])) as Record<VerbatimField, typeof unchecked>),
    baseUrl: writtenText,
    destinationChainId: unchecked,
    destinationCurrency: writtenText,
    amount: writtenText,
    tradeType: unchecked,
    recipient: writtenText,
    originChainId: unchecked,
    originCurrency: writtenText,
    origins: list(unchecked),
    tokens: list(writtenText),
    refundTo: writtenText,
    useDepositAddress: flag,
    reference: writtenText,
    txs: unchecked,
    quoteOptions: record,
    statusStreamUrl: writtenText,
    confirmUrl: writtenText,
    venueExchangeUrl: writtenText,
    venueInfoUrl: writtenText,
    registry,
    walletconnectProjectId: writtenText,
    walletconnectRelayUrl: writtenText,
    wallets: list(instance),
    resume: unchecked,
    attestation: unchecked,
  },
  needed: [],
  rules: [],
};

/**
 * Matches what a page writes if its variable contains no order id. With such a text, every cart would be the same
 * order, and the next cart would count as paid.
 */
const NO_REFERENCE = /^\s*(?:|undefined|null|NaN|\[object Object\])\s*$/u;

const tradeTypes: readonly string[] = ['EXACT_INPUT', 'EXACT_OUTPUT', 'EXPECTED_OUTPUT'];

/** Quote fields that `quoteOptions` cannot set: an option or the page sets them, or they are deprecated. */
const ownFields: ReadonlySet<string> = new Set([...optionFields, 'user', 'overridePriceImpact', 'refundOnOrigin']);

/** The value of `recipient` for a payment to the payer's own account. */
const PAYER = 'payer';

/** The options that decide whether `recipient` is missing. */
type Checkout = { [name in 'amount' | 'reference' | 'merchant' | 'recipient']?: string | null | undefined };

/** Returns an error if `amount`, `reference` or `merchant` is set without `recipient`, and null otherwise. */
export function missingRecipient(options: Checkout): HubPayError | null {
  const beside = (['amount', 'reference', 'merchant'] as const).find((name) => options[name] != null);
  if (options.recipient || beside === undefined) return null;
  return config('recipient', 'is missing beside ', { option: beside }, `: set it, or "${PAYER}" to pay the payer`);
}

/** Removes `recipient` if it is `payer`, because a payment without `recipient` goes to the payer. */
export function withoutPayer({ recipient, ...options }: SessionOptions): SessionOptions {
  return recipient === undefined || recipient === PAYER ? options : { ...options, recipient };
}

/** The listed wallets. An invalid option, which `checkOptions` reports, counts as no list. */
export const listedWallets = ({ wallets }: SessionOptions): readonly WalletEntry[] =>
  wallets instanceof Array ? wallets : [];

/**
 * The merchant's project at the relay of WalletConnect, with the relay's URL if the options name one. Null if the
 * options name no project. An invalid project id, which `checkOptions` reports, counts as none if it is not a text.
 */
export function relayProject(options: SessionOptions): Pick<RemoteSettings, 'projectId' | 'relayUrl'> | null {
  const { walletconnectProjectId: projectId, walletconnectRelayUrl: relayUrl } = options;
  return typeof projectId === 'string' && projectId ? { projectId, relayUrl } : null;
}

/**
 * Checks the options without the service's list of chains. Does not check the contents of `registry`, nor what depends
 * on a chain, such as the form of `recipient`.
 * @throws HubPayError `config`, which names the wrong option, or the built-in functions that a script has replaced
 */
export function checkOptions(options: SessionOptions): void {
  const { baseUrl, destinationChainId, destinationCurrency, amount, tradeType } = options;
  const { originChainId, originCurrency, origins, quoteOptions } = options;
  const replaced = replacedBuiltins();
  if (replaced)
    throw new HubPayError('config', `a script of the page has replaced ${replaced} by functions with other results`, {
      reason: 'replaced-builtins',
    });
  assertBody(options, optionShape);
  // An undefined limit is a mistake: without the limit, the sponsor would pay any sum.
  const unset = undefinedIn(options, ['maxSubsidizationAmount']);
  if (unset) throw config(unset, UNDEFINED);
  parseBaseUrl(baseUrl);
  const isFixed = options.amount !== undefined || options.reference !== undefined || !!options.txs?.length;
  if (destinationChainId === undefined && (isFixed || destinationCurrency))
    throw config('destinationChainId', 'is missing; set it to a chain id');
  for (const [name, id] of Object.entries({ destinationChainId, originChainId })) {
    if (id !== undefined && !isChainId(id)) throw config(name, `"${String(id)}" is not a chain id`);
  }
  if (!destinationCurrency && isFixed)
    throw config('destinationCurrency', 'is missing; set it to an address, a symbol or "native"');
  if (amount !== undefined && !/^\d{1,60}(\.\d+)?$/.test(amount)) {
    throw config('amount', `"${amount}" is not a plain decimal such as "25.00"`);
  }
  const missing = missingRecipient(options);
  if (missing) throw missing;
  if (options.reference !== undefined && NO_REFERENCE.test(options.reference))
    throw config('reference', `"${options.reference}" is no id of an order: set it to one, or leave it out`);
  if (amount !== undefined && /^[0.]+$/.test(amount)) throw config('amount', 'is zero');
  checkOneOf('tradeType', tradeType, tradeTypes);
  checkOneOf('resume', options.resume, ['auto', 'ask', 'off']);
  checkOneOf('attestation', options.attestation, ['off', 'warn', 'required']);
  if (tradeType === 'EXACT_INPUT' && destinationCurrency && (originChainId === undefined || !originCurrency)) {
    throw config('tradeType', 'EXACT_INPUT also needs ', { option: 'originChainId' }, ' and ', {
      option: 'originCurrency',
    });
  }
  if (originCurrency && originChainId === undefined)
    throw config('originChainId', 'is missing, but ', { option: 'originCurrency' }, ' needs it');
  if (origins?.length === 0) throw config('origins', 'is empty; leave it out');
  const foreign = origins?.find((id) => !isChainId(id));
  if (foreign !== undefined) throw config('origins', `"${String(foreign)}" is no list of chain ids such as "8453 10"`);
  for (const name of verbatimNames) {
    const problem = problemOfOption(name, options[name]);
    if (problem) throw config(name, problem);
  }
  for (const name of ['statusStreamUrl', 'walletconnectRelayUrl'] as const) {
    if (options[name] !== undefined && !isStreamUrl(options[name])) throw config(name, 'must be a plain ws or wss URL');
  }
  const { walletconnectProjectId: project } = options;
  if (project !== undefined && !PROJECT_ID.test(project))
    throw config('walletconnectProjectId', `"${project}" is no id of a project: set it to one, or leave it out`);
  for (const name of ['venueExchangeUrl', 'venueInfoUrl'] as const) {
    if (options[name] !== undefined) parseBaseUrl(options[name], name);
  }
  if (options.confirmUrl !== undefined) parseBaseUrl(options.confirmUrl.split('?')[0], 'confirmUrl');
  checkTxs(options.txs);
  const taken = Object.keys(quoteOptions ?? {}).find((name) => ownFields.has(name));
  if (taken) throw config('quoteOptions', `cannot set ${taken}`);
  const problem = problemOf(quoteOptions ?? {}, { ...quoteBody, needed: [], rules: [] });
  if (problem) throw config('quoteOptions', `${problem.field} `, ...problem.message);
}

/** The form of a project id: characters that URLs do not encode. Only the relay knows whether the project exists. */
const PROJECT_ID = /^[\w.~-]{1,100}$/;

/** @throws HubPayError `config` if the option is set, but to none of `values` */
function checkOneOf(name: string, value: string | undefined, values: readonly string[]): void {
  if (value !== undefined && !values.includes(value)) throw config(name, `"${value}" is none of ${values.join(', ')}`);
}

function isStreamUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return !!url && /^wss?:$/.test(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
}

/**
 * Checks the merchant's calls. A wrong or unknown field is an error, because the service could execute such a call in a
 * way that the merchant does not expect.
 * @throws HubPayError `config` if `txs` is not a list of calls
 */
function checkTxs(txs: SessionOptions['txs']): void {
  if (txs === undefined) return;
  if (!Array.isArray(txs)) throw config('txs', 'is not a list of calls');
  for (const [index, call] of txs.entries()) {
    const { to, value, data, originalTxValue = '0', ...more } = Object(call) as { [name: string]: unknown };
    const isAmount = (text: unknown): boolean => typeof text === 'string' && UINT_TEXT.test(text);
    const isRight =
      typeof to === 'string' && isHexAccount(to) && isAmount(value) && isAmount(originalTxValue) && isBytes(data);
    if (!isRight || Object.keys(more).length > 0) {
      throw config('txs', `call ${index} is not { to: address, value: decimal text, data: hex }`);
    }
  }
}

const isBytes = (data: unknown): boolean => typeof data === 'string' && HEX_BYTES.test(data);

const isChainId = (id: number): boolean => Number.isSafeInteger(id) && id > 0;
