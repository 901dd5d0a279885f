/**
 * Lists every public name of the element with its description. `npm run build` and `npm run docs` generate the
 * manifest, the reference page and the JSDoc of the properties from this file. A payer's browser does not load this
 * file.
 */
import type { HubPayEventMap, StateName } from '../events.js';
import { kebabCase } from '../shared/text/kebab-case.js';
import type { FieldKind } from '../shared/quote-fields.js';

/**
 * A property of the element. `attribute` is null if it has none, and `readonly` marks a property that a page cannot
 * set.
 */
export type PropertyEntry = {
  property: string;
  attribute: string | null;
  type: string;
  default: string;
  readonly?: true;
  reflects?: true;
  description: string;
  /** The field of the quote request that has the value of this property; absent for all other properties. */
  quote?: QuoteField;
};

/**
 * A field of the quote request that the code takes unchanged from an option, and that the element has as a property of
 * the same name.
 */
export type QuoteField = {
  name: string;
  kind: FieldKind;
  /** The name of its check in `src/api/requests/forms.ts`; if absent, the check is that of its `kind`. */
  form?: string;
  /** The type of a list or an object. */
  type?: `${string}[]`;
  default: string;
  /**
   * The description. It can contain the names of other options, such as `subsidizeFees`. In the description of an
   * attribute, `quoteField` replaces them by the names of attributes.
   */
  description: string;
};

export type NamedEntry = { name: string; description: string };
export type MethodEntry = NamedEntry & { parameters: string; returns: string; static?: true };
export type EventEntry = { name: keyof HubPayEventMap; detail: string; cancelable: boolean; description: string };
export type StateEntry = { name: StateName; description: string };

const attribute = (name: string, type: string, fallback: string, description: string): PropertyEntry => ({
  property: name.replace(/-(\w)/gu, (_, letter: string) => letter.toUpperCase()),
  attribute: name,
  type,
  default: fallback,
  description,
});

const reflected = (...entry: Parameters<typeof attribute>): PropertyEntry => ({
  ...attribute(...entry),
  reflects: true,
});

const property = (name: string, type: string, fallback: string, description: string): PropertyEntry => ({
  property: name,
  attribute: null,
  type,
  default: fallback,
  description,
});

const KIND_TYPES: Readonly<Record<Exclude<FieldKind, 'object'>, string>> = {
  text: 'string',
  number: 'number',
  flag: 'boolean',
  list: 'string | readonly string[]',
};

/**
 * Creates the row of a quote field. In `src`, a field needs only this row, and a check if its form is new. From the
 * row, `npm run docs` writes the row of `src/shared/quote-fields.ts`, and the property, the option and the field of the
 * body with their comments.
 */
function quoteField(quote: QuoteField): PropertyEntry {
  const { name, kind, type = '', default: fallback, description } = quote;
  if (kind === 'object') return { ...property(name, type, fallback, description), quote };
  const words = description.replaceAll(/`[a-z]+(?:[A-Z][a-z]+)+`/gu, kebabCase);
  const text = kind === 'list' ? `${words} In the attribute, spaces separate the values.` : words;
  return { ...attribute(kebabCase(name), KIND_TYPES[kind], fallback, text), quote };
}

const readonly = (name: string, type: string, description: string): PropertyEntry => ({
  ...property(name, type, '', description),
  readonly: true,
});

export const propertyTable: readonly PropertyEntry[] = [
  attribute(
    'base-url',
    'string',
    'an error',
    'URL of the payments service, or of your proxy to it: `https:` or `http:`. `demo:` means test mode, in ' +
      'which no money moves.',
  ),
  attribute(
    'destination-chain-id',
    'number',
    'the payer chooses',
    'Id of the chain on which the recipient is paid. Required if `destination-currency`, `amount`, `reference` or ' +
      '`txs` is set.',
  ),
  attribute(
    'destination-currency',
    'string',
    'the payer chooses',
    'The currency that the recipient receives: a token address, `native`, or a symbol that occurs exactly ' +
      'once on the destination chain. Required if `amount`, `reference` or `txs` is set.',
  ),
  attribute(
    'amount',
    'string',
    'the payer enters the amount',
    'Amount as a decimal number of tokens, such as `25.00`, with `.` as the decimal point in every locale. ' +
      '`trade-type` decides whether it is the paid or the received amount.',
  ),
  attribute(
    'min-amount',
    'string',
    'no bound',
    'The least that the payer can enter if there is no `amount`, such as `5`, in the unit of the amount field.',
  ),
  attribute(
    'max-amount',
    'string',
    'no bound',
    'The most that the payer can enter if there is no `amount`, such as `500`, in the unit of the amount field.',
  ),
  attribute(
    'presets',
    'string | readonly string[]',
    'none',
    'Amounts that the payer can choose with one press if there is no `amount`, separated by spaces, such as ' +
      '`5 10 25`.',
  ),
  attribute(
    'purpose',
    "'payment' | 'gift'",
    '`payment`',
    'What the payment is for. `gift` only changes texts: the button says “Give”, the receipt says “Thank you”, and ' +
      'more texts differ.',
  ),
  attribute(
    'trade-type',
    "'EXACT_OUTPUT' | 'EXACT_INPUT' | 'EXPECTED_OUTPUT'",
    '`EXACT_OUTPUT`; `EXACT_INPUT` if the payer chooses the received currency',
    'Whether `amount` is the paid amount (`EXACT_INPUT`) or the received amount. Only `EXACT_OUTPUT` guarantees ' +
      'that `amount` arrives. With `destination-currency`, `EXACT_INPUT` requires `origin-chain-id` and ' +
      '`origin-currency`.',
  ),
  attribute(
    'recipient',
    'string',
    'the payer’s own account, an address that the payer types, or an error',
    'Address on the destination chain that receives the payment, or `payer` for the payer’s own account. Required ' +
      'if `amount`, `merchant` or `reference` is set.',
  ),
  attribute('origin-chain-id', 'number', 'the payer chooses', 'Id of the chain on which the payer pays.'),
  attribute(
    'origin-currency',
    'string',
    'the payer chooses',
    'The currency that the payer pays with: a token address, `native`, or a symbol that occurs exactly once on ' +
      'the chain `origin-chain-id`, which is required.',
  ),
  attribute(
    'origins',
    'string | readonly number[]',
    'every enabled chain',
    'Ids of the chains from which the payer may pay, separated by spaces.',
  ),
  attribute(
    'tokens',
    'string | readonly string[]',
    'every token',
    'Tokens that the payer may pay with, in the order of the list: symbols or addresses, separated by ' +
      'spaces, such as `USDC USDT`. `10:USDC` is a token of one chain, `native` is a chain’s native ' +
      'currency, `-ETH` excludes a token, and `*` stands for all other tokens.',
  ),
  attribute(
    'refund-to',
    'string',
    'the payer’s own account; for a deposit address, the payer types the address',
    'Address on the origin chain that receives a refund. It must fit the chain `origin-chain-id`, if that is set. ' +
      'Otherwise, it is ignored on a chain whose addresses have another form.',
  ),
  quoteField({
    name: 'slippageTolerance',
    kind: 'text',
    form: 'basisPoints',
    default: 'the service chooses',
    description: 'The largest slippage, in basis points from `"0"` to `"10000"`. `"50"` means 0.5 %.',
  }),
  quoteField({
    name: 'subsidizeFees',
    kind: 'flag',
    default: 'false',
    description: 'A sponsor pays the fees. Their API key stays on your server, so `baseUrl` must be your proxy.',
  }),
  quoteField({
    name: 'sponsoredFeeComponents',
    kind: 'list',
    form: 'feeComponents',
    type: "('execution' | 'swap' | 'relay' | 'app')[]",
    default: 'all fees',
    description:
      'The fees that the sponsor pays: `execution`, `swap`, `relay` and `app`. `relay` is the service’s own fee, ' +
      'which quotes name `hub`. Requires `subsidizeFees`, because the sponsor pays nothing without it.',
  }),
  quoteField({
    name: 'maxSubsidizationAmount',
    kind: 'text',
    form: 'digits',
    default: 'no limit',
    description:
      'The most that the sponsor pays, in millionths of a US dollar, so `1000000` is $1. The payer pays the rest. ' +
      'Requires `subsidizeFees`, because the sponsor pays nothing without it.',
  }),
  quoteField({
    name: 'topupGas',
    kind: 'flag',
    default: 'false',
    description:
      'The recipient also receives native currency of the destination chain, beside the payment. The service does ' +
      'so only on EVM chains, and not if the payment itself is in this currency.',
  }),
  quoteField({
    name: 'topupGasAmount',
    kind: 'text',
    form: 'digits',
    default: '2000000',
    description:
      'Value of the extra native currency that `topupGas` adds, in millionths of a US dollar, so `2000000` is $2.',
  }),
  quoteField({
    name: 'usePermit',
    kind: 'flag',
    default: 'false',
    description:
      'If the token supports permits (EIP-3009, EIP-2612, Permit2), the payer signs one instead of sending a ' +
      'transaction, and needs no native currency for the payment itself.',
  }),
  quoteField({
    name: 'referrer',
    kind: 'text',
    default: 'none',
    description: 'Your own identifier, which goes with every quote request and by which the service can list payments.',
  }),
  attribute(
    'use-deposit-address',
    'boolean',
    'false',
    'Offers “Send from any wallet or exchange” below the wallets, unless `txs` is set. A payer who chooses this ' +
      'connects no wallet, but pays to a deposit address, which the element shows with a QR code.',
  ),
  attribute(
    'walletconnect-project-id',
    'string',
    'no wallet on a phone',
    'Experimental. The id of your project at the company that runs the relay of WalletConnect. The list of wallets ' +
      'then has a row by which payers connect a wallet on a phone, unless the relay refuses the page. The row has ' +
      'not been tried with the public relay.',
  ),
  attribute(
    'merchant',
    'string',
    'the page’s host name',
    'The merchant’s name, which the sheet or panel shows to payers. The button shows it if it shows no amount.',
  ),
  attribute(
    'reference',
    'string',
    'none; `null` in events',
    'Your order id. Events about a payment contain it beside the request id, and the service never gets it. If the ' +
      'browser can store payments, the element still shows a paid order as paid after a reload. This ends if ' +
      '`reset()` is called, or if the options of the payment change, such as the amount. A payer with a phone can ' +
      'open the page in the app of a wallet if the path or the query of its address contains the order id. For ' +
      'this, `resume` must be `auto`.',
  ),
  reflected(
    'layout',
    "'button' | 'panel'",
    'button',
    '`button` shows a button that opens a sheet, and `panel` shows the payment in the page.',
  ),
  attribute(
    'open',
    'boolean',
    'false',
    'The property is true while the sheet is open, or waits for a hidden element to become visible. Setting the ' +
      'property to true or adding the attribute calls `show()` if the sheet is closed; setting it to false or ' +
      'removing the attribute calls `close()`. The element never writes the attribute: read `element.open`, or ' +
      'select `hub-pay:state(open)` in CSS.',
  ),
  reflected(
    'disabled',
    'boolean',
    'false',
    'Disables the pay button, while a payment that is already running continues.',
  ),
  attribute(
    'resume',
    "'auto' | 'ask' | 'off'",
    'auto',
    'What happens to an unfinished payment after a reload. `auto` tracks it immediately, `ask` shows a ' +
      'banner, and `off` shows the payment only after a press, or when the page calls `resumePayment()`.',
  ),
  attribute(
    'attestation',
    "'off' | 'warn' | 'required'",
    '`warn` if `registry` names a solver of an EVM chain, else `off`',
    'Whether the element checks the solver’s signature over the quote before a wallet prompts or a deposit address ' +
      'is shown. With `warn`, an invalid signature stops the payment, and a missing one causes a warning. With ' +
      '`required`, both stop it. Without a solver of an EVM chain in `registry`, `warn` checks nothing, and ' +
      '`required` is an error. The signature does not cover the order id inside the deposit.',
  ),
  reflected(
    'name',
    'string',
    'none',
    'Name of the element’s value in a form, which is the request id of the delivered payment.',
  ),
  attribute(
    'required',
    'boolean',
    'false',
    'Makes the form invalid until the payment is delivered, so that the browser refuses to submit it, unless the ' +
      'form has `novalidate`.',
  ),
  attribute(
    'submit-on-success',
    'boolean',
    'false',
    'Submits the form when the payment is delivered. The pay button then reports the invalid controls of the form ' +
      'before a wallet is asked, unless the form has `novalidate`.',
  ),
  attribute(
    'locale',
    'string',
    'the nearest `lang`, else the browser’s language',
    'Language of the texts, and format of the numbers, as a BCP 47 language tag. The texts are those of the ' +
      'package’s language with the same script: `zh-Hant` for `zh-TW`, and `pt-BR` for `pt`. If the package lacks ' +
      'the language, they are English. Dates are in the language of the texts.',
  ),
  attribute(
    'currency',
    'string',
    'US dollars',
    'Currency of the prices beside the token amounts, as an ISO 4217 code such as `EUR`. Requires `rates-url`. The ' +
      'prices are estimates. Without a rate, they are in US dollars, and a line says so.',
  ),
  attribute(
    'rates-url',
    'string',
    'none',
    'Address of your file with exchange rates, such as `{ "base": "USD", "rates": { "EUR": 0.92 } }`: how many units ' +
      'of each currency one US dollar is worth.',
  ),
  reflected(
    'theme',
    "'auto' | 'light' | 'dark'",
    'auto',
    'Color scheme of the element, which with `auto` follows `prefers-color-scheme`.',
  ),
  attribute(
    'remote-images',
    "'on' | 'off'",
    'off',
    '`on` loads token logos from https hosts, and `off` shows a letter or a currency sign instead of each logo.',
  ),
  attribute(
    'registry',
    'Registry | string',
    'the service’s own list',
    'The chains and contracts that you have reviewed. The element blocks a payment to any other contract. ' +
      'The attribute names a file of the page’s own site, such as `/registry.json`. It loads before any payment; ' +
      'without it, nobody can pay. A script can set the property to the registry itself.',
  ),
  attribute(
    'confirm-url',
    'string',
    'none',
    'Address of your server, on the page’s own site, such as `/api/orders/1042/payment`. After a press on the pay ' +
      'button, or before a deposit address is shown, the element sends it a `POST` with `{ requestId, reference }`. ' +
      'The payment starts only after an answer 2xx within 15 seconds that is no web page. A redirect counts as no ' +
      'answer. 409 means that the order is paid or a payment for it is on its way, and the payer is told not to pay ' +
      'twice. If the page has `<meta name="csrf-token">`, the request has its content as `X-CSRF-Token`.',
  ),
  attribute(
    'return-url',
    'string',
    'no link',
    'Address of your thank-you page, `https:` or `http:`. The receipt has a link to it, even after a reload. The ' +
      'element never opens the address by itself. The link adds `?requestId=…`, which proves nothing, so your ' +
      'server must verify the payment.',
  ),
  attribute(
    'support-url',
    'string',
    'no link',
    'Address where payers get help: `https:`, `http:` or `mailto:`. The screens have a link to it once the payment ' +
      'was sent or may have been sent, beside a deposit address, and if payments are not available. There is no ' +
      'link if the code of the screens could not be loaded. The link carries no data. The payer can copy the ' +
      'payment id.',
  ),
  property(
    'wallets',
    'readonly WalletEntry[]',
    'none',
    'Wallets that the page already has: EIP-1193 providers, with or without their EIP-6963 info, wagmi connectors, ' +
      'or SVM wallets of the Wallet Standard. The wallet list shows them before the other wallets of their chain ' +
      'family, but after the wallet that the payer connected last. The page can set them at any time.',
  ),
  property(
    'messages',
    'Messages',
    'none',
    'Texts that replace texts of the element, by their keys, such as `button.pay`. The type `Messages` ' +
      'lists all keys.',
  ),
  property('summary', '{ label: string; amount: string }[]', 'none', 'Line items, shown unchanged below the amount.'),
  quoteField({
    name: 'appFees',
    kind: 'object',
    form: 'appFees',
    type: 'AppFee[]',
    default: 'none',
    description:
      'Your own fees in basis points, as strings: `{ recipient, fee }`. They are added to the service’s fees, and ' +
      'the payer or the sponsor pays them.',
  }),
  property(
    'txs',
    'DestinationCall[]',
    'none',
    'Calls that the solver executes on the destination chain: `{ to, value, data }`. The payer sees the ' +
      'address of each called contract. `verifyPayment` never accepts a payment with calls.',
  ),
  property(
    'quoteOptions',
    'Record<string, unknown>',
    'none',
    'Additional fields of the quote request (`POST /quote/v2`), under the service’s names.',
  ),
  property(
    'statusStreamUrl',
    'string',
    'polling only',
    'WebSocket URL of the service’s status stream, `wss:` or `ws:`, by which a new status arrives sooner ' +
      'than by polling.',
  ),
  property(
    'walletconnectRelayUrl',
    'string',
    'the public relay',
    'Experimental. WebSocket URL of another relay of WalletConnect, `wss:` or `ws:`, for example for tests.',
  ),
  property(
    'venueExchangeUrl',
    'string',
    'nobody can pay from the venue',
    'URL of the venue’s exchange, `https:` or `http:`.',
  ),
  property(
    'venueInfoUrl',
    'string',
    'balances at the venue are unknown',
    'URL of the venue’s info API, `https:` or `http:`.',
  ),
  property(
    'fetch',
    'typeof fetch',
    'the page’s `fetch`',
    'Replaces the page’s `fetch` for all requests of a payment: to the service, to the nodes of the chains, to the ' +
      'venue, and to `confirm-url`.',
  ),
  readonly('state', 'PaymentState', 'The payment’s current state, of which each change creates a new object.'),
  readonly(
    'session',
    'PaymentSession | undefined',
    'The headless session of the element; undefined before the element is in a document, and soon after it was ' +
      'removed. Until the code has loaded, and while it cannot start a session, for example because a property is ' +
      'invalid, the session is `idle`. It keeps listeners and, until a problem occurs, events. Each method that ' +
      'returns a promise, except `search()`, loads the code, and rejects if a problem prevents a session.',
  ),
  readonly('value', 'string', 'The form value: the request id of a delivered payment, or an empty string.'),
  readonly('form', 'HTMLFormElement | null', 'The form that the element belongs to.'),
  readonly('validity', 'ValidityState', 'The validity state, as for any form control.'),
  readonly('validationMessage', 'string', 'The validation message, as for any form control.'),
  readonly('willValidate', 'boolean', 'Whether the form validates the element, as for any form control.'),
];

/** The properties that a page can set. */
export const settableTable: readonly PropertyEntry[] = propertyTable.filter(({ readonly }) => !readonly);

export const methodTable: readonly MethodEntry[] = [
  {
    name: 'load',
    parameters: '',
    returns: 'Promise<void>',
    description:
      'Loads the code of the payment and of its screens now, instead of when the page is idle, or when a pointer or ' +
      'the focus reaches the element. The promise resolves when the code has loaded, and rejects if it cannot be ' +
      'loaded.',
  },
  {
    name: 'show',
    parameters: "view: 'pay' | 'history' = 'pay'",
    returns: 'void',
    description:
      'Opens the sheet with the payment or with the list of past payments. A panel is always open and only changes ' +
      'its view. A disabled element opens nothing, unless a payment is running.',
  },
  {
    name: 'close',
    parameters: '',
    returns: 'void',
    description:
      'Closes the sheet, unless a listener cancels `hub-close`. A running payment continues, ' +
      'and a panel cannot be closed.',
  },
  {
    name: 'refreshQuote',
    parameters: '',
    returns: 'void',
    description:
      'Requests a new quote in the state `reviewing`. Does nothing in any other state, or after a press on the pay ' +
      'button.',
  },
  {
    name: 'resumePayment',
    parameters: 'requestId: string',
    returns: 'Promise<PaymentResult | RefundResult>',
    description:
      'Tracks the payment with this request id, even if it was made on another device, without any wallet prompt. ' +
      'The promise resolves when the payment is delivered or refunded. It rejects, for example, if the payment ' +
      'fails, or if the service does not know the id. It also rejects while the element shows another payment, ' +
      'unless this device knows the outcome already.',
  },
  {
    name: 'reset',
    parameters: '',
    returns: 'void',
    description: 'Returns to the state `idle`, but only logs a warning while a payment is running.',
  },
  {
    name: 'checkValidity',
    parameters: '',
    returns: 'boolean',
    description: 'Works as the method of the same name of any form control.',
  },
  {
    name: 'reportValidity',
    parameters: '',
    returns: 'boolean',
    description: 'Works as the method of the same name of any form control.',
  },
  {
    name: 'define',
    static: true,
    parameters: "tag = 'hub-pay', registry = customElements",
    returns: 'void',
    description:
      'Registers the element under a tag name. If another copy of the package has already registered it, ' +
      '`define` only logs a warning.',
  },
];

const event = (name: keyof HubPayEventMap, detail: string, description: string, cancelable = false): EventEntry => ({
  name,
  detail,
  cancelable,
  description,
});

export const eventTable: readonly EventEntry[] = [
  event('hub-ready', '{ chains }', 'The list of chains has loaded.'),
  event('hub-open', '{}', 'The sheet has opened and is on the screen.'),
  event(
    'hub-close',
    '{ reason, committed }',
    'The sheet is about to close. `committed` is true in the states `authorizing`, `processing`, `succeeded`, ' +
      '`refunded` and `failed`. It is false while a deposit address waits for money.',
    true,
  ),
  event('hub-statechange', '{ state, previous }', 'The name of the payment’s state, `state.name`, has changed.'),
  event('hub-connect', 'Account', 'An account of the payer’s wallet was connected.'),
  event('hub-disconnect', 'Account', 'An account of the payer’s wallet was disconnected.'),
  event(
    'hub-quote',
    '{ quote }',
    'A new quote has passed the guard. An open sheet or a panel shows it, unless it is for a deposit address.',
  ),
  event(
    'hub-confirm',
    '{ quote, waitUntil(promise) }',
    'The payer pressed the pay button or asked for a deposit address, or a script called `confirm()` of the ' +
      'session. Cancelling this event stops the payment before a wallet prompts or the address is shown.',
    true,
  ),
  event(
    'hub-step',
    '{ requestId, reference, step, phase }',
    'A step of the payment changed its phase. If one wallet prompt is for several steps, the event reports ' +
      'only the paying step, with `index` 0.',
  ),
  event(
    'hub-sent',
    '{ requestId, reference, transaction }',
    'The payer’s money was sent, by the wallet or to a deposit address.',
  ),
  event(
    'hub-status',
    '{ requestId, reference, status }',
    'The service reported a new status: `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, ' +
      '`failure`, or another text.',
  ),
  event(
    'hub-success',
    'PaymentResult',
    'The payment was delivered. In a browser that can store payments, this event is emitted at most once for a ' +
      'payment, and not again after a reload. It does not prove the payment, so your server must verify it.',
  ),
  event('hub-refund', 'RefundResult', 'The payment was refunded, as the service or a chain shows.'),
  event(
    'hub-failure',
    '{ requestId, reference, error }',
    'The payment failed, but `hub-refund` or `hub-success` can still follow for the same payment.',
  ),
  event(
    'hub-error',
    'ErrorInfo',
    'A problem occurred. `retryable` says whether a retry can succeed, and `money` says where the payer’s money is. ' +
      'Only the merchant can solve a problem with the code `config`.',
  ),
  event(
    'hub-view',
    '{ view }',
    'The payer sees another screen, which `view` names, for example `selecting` or `reviewing`.',
  ),
  event(
    'hub-pick',
    '{ side, chainId, symbol }',
    'The payer chose a token to pay with (`side: "pay"`) or to receive (`side: "receive"`). The detail contains no ' +
      'address and no account.',
  ),
  event('change', 'none', 'The form value, which is the request id of the delivered payment, has changed.'),
];

export const slotTable: readonly NamedEntry[] = [
  {
    name: '',
    description:
      'Fallback content, which the payer sees until the element is defined, if its code has not loaded after 8 ' +
      'seconds, while payments are not available, and if no wallet is found.',
  },
  {
    name: 'label',
    description: 'Replaces the label of the pay button, except while a payment is under way and after it was paid.',
  },
  { name: 'header', description: 'Replaces the merchant’s name in the header.' },
  { name: 'summary', description: 'Replaces the line items of the property `summary`.' },
  { name: 'footer', description: 'Content at the end of the sheet or panel.' },
  { name: 'methods', description: 'Your other ways to pay, below the wallets or tokens.' },
  { name: 'help', description: 'A line of help below the buttons.' },
  { name: 'success', description: 'Content of your own inside the receipt of a delivered payment.' },
  { name: 'error-<code>', description: 'Replaces the text of the error with this code.' },
];

export const partTable: readonly NamedEntry[] = [
  { name: 'button', description: 'The button that opens the sheet.' },
  { name: 'dialog', description: 'The sheet, with the name of the state in `data-state`.' },
  { name: 'panel', description: 'The panel, with the name of the state in `data-state`.' },
  { name: 'header', description: 'The header, with the merchant’s name and the amount.' },
  { name: 'merchant', description: 'The merchant’s name, unless the slot `header` replaces it.' },
  { name: 'title', description: 'The largest line of the header: the amount, or whom the payer pays.' },
  { name: 'close', description: 'The button that closes the sheet.' },
  { name: 'amount', description: 'The amount, as an `<input>` if the payer types it.' },
  { name: 'body', description: 'The scrolling content between the header and the footer.' },
  { name: 'heading', description: 'The heading of the screen, such as “Check and pay”.' },
  {
    name: 'card',
    description: 'A card, such as the line items or the payment id. The cards `fees` and `receipt` are separate parts.',
  },
  {
    name: 'badge',
    description: 'The small mark of a token, a wallet or an app: a letter, a picture of this package, or an image.',
  },
  { name: 'copy', description: 'A button that copies an address, an amount or an id.' },
  { name: 'banner', description: 'The banner about an unfinished payment.' },
  { name: 'preset', description: 'A button for a suggested amount.' },
  { name: 'support', description: 'The link to your support, if `support-url` is set.' },
  { name: 'footer', description: 'The footer, with the buttons and the line of help.' },
  { name: 'wallet-list', description: 'The list of wallets.' },
  {
    name: 'wallet',
    description:
      'One wallet. `data-wallet` is its id: its `rdns`, or else its name, or else a text such as `page-1` or ' +
      '`browser`. If the id is taken, a number or the name of the chain family follows, such as `X (2)` or ' +
      '`X (SVM)`. It is `walletconnect` in the row for a wallet on a phone, and `deposit-address` in the row for ' +
      'paying to a deposit address. Also a link that opens a wallet’s app, with its key in `data-app`. While a ' +
      'wallet on the same phone is asked, the link to its app has `data-wallet`.',
  },
  { name: 'asset-list', description: 'The list of tokens to pay with, or of those that the payer can receive.' },
  {
    name: 'asset',
    description: 'One token of such a list, with `data-chain-id`, `data-currency`, `data-side` and `aria-checked`.',
  },
  {
    name: 'search',
    description: 'The `<input>` that filters the tokens to pay with, and can also search for other tokens.',
  },
  { name: 'quote', description: 'The quote: the paid amount and the received amount.' },
  { name: 'fees', description: 'The card with the fees of the quote.' },
  { name: 'fee', description: 'One fee, with its name and its amount.' },
  { name: 'sponsor', description: 'The line that says which fees the merchant pays.' },
  { name: 'notice', description: 'An error or a warning to the payer.' },
  { name: 'stepper', description: 'The steps of the payment.' },
  { name: 'step', description: 'One step, whose `data-status` is `todo`, `current` or `done`.' },
  { name: 'primary', description: 'The main button of a screen, or the link to your thank-you page.' },
  { name: 'secondary', description: 'A button beside the primary button.' },
  { name: 'recipient', description: 'The recipient, as an `<input>` if the payer types the address.' },
  { name: 'refund-to', description: 'The refund address, as an `<input>` if the payer types it.' },
  { name: 'address', description: 'The deposit address to which the payer sends.' },
  { name: 'qr', description: 'The QR code of the deposit address, or the one that connects a wallet.' },
  { name: 'receipt', description: 'The receipt of a delivered payment.' },
  { name: 'history', description: 'The list of past payments.' },
  { name: 'history-row', description: 'One past payment in the list of them.' },
];

export const tokenTable: readonly NamedEntry[] = [
  { name: '--hub-color-background', description: 'Background of the sheet or panel.' },
  { name: '--hub-color-surface', description: 'Background of cards and rows.' },
  { name: '--hub-color-text', description: 'Color of text and of icons in it.' },
  { name: '--hub-color-text-muted', description: 'Color of secondary text and of outlines of controls.' },
  { name: '--hub-color-border', description: 'Color of decorative lines.' },
  { name: '--hub-color-accent', description: 'Color of the primary button, of links and of a chosen row.' },
  { name: '--hub-color-on-accent', description: 'Color of text on the accent color.' },
  { name: '--hub-color-success', description: 'Color of what says that the payment succeeded.' },
  { name: '--hub-color-warning', description: 'Color of warnings to the payer.' },
  { name: '--hub-color-danger', description: 'Color of errors and of wrong input.' },
  { name: '--hub-color-backdrop', description: 'Color behind the sheet.' },
  { name: '--hub-color-skeleton', description: 'Color of placeholders for rows that load.' },
  { name: '--hub-font-family', description: 'Font family of all texts except addresses.' },
  { name: '--hub-font-size', description: 'Font size of body text.' },
  { name: '--hub-font-weight-strong', description: 'Font weight of headings and amounts.' },
  { name: '--hub-line-height', description: 'Line height of most texts.' },
  { name: '--hub-space', description: 'The unit of most distances.' },
  { name: '--hub-radius', description: 'Radius of corners, except those of buttons.' },
  { name: '--hub-radius-button', description: 'Radius of the corners of buttons.' },
  { name: '--hub-border-width', description: 'Width of borders.' },
  { name: '--hub-focus-ring', description: 'Outline of the focused element.' },
  { name: '--hub-shadow', description: 'Shadow of the sheet.' },
  {
    name: '--hub-width',
    description: 'Width of the sheet, and the largest width of the panel, which is `45rem` if you set nothing.',
  },
  { name: '--hub-duration', description: 'Duration of transitions and short animations.' },
];

/** The states of the element. CSS can select each with a selector such as `hub-pay:state(succeeded)`. */
export const stateTable: readonly StateEntry[] = [
  { name: 'idle', description: 'The checkout is closed or still starts, or payments are not available.' },
  { name: 'selecting', description: 'The payer chooses a wallet and a token.' },
  { name: 'quoting', description: 'A quote for the chosen token is being requested.' },
  { name: 'reviewing', description: 'The payer reviews the quote and can press the pay button.' },
  { name: 'authorizing', description: 'The payment has begun, and the payer approves its steps in the wallet.' },
  { name: 'awaiting-deposit', description: 'The payer sends money to the deposit address.' },
  { name: 'processing', description: 'The payment was sent, or may have been sent, and is not delivered yet.' },
  { name: 'succeeded', description: 'The payment was delivered, and the screen shows the receipt.' },
  { name: 'refunded', description: 'The payment was refunded, as the service or a chain shows.' },
  {
    name: 'failed',
    description: 'The payment failed, but a refund or a delivery can still follow.',
  },
];
