/**
 * Lists every public name with its description. The manifest, the documentation and the JSDoc of the properties are
 * generated from it. No code that a payer loads imports it.
 */
import type { HubPayEventMap, StateName } from '../events.js';

/** `attribute` is null if the value can be set only as a property. `readonly` marks a property without a setter. */
export type PropertyEntry = {
  property: string;
  attribute: string | null;
  type: string;
  default: string;
  readonly?: true;
  reflects?: true;
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

const readonly = (name: string, type: string, description: string): PropertyEntry => ({
  ...property(name, type, '', description),
  readonly: true,
});

export const propertyTable: readonly PropertyEntry[] = [
  attribute(
    'base-url',
    'string',
    'an error',
    'URL of the payments service, or of your proxy to it. `https:` or `http:`.',
  ),
  attribute('destination-chain-id', 'number', 'an error', 'Chain id of the chain on which the merchant is paid.'),
  attribute(
    'destination-currency',
    'string',
    'an error',
    'The currency that the merchant receives: a token address, `native`, or a symbol that occurs exactly ' +
      'once on that chain.',
  ),
  attribute(
    'amount',
    'string',
    'the payer enters it',
    'Amount as a decimal in whole tokens, such as `25.00`. `trade-type` says which side it fixes. `.` is ' +
      'the decimal point in every locale.',
  ),
  attribute(
    'trade-type',
    "'EXACT_OUTPUT' | 'EXACT_INPUT' | 'EXPECTED_OUTPUT'",
    'EXACT_OUTPUT',
    'The side of the payment that `amount` fixes. Only `EXACT_OUTPUT` guarantees that this amount ' +
      'arrives. `EXACT_INPUT` requires `origin-chain-id` and `origin-currency`.',
  ),
  attribute(
    'recipient',
    'string',
    'the payer’s own account, or an error',
    'Address on the destination chain that receives the payment. Beside `amount`, `merchant` or `reference`, its ' +
      'absence is an error. `payer` means the payer’s own account.',
  ),
  attribute('origin-chain-id', 'number', 'the payer chooses', 'Chain id of the chain on which the payer pays.'),
  attribute(
    'origin-currency',
    'string',
    'the payer chooses',
    'The currency that the payer pays with, in the forms of `destination-currency`. Requires ' + '`origin-chain-id`.',
  ),
  attribute(
    'origins',
    'string | readonly number[]',
    'every enabled chain',
    'Chain ids that the payer may pay from, separated by spaces.',
  ),
  attribute('refund-to', 'string', 'the payer’s own account', 'Address on the origin chain that receives a refund.'),
  attribute(
    'slippage-tolerance',
    'string',
    'the service chooses',
    'Maximum slippage in basis points, `"0"` to `"10000"`. `"50"` is 0.5 %.',
  ),
  attribute(
    'subsidize-fees',
    'boolean',
    'false',
    'A sponsor pays the fees. The sponsor’s API key stays on your server, so `base-url` must be your ' + 'proxy.',
  ),
  attribute(
    'sponsored-fee-components',
    'string | readonly string[]',
    'all fees',
    'The fees that the sponsor pays: `execution`, `swap`, `relay` and `app`, separated by spaces. ' +
      'Requires `subsidize-fees`.',
  ),
  attribute(
    'max-subsidization-amount',
    'string',
    'no limit',
    'The most that the sponsor pays, in millionths of a US dollar: `1000000` is $1. The payer pays the ' +
      'rest. Requires `subsidize-fees`.',
  ),
  attribute(
    'topup-gas',
    'boolean',
    'false',
    'The recipient also receives some native currency of the destination chain.',
  ),
  attribute(
    'topup-gas-amount',
    'string',
    '2000000',
    'Value of that native currency, in millionths of a US dollar: `2000000` is $2. Requires `topup-gas`.',
  ),
  attribute(
    'use-permit',
    'boolean',
    'false',
    'Lets the payer sign instead of sending a transaction, if the token supports it (EIP-3009, EIP-2612, ' +
      'Permit2). The payer then needs no native currency.',
  ),
  attribute(
    'referrer',
    'string',
    'none',
    'Your identifier, sent with every quote request. The service can list payments by it.',
  ),
  attribute(
    'use-deposit-address',
    'boolean',
    'false',
    'Offers “Send from any wallet or exchange” below the wallets: a deposit address with a QR code, ' +
      'without a connected wallet.',
  ),
  attribute('merchant', 'string', 'the page’s host name', 'The merchant’s name, as shown to payers.'),
  attribute(
    'reference',
    'string',
    'none; `null` in events',
    'Your order id. It is never sent to the service. Events contain it beside the request id. A paid ' +
      'order stays paid after a reload, until `reset()` or a different amount.',
  ),
  reflected(
    'layout',
    "'button' | 'panel'",
    'button',
    '`button` shows a button that opens a sheet. `panel` shows the payment in the page.',
  ),
  reflected(
    'open',
    'boolean',
    'false',
    'True if the sheet is open. Setting it calls `show()`; removing it calls `close()`.',
  ),
  reflected('disabled', 'boolean', 'false', 'Disables the pay button. A payment that is already running continues.'),
  attribute(
    'resume',
    "'auto' | 'ask' | 'off'",
    'auto',
    'What happens to an unfinished payment after a reload. `auto` tracks it immediately, `ask` shows a ' +
      'banner, `off` waits for `resumePayment()`.',
  ),
  attribute(
    'attestation',
    "'off' | 'warn' | 'required'",
    '`warn` if `registry` pins a solver, else `off`',
    'Whether the solver’s signature over the quote is checked before a wallet prompts. An invalid ' +
      'signature always stops the payment. A missing signature causes a warning (`warn`) or stops the ' +
      'payment (`required`). The signature does not cover the order id inside the deposit.',
  ),
  reflected('name', 'string', 'none', 'Name of the form value. The value is the request id of a delivered payment.'),
  attribute('required', 'boolean', 'false', 'The form cannot be submitted until the payment is delivered.'),
  attribute('submit-on-success', 'boolean', 'false', 'Submits the form when the payment is delivered.'),
  attribute(
    'locale',
    'string',
    'the nearest `lang`, else the browser’s language',
    'Language of texts, numbers and dates, as a BCP 47 language tag.',
  ),
  reflected('theme', "'auto' | 'light' | 'dark'", 'auto', 'Color scheme. `auto` follows `prefers-color-scheme`.'),
  attribute(
    'remote-images',
    "'on' | 'off'",
    'off',
    '`on` loads token logos from https hosts. `off` shows a letter instead.',
  ),
  property(
    'registry',
    'Registry',
    'the service’s own list',
    'The chains and contracts that you have reviewed. A payment to any other contract is blocked.',
  ),
  property(
    'wallets',
    'readonly WalletEntry[]',
    'none',
    'Wallets that the page already has: EIP-1193 providers, with or without their EIP-6963 info, or wagmi ' +
      'connectors. They are listed first and may be set later.',
  ),
  property(
    'messages',
    'Messages',
    'none',
    'Texts that replace those of the catalogue, by key. A key is, for example, `button.pay`. The type ' +
      '`Messages` lists all keys.',
  ),
  property('summary', '{ label: string; amount: string }[]', 'none', 'Line items, shown unchanged beside the amount.'),
  property(
    'appFees',
    '{ recipient: string; fee: string }[]',
    'none',
    'Your own fees in basis points, as strings. They are added to the payment.',
  ),
  property(
    'txs',
    'DestinationCall[]',
    'none',
    'Calls that the solver executes on the destination chain: `{ to, value, data }`. The payer sees their ' +
      'targets. `verifyPayment` never accepts a payment with calls.',
  ),
  property(
    'quoteOptions',
    'Record<string, unknown>',
    'none',
    'Any other field of the quote request, `POST /quote/v2`.',
  ),
  property(
    'statusStreamUrl',
    'string',
    'polling only',
    'WebSocket URL of the service’s status stream, `wss:` or `ws:`. With it, a new status arrives sooner ' +
      'than by polling.',
  ),
  property('fetch', 'typeof fetch', 'the page’s `fetch`', 'Replaces the page’s `fetch` for requests to the service.'),
  readonly('state', 'PaymentState', 'The payment’s current state. Each change creates a new object.'),
  readonly(
    'session',
    'PaymentSession | undefined',
    'The headless session of the element. Undefined outside a document. Until the code has loaded, the session is ' +
      '`idle` and keeps listeners and events. Its promises load the code, except the promise of `search()`.',
  ),
  readonly('value', 'string', 'The form value: the request id of a delivered payment, or an empty string.'),
  readonly('form', 'HTMLFormElement | null', 'The form that the element belongs to.'),
  readonly('validity', 'ValidityState', 'As for any form control.'),
  readonly('validationMessage', 'string', 'As for any form control.'),
  readonly('willValidate', 'boolean', 'As for any form control.'),
];

export const methodTable: readonly MethodEntry[] = [
  {
    name: 'load',
    parameters: '',
    returns: 'Promise<void>',
    description:
      'Loads the code of the payment and its screens now. Otherwise the code loads when the page is idle, or when ' +
      'the payer comes near the button. Resolves when the code has loaded. Rejects if it cannot be loaded.',
  },
  {
    name: 'show',
    parameters: "view: 'pay' | 'history' = 'pay'",
    returns: 'void',
    description: 'Opens the sheet with the payment or the list of past payments. A panel only switches the view.',
  },
  {
    name: 'close',
    parameters: '',
    returns: 'void',
    description:
      'Closes the sheet, unless a listener cancels `hub-close`. A running payment continues. Does nothing in a panel.',
  },
  {
    name: 'refreshQuote',
    parameters: '',
    returns: 'void',
    description: 'Requests a new quote in the state `reviewing`. Does nothing in any other state.',
  },
  {
    name: 'resumePayment',
    parameters: 'requestId: string',
    returns: 'Promise<PaymentResult | RefundResult>',
    description:
      'Tracks the payment with this request id, also of another device. The promise resolves with the outcome of ' +
      'the payment. No wallet prompts. The promise rejects if the service does not know the id, and while another ' +
      'payment is shown.',
  },
  {
    name: 'reset',
    parameters: '',
    returns: 'void',
    description: 'Returns to `idle`. While a payment is running, it logs a warning and does nothing.',
  },
  { name: 'checkValidity', parameters: '', returns: 'boolean', description: 'As for any form control.' },
  { name: 'reportValidity', parameters: '', returns: 'boolean', description: 'As for any form control.' },
  {
    name: 'define',
    static: true,
    parameters: "tag = 'hub-pay', registry = customElements",
    returns: 'void',
    description:
      'Registers the element under a tag name. If another copy has registered it, logs a warning and changes nothing.',
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
  event('hub-open', '{}', 'The sheet has opened.'),
  event(
    'hub-close',
    '{ reason, committed }',
    'The sheet is about to close. `committed` is true if money may already have left the wallet, and after the ' +
      'payment has ended.',
    true,
  ),
  event('hub-statechange', '{ state, previous }', '`state.name` changed.'),
  event('hub-connect', 'Account', 'A wallet was connected.'),
  event('hub-disconnect', 'Account', 'A wallet was disconnected.'),
  event('hub-quote', '{ quote }', 'A quote that passed the guard is shown.'),
  event(
    'hub-confirm',
    '{ quote, waitUntil(promise) }',
    'The payer pressed the pay button. Cancelling it stops the payment before a wallet prompts.',
    true,
  ),
  event(
    'hub-step',
    '{ requestId, reference, step, phase }',
    'A step of the payer changed its phase. For steps that share one prompt, only the paying step is reported, ' +
      'with `index` 0.',
  ),
  event('hub-sent', '{ requestId, reference, transaction }', 'The payer’s money was sent.'),
  event(
    'hub-status',
    '{ requestId, reference, status }',
    'The service reported a new status: `waiting`, `depositing`, `pending`, `submitted`, `success`, `refund`, ' +
      '`failure`, or one that is not listed here.',
  ),
  event(
    'hub-success',
    'PaymentResult',
    'The payment was delivered. It is emitted once at most, and not again after a reload. It is no proof of payment: ' +
      'your server must verify the payment.',
  ),
  event('hub-refund', 'RefundResult', 'The payment was refunded.'),
  event(
    'hub-failure',
    '{ requestId, reference, error }',
    'The payment failed. `hub-refund` or `hub-success` may still follow.',
  ),
  event(
    'hub-error',
    'ErrorInfo',
    'A problem occurred. The payer can retry or choose differently, unless the code is `config`.',
  ),
  event('change', 'none', 'The form value changed.'),
];

export const slotTable: readonly NamedEntry[] = [
  {
    name: '',
    description: 'Fallback content, shown until the element is defined and while payments are not available.',
  },
  { name: 'label', description: 'Replaces the label of the pay button.' },
  { name: 'header', description: 'Replaces the merchant’s name.' },
  { name: 'summary', description: 'Replaces the line items.' },
  { name: 'footer', description: 'Content at the end of the sheet or panel.' },
  { name: 'help', description: 'A line of help below the buttons.' },
  { name: 'success', description: 'Content inside the receipt.' },
  { name: 'error-<code>', description: 'Replaces the text of the error with this code.' },
];

export const partTable: readonly NamedEntry[] = [
  { name: 'button', description: 'The button that opens the sheet.' },
  { name: 'dialog', description: 'The sheet. `data-state` is the name of the state.' },
  { name: 'panel', description: 'The panel. `data-state` is the name of the state.' },
  { name: 'header', description: 'The header, with the merchant’s name and the amount.' },
  { name: 'title', description: 'The heading.' },
  { name: 'close', description: 'The button that closes the sheet.' },
  { name: 'amount', description: 'The amount. An `<input>` if the payer types it.' },
  { name: 'banner', description: 'The banner about an unfinished payment.' },
  { name: 'footer', description: 'The footer, with the buttons and the line of help.' },
  { name: 'wallet-list', description: 'The list of wallets.' },
  {
    name: 'wallet',
    description: 'One wallet. `data-wallet` is its rdns, else its name. The last row is `deposit-address`.',
  },
  { name: 'asset-list', description: 'The list of tokens to pay with.' },
  { name: 'asset', description: 'One token, with `data-chain-id`, `data-currency`, `data-side` and `aria-checked`.' },
  { name: 'search', description: 'The `<input>` that filters the list and searches for other tokens.' },
  { name: 'quote', description: 'The quote: what is paid and what is received.' },
  { name: 'fees', description: 'The fees.' },
  { name: 'fee', description: 'One fee.' },
  { name: 'sponsor', description: 'The line that says which fees the merchant pays.' },
  { name: 'notice', description: 'An error or a warning.' },
  { name: 'stepper', description: 'The steps of the payment.' },
  { name: 'step', description: 'One step. `data-status` is `todo`, `current` or `done`.' },
  { name: 'primary', description: 'The button that continues the payment.' },
  { name: 'secondary', description: 'The other button.' },
  { name: 'recipient', description: 'The recipient. An `<input>` if the payer types it.' },
  { name: 'refund-to', description: 'The refund address. An `<input>` if the payer types it.' },
  { name: 'address', description: 'The deposit address.' },
  { name: 'qr', description: 'The QR code of the deposit address.' },
  { name: 'receipt', description: 'The receipt.' },
  { name: 'history', description: 'The list of past payments.' },
  { name: 'history-row', description: 'One past payment.' },
];

export const tokenTable: readonly NamedEntry[] = [
  { name: '--hub-color-background', description: 'Background of the sheet.' },
  { name: '--hub-color-surface', description: 'Background of cards and rows.' },
  { name: '--hub-color-text', description: 'Color of text.' },
  { name: '--hub-color-text-muted', description: 'Color of secondary text and of outlines of controls.' },
  { name: '--hub-color-border', description: 'Color of decorative lines.' },
  { name: '--hub-color-accent', description: 'Color of the primary button and of a chosen row.' },
  { name: '--hub-color-on-accent', description: 'Color of text on the accent color.' },
  { name: '--hub-color-success', description: 'Color of success.' },
  { name: '--hub-color-warning', description: 'Color of warnings.' },
  { name: '--hub-color-danger', description: 'Color of errors.' },
  { name: '--hub-color-backdrop', description: 'Color behind the sheet.' },
  { name: '--hub-color-skeleton', description: 'Color of placeholders.' },
  { name: '--hub-font-family', description: 'Font family.' },
  { name: '--hub-font-size', description: 'Font size of body text.' },
  { name: '--hub-font-weight-strong', description: 'Font weight of headings and amounts.' },
  { name: '--hub-line-height', description: 'Line height.' },
  { name: '--hub-space', description: 'The unit of all distances.' },
  { name: '--hub-radius', description: 'Radius of corners.' },
  { name: '--hub-radius-button', description: 'Radius of the corners of buttons.' },
  { name: '--hub-border-width', description: 'Width of outlines.' },
  { name: '--hub-focus-ring', description: 'Outline of the focused element.' },
  { name: '--hub-shadow', description: 'Shadow of the sheet.' },
  { name: '--hub-width', description: 'Width of the sheet and of the panel.' },
  { name: '--hub-duration', description: 'Duration of transitions.' },
];

/** The element's states. CSS selects them as `hub-pay:state(succeeded)`. */
export const stateTable: readonly StateEntry[] = [
  { name: 'idle', description: 'No payment has begun, or payments are not available.' },
  { name: 'selecting', description: 'The payer chooses a wallet and a token.' },
  { name: 'quoting', description: 'A quote is being requested.' },
  { name: 'reviewing', description: 'The payer reviews the quote.' },
  { name: 'authorizing', description: 'The wallet prompts the payer.' },
  { name: 'awaiting-deposit', description: 'The payer sends to the deposit address.' },
  { name: 'processing', description: 'The payment was sent and is not delivered yet.' },
  { name: 'succeeded', description: 'The payment was delivered.' },
  { name: 'refunded', description: 'The payment was refunded.' },
  { name: 'failed', description: 'The payment failed. The element keeps polling its status.' },
];
