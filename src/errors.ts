/** Defines the error codes, and the only error class that this package exports. */

/**
 * Where the payer's money is, as far as this package can tell.
 * - `not-sent`: no payment was sent.
 * - `in-wallet`: the payment failed and the money is still in the payer's account, except perhaps a network fee.
 * - `unknown`: it is not known whether the money was sent, or where it is after a failure.
 * - `on-its-way`: the money was sent and is not delivered yet.
 * - `returned`: the money was refunded.
 * - `delivered`: the money was delivered.
 */
export type Money = 'not-sent' | 'in-wallet' | 'unknown' | 'on-its-way' | 'returned' | 'delivered';

/**
 * The case of an error, where a program must distinguish it from other errors with the same code:
 * - `not-loaded`: a file of this package, or the page's registry, could not be loaded. A reload of the page can help.
 * - `unreadable-entry`: a stored payment that may be of this order cannot be read.
 * - `paid-before`: the service says that an earlier payment has paid this order.
 * - `not-found`: the service answered with the HTTP status 404, usually because it does not know a request id.
 * - `listing-unavailable`: the service's list of chains could not be loaded.
 * - `chain-unreadable`: the chain could not be asked whether the account signed, so the page did not use the signature.
 * - `merchant-unavailable`: the merchant's server at `confirm-url` gave no answer, redirected, or answered with the
 *   status 429 or 5xx. The payer can press again.
 * - `blocked-by-policy`: the page's content security policy blocked a request.
 * - `declined`: the wallet says that the payer declined, but its error does not prove that nothing was sent.
 * - `device`: the payer's hardware wallet did not sign, because it is locked, shows no app, or does not allow blind
 *   signing, or because the payer declined there. This does not prove that nothing was sent.
 * - `no-gas`: the wallet says that the account holds too little for the payment or its network fee.
 * - `would-revert`: the wallet expects that the transaction fails.
 * - `cannot-sign`: the wallet has no method for this signature, or the signature is not from the account's key.
 * - `wallet-gone`: the wallet lost its connection to the page, for example after an update. A reload of the page
 *   usually helps.
 * - `wallet-silent`: the wallet or the chain did not answer in time, and the wallet was not asked to pay.
 * - `unanswered`: a wallet on another device can still approve an earlier payment.
 * - `relay-silent`: the relay, which connects the page with a wallet on another device, did not accept the code for the
 *   wallet in time.
 * - `connect-interrupted`: the page was loaded again while it showed a code for a wallet on another device.
 * - `relay-refused`: the relay refuses the merchant's project or the page's origin.
 * - `window-blocked`: the wallet says that its window did not open, usually because the browser blocked it.
 * - `replaced-builtins`: a script of the page has replaced built-in functions by functions with other results.
 * - `permit-expired`: the signed permit expired before anybody used it.
 * - `permit-cancelled`: the payer cancelled the signed permit on its chain.
 * - `wallet-changed`: the wallet returned another transaction than the page asked for, or no valid one. The page does
 *   not send it.
 * - `transaction-expired`: no block contains the signed transaction, and the chain no longer accepts it.
 */
export type ErrorReason =
  | 'not-loaded'
  | 'unreadable-entry'
  | 'paid-before'
  | 'not-found'
  | 'listing-unavailable'
  | 'chain-unreadable'
  | 'merchant-unavailable'
  | 'blocked-by-policy'
  | 'declined'
  | 'device'
  | 'no-gas'
  | 'would-revert'
  | 'cannot-sign'
  | 'wallet-gone'
  | 'wallet-silent'
  | 'unanswered'
  | 'relay-silent'
  | 'connect-interrupted'
  | 'relay-refused'
  | 'window-blocked'
  | 'replaced-builtins'
  | 'permit-expired'
  | 'permit-cancelled'
  | 'wallet-changed'
  | 'transaction-expired';

/**
 * A part of a message: a text, or the name of an option. The element replaces this name by the name of the option's
 * attribute. A page of your own can replace it by the name of one of its settings.
 */
export type MessagePart =
  | string
  | {
      /** The name of the option. */
      readonly option: string;
    };

/** An error as plain data, for payment states and events. It is frozen and can be serialized as JSON. */
export type ErrorInfo = {
  /** The code of the error. The page `stories/docs/errors.md` describes each code. */
  code: ErrorCode;
  /** The case of the code; absent for most errors. */
  reason?: ErrorReason;
  /** Where the payer's money is, as far as this package can tell. */
  money: Money;
  /**
   * The message for a developer, usually one line in English. It ends with `docsUrl` if `code` is `config` or
   * `quote-unsafe`. The payer sees a translated text instead.
   */
  message: string;
  /**
   * `message` in parts, without the link to the documentation; present only if the message names an option. An error of
   * the element has no parts, because its message names attributes.
   */
  parts?: readonly MessagePart[];
  /** True if the same action can succeed later, without a change of the request or of the settings. */
  retryable: boolean;
  /** The URL of the documentation of `code`. */
  docsUrl: string;
  /**
   * The name of the option, property or field with the wrong value. In an error of the element, it is the name of the
   * option's attribute, if there is one. Absent if no such value caused the error.
   */
  attribute?: string;
  /**
   * Values for the placeholders in the payer's text, for example `{ token: 'USDC', missing: '3.12 USDC' }`; absent if
   * there are none.
   */
  values?: Record<string, string>;
  /**
   * More about the cause, such as the error text of the service or the wallet, or the guard's rule and the path of the
   * wrong value. Absent if nothing more is known.
   */
  details?: string;
  /**
   * The transaction that reverted, or that replaced the payment or its approval. Absent if no such transaction is
   * known.
   */
  transaction?: {
    /** The id of the transaction's chain. */
    chainId: number;
    /** The transaction's hash. */
    hash: string;
    /** Its page on the chain's explorer, or null if no https explorer is known. */
    url: string | null;
  };
};

type CodeFacts = { money: Money; retryable: boolean };

/** No money was sent, and the payer can retry. */
const again = { money: 'not-sent', retryable: true } as const;
/** No money was sent, and a retry without a change of the request or of the settings is not expected to succeed. */
const final = { money: 'not-sent', retryable: false } as const;

/**
 * Every error code, with its `retryable` and its default value of `money`. Each code is also a heading in
 * `stories/docs/errors.md`.
 */
export const errorCodes = {
  'wallet-rejected': again,
  'wallet-not-found': again,
  'wallet-busy': again,
  'wallet-locked': again,
  'wallet-unable': final,
  'wallet-failed': again,
  'wrong-network': again,
  'account-changed': again,
  'insufficient-funds': final,
  'insufficient-native': final,
  'no-route': again,
  'service-refused': final,
  'amount-too-low': final,
  'amount-too-high': final,
  'price-moved': again,
  'quote-expired': again,
  'price-impact': final,
  'quote-unsafe': again,
  'chain-paused': again,
  reverted: { money: 'in-wallet', retryable: true },
  replaced: { money: 'in-wallet', retryable: true },
  'already-paid': { money: 'on-its-way', retryable: false },
  'outcome-unknown': { money: 'unknown', retryable: false },
  'approval-too-low': again,
  unconfirmed: { money: 'unknown', retryable: true },
  'transaction-too-large': final,
  'venue-refused': { money: 'in-wallet', retryable: true },
  offline: again,
  'rate-limited': again,
  'service-down': again,
  refunded: { money: 'returned', retryable: true },
  failed: { money: 'unknown', retryable: false },
  config: final,
  // The method that throws `invalid-state` sends no money, but an earlier call may have sent some.
  'invalid-state': { money: 'unknown', retryable: false },
  'storage-unavailable': final,
  expired: again,
} as const satisfies Record<string, CodeFacts>;

/** The code of an error. The message catalogues contain texts for it, such as `errors.<code>.title`. */
export type ErrorCode = keyof typeof errorCodes;

/** The URL of the documentation of an error code. */
export const docsUrlOf = (code: string): string => docsPage(`errors.md#${code}`);

/** Returns the address of a page of the documentation. */
export const docsPage = (name: string): string => `https://github.com/hub-pay/hub-pay/blob/main/stories/docs/${name}`;

/** The codes of errors whose message ends with a link to the documentation. */
const linked: readonly ErrorCode[] = ['config', 'quote-unsafe'];

/** True if the messages of this code end with the link to the documentation. */
export const isLinked = (code: ErrorCode): boolean => linked.includes(code);

/**
 * The punctuation marks after which the link can follow directly. After any other character, the code first adds a full
 * stop.
 */
const SENTENCE_ENDS = ['.', '?', '!'];

/** Returns the text of a message. For the codes in `linked`, the link to the documentation follows the text. */
function withLink(code: ErrorCode, text: string): string {
  if (!isLinked(code)) return text;
  return `${text}${SENTENCE_ENDS.includes(text.slice(-1)) ? '' : '.'} See ${docsUrlOf(code)}`;
}

/**
 * Converts the parts of a message to a text.
 * @param nameOf returns the name by which the reader knows an option; by default, the option's own name
 */
export const textOf = (parts: readonly MessagePart[], nameOf = (option: string): string => option): string =>
  parts.map((part) => (typeof part === 'string' ? part : nameOf(part.option))).join('');

/** Returns the message of an error: its parts as a text and, for some codes, the link to the documentation. */
export const messageOf = (code: ErrorCode, ...text: Parameters<typeof textOf>): string =>
  withLink(code, textOf(...text));

/** The options of a new `HubPayError`. */
export type HubPayErrorOptions = {
  /** The case of the code, where a program must distinguish it from other cases. */
  reason?: ErrorReason;
  /**
   * Where the payer's money is.
   * @default `errorCodes[code].money`
   */
  money?: Money;
  /** The name of the option, property or field that is wrong. */
  attribute?: string;
  /** The parts of a `message` that is a text. Ignored if `message` itself is in parts. */
  parts?: readonly MessagePart[];
  /**
   * Set if `message` is a text that is already complete, as in an `ErrorInfo`. If absent, or if `message` is in parts,
   * the constructor appends a link for some codes. The `docsUrl` of the error depends only on its code.
   */
  docsUrl?: string;
  /** Values for the placeholders in the payer's text. */
  values?: Record<string, string>;
  /**
   * More about the cause, such as the error text of the service or the wallet, or the guard's rule and the path of the
   * wrong value.
   */
  details?: string;
  /** The transaction that reverted, or that replaced the payment. */
  transaction?: ErrorInfo['transaction'];
  /** How many seconds remain before the service accepts the next request, from its header `Retry-After`. */
  retryAfter?: number;
  /** The error that caused this error. */
  cause?: unknown;
};

/**
 * The only error class that this package exports. `message` is for developers. The payer sees a translated text
 * instead.
 */
export class HubPayError extends Error implements ErrorInfo {
  override readonly name = 'HubPayError';
  readonly code: ErrorCode;
  declare readonly reason?: ErrorReason;
  readonly money: Money;
  readonly retryable: boolean;
  readonly docsUrl: string;
  declare readonly attribute?: string;
  declare readonly parts?: readonly MessagePart[];
  declare readonly values?: Record<string, string>;
  declare readonly details?: string;
  declare readonly transaction?: Exclude<ErrorInfo['transaction'], undefined>;
  /** How many seconds remain before the service accepts the next request; absent if it sent no valid `Retry-After`. */
  declare readonly retryAfter?: number;

  /**
   * Creates an error.
   * @param message one line for a developer, as a text or in parts. For `config` and `quote-unsafe`, a link to
   *   the documentation follows, except after a text if `docsUrl` is set.
   */
  constructor(code: ErrorCode, message: string | readonly MessagePart[], options: HubPayErrorOptions = {}) {
    const isText = typeof message === 'string';
    super(isText && options.docsUrl !== undefined ? message : messageOf(code, isText ? [message] : message), options);
    const facts: CodeFacts = errorCodes[code];
    this.code = code;
    this.money = options.money ?? facts.money;
    this.retryable = facts.retryable;
    this.docsUrl = docsUrlOf(code);
    Object.assign(this, optional(isText ? options : { ...options, parts: message }));
    if (options.retryAfter !== undefined) this.retryAfter = options.retryAfter;
  }
}

/**
 * Converts an error to frozen plain data for states and events. An error that is not a `HubPayError` gets the code
 * `service-down`.
 * @param money replaces the `money` of the error
 */
export function errorInfo(error: unknown, money?: Money): ErrorInfo {
  const known = error instanceof HubPayError ? error : new HubPayError('service-down', String(error), { cause: error });
  const { code, message, retryable, docsUrl } = known;
  return Object.freeze({
    code,
    money: money ?? known.money,
    message,
    retryable,
    docsUrl,
    ...optional(known),
  });
}

/** The members of an `ErrorInfo` that can be absent. */
const OPTIONAL = ['reason', 'parts', 'attribute', 'values', 'details', 'transaction'] as const;

/** Returns the optional members of the error whose value is not undefined. */
const optional = (error: HubPayErrorOptions): Pick<ErrorInfo, (typeof OPTIONAL)[number]> =>
  Object.fromEntries(OPTIONAL.map((name) => [name, error[name]] as const).filter(([, value]) => value !== undefined));

/** Returns a copy of the error with other members. It keeps those that do not change, such as `reason`. */
export function copyOf(
  error: HubPayError,
  change: Pick<HubPayErrorOptions, 'money' | 'details' | 'cause'>,
): HubPayError {
  const { code, message, docsUrl, money, retryAfter } = error;
  const kept = { docsUrl, money, ...optional(error), ...(retryAfter !== undefined && { retryAfter }) };
  return new HubPayError(code, message, {
    ...kept,
    ...(error.cause !== undefined && { cause: error.cause }),
    ...change,
  });
}

/** Creates the `config` error about an option. `problem` says what is wrong, and can name other options. */
export const config = (option: string, ...problem: readonly MessagePart[]): HubPayError =>
  new HubPayError('config', [{ option }, ': ', ...problem], { attribute: option });

/** Converts an `ErrorInfo` back to an error, with which a promise can reject. */
export function errorOf({ code, message, ...rest }: ErrorInfo): HubPayError {
  return new HubPayError(code, message, rest);
}
