/**
 * Lists every public name. The manifest, the README's reference and the tests are generated from it. No code that a
 * payer loads imports it.
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
  attribute('base-url', 'string', 'an error', 'The service, or your proxy of it; http or https.'),
  attribute('destination-chain-id', 'number', 'an error', 'The chain you are paid on.'),
  attribute(
    'destination-currency',
    'string',
    'an error',
    'What you are paid in: a token address, `native`, or a symbol that names exactly one address of the listing.',
  ),
  attribute(
    'amount',
    'string',
    'the payer enters it',
    'A decimal such as `25.00`, in the currency that `trade-type` names; `.` is the decimal point in every locale.',
  ),
  attribute(
    'trade-type',
    "'EXACT_OUTPUT' | 'EXACT_INPUT' | 'EXPECTED_OUTPUT'",
    'EXACT_OUTPUT',
    'Which side the amount fixes. Only `EXACT_OUTPUT` promises that it arrives; `EXACT_INPUT` needs ' +
      '`origin-chain-id` and `origin-currency`.',
  ),
  attribute('recipient', 'string', 'the payer’s own account', 'Who receives, on the destination chain.'),
  attribute('origin-chain-id', 'number', 'the payer chooses', 'The chain the payer pays on.'),
  attribute(
    'origin-currency',
    'string',
    'the payer chooses',
    'What the payer pays with, in the forms of `destination-currency`; needs `origin-chain-id`.',
  ),
  attribute(
    'origins',
    'string | readonly number[]',
    'every enabled chain',
    'The chain ids the payer may pay from, separated by spaces.',
  ),
  attribute('refund-to', 'string', 'the payer’s own account', 'Who gets a refund, on the origin chain.'),
  attribute(
    'slippage-tolerance',
    'string',
    'the service chooses',
    'Basis points, as a string, `0` to `10000`: `50` is 0.5 %.',
  ),
  attribute(
    'subsidize-fees',
    'boolean',
    'false',
    'A sponsor pays the fees. The key that pays stays on your server: `base-url` is then your proxy.',
  ),
  attribute(
    'sponsored-fee-components',
    'string | readonly string[]',
    'all of them',
    'Which fees the sponsor pays: `execution`, `swap`, `relay`, `app`, separated by spaces. `relay` is the service’s ' +
      'own fee; the service’s responses and the type `FeeShare` call it `hub`.',
  ),
  attribute(
    'max-subsidization-amount',
    'string',
    'no limit',
    'The most that the sponsor pays, in millionths of a dollar: `1000000` is $1. The payer pays the rest.',
  ),
  attribute('topup-gas', 'boolean', 'false', 'The recipient also gets some of the destination’s own coin.'),
  attribute('topup-gas-amount', 'string', '2000000', 'How much of it, in millionths of a dollar: `2000000` is $2.'),
  attribute(
    'use-permit',
    'boolean',
    'false',
    'Pays by a signature (EIP-3009, EIP-2612, Permit2) if the token supports it. The payer then needs no native ' +
      'currency for the network fee.',
  ),
  attribute('referrer', 'string', 'none', 'A text that the service stores with the request.'),
  attribute(
    'use-deposit-address',
    'boolean',
    'false',
    'Offers “Send from any wallet or exchange” beside the wallets: an address and a QR code, no wallet connected.',
  ),
  attribute('merchant', 'string', 'the host name', 'The payee’s name, as payers read it.'),
  attribute(
    'reference',
    'string',
    'null',
    'Your order id: never sent to the service, beside every request id in an event. A paid order stays paid after a ' +
      'reload, until `reset()` or another amount.',
  ),
  reflected(
    'layout',
    "'button' | 'panel'",
    'button',
    '`button` opens a sheet; `panel` stands in the page, open from the start.',
  ),
  reflected('open', 'boolean', 'false', 'The sheet is open. Setting it is `show()`, removing it is `close()`.'),
  reflected('disabled', 'boolean', 'false', 'Disables the pay button. A payment that is already running goes on.'),
  attribute(
    'resume',
    "'auto' | 'ask' | 'off'",
    'auto',
    'An unfinished payment after a reload is tracked at once, offered in a banner, or left to `resumePayment()`.',
  ),
  attribute(
    'attestation',
    "'off' | 'warn' | 'required'",
    '`warn` with a `registry` that pins a solver, else `off`',
    'Checks the solver’s signature over the request (payer, amount, recipient) before any wallet prompt. An invalid ' +
      'one always stops the payment. A missing one warns with `warn`, and stops it with `required`. It does not ' +
      'cover the order id inside the deposit.',
  ),
  reflected('name', 'string', 'none', 'The name of the form value: the request id of a delivered payment.'),
  attribute('required', 'boolean', 'false', 'The form cannot be submitted before the payment is delivered.'),
  attribute('submit-on-success', 'boolean', 'false', 'The form is submitted once the payment is delivered.'),
  attribute('locale', 'string', 'the nearest `lang`', 'A BCP 47 language tag.'),
  reflected('theme', "'auto' | 'light' | 'dark'", 'auto', 'Colour scheme; `auto` follows `prefers-color-scheme`.'),
  attribute(
    'remote-images',
    "'on' | 'off'",
    'off',
    '`on` loads token logos from https hosts; otherwise they are letters.',
  ),
  property(
    'registry',
    'Registry',
    'the live listing',
    'The chains and contracts you have reviewed: an address that is not in it is blocked.',
  ),
  property(
    'wallets',
    'readonly WalletEntry[]',
    'none',
    'Wallets that the page has already, now or later: EIP-1193 providers, with their EIP-6963 info or without, ' +
      'or wagmi connectors; offered first.',
  ),
  property(
    'messages',
    'Messages',
    'none',
    'Your texts instead of those of the catalogue, by key, such as `button.pay`. The type `MessageKey` has all keys; ' +
      'the page “Localization” of the documentation lists them with their English texts.',
  ),
  property('summary', '{ label: string; amount: string }[]', 'none', 'Line items, shown as they are.'),
  property(
    'appFees',
    '{ recipient: string; fee: string }[]',
    'none',
    'Fees of your own, in basis points as text, on top of the payment.',
  ),
  property(
    'txs',
    'DestinationCall[]',
    'none',
    'Calls that the solver makes on the destination chain: `{ to, value, data }`. The payer is shown their targets. ' +
      '`verifyPayment` never passes a payment with calls.',
  ),
  property('quoteOptions', 'Record<string, unknown>', 'none', 'Any other field of the quote body.'),
  property(
    'statusStreamUrl',
    'string',
    'no stream',
    'The service’s websocket of statuses, ws or wss: with it, news comes sooner than by asking alone.',
  ),
  property('fetch', 'typeof fetch', 'the page’s', 'A replacement for `fetch`.'),
  readonly('state', 'PaymentState', 'Where the payment stands; replaced, never changed.'),
  readonly(
    'session',
    'PaymentSession | undefined',
    'The headless session behind the element; absent until the document is parsed.',
  ),
  readonly('value', 'string', 'The request id of a delivered payment; empty before.'),
  readonly('form', 'HTMLFormElement | null', 'The form the element belongs to.'),
  readonly('validity', 'ValidityState', 'As of any form control.'),
  readonly('validationMessage', 'string', 'As of any form control.'),
  readonly('willValidate', 'boolean', 'As of any form control.'),
];

export const methodTable: readonly MethodEntry[] = [
  {
    name: 'show',
    parameters: "view: 'pay' | 'history' = 'pay'",
    returns: 'void',
    description: 'Opens the sheet, at the payment or at the list of past ones. A panel changes what it shows.',
  },
  {
    name: 'close',
    parameters: '',
    returns: 'void',
    description: 'Closes the sheet, unless a listener of `hub-close` objects. A payment that is on its way goes on.',
  },
  {
    name: 'refreshQuote',
    parameters: '',
    returns: 'void',
    description: 'Requests a new quote while one is being reviewed; otherwise does nothing.',
  },
  {
    name: 'resumePayment',
    parameters: 'requestId: string',
    returns: 'Promise<PaymentResult | RefundResult>',
    description:
      'Follows any payment to its end and settles with it, also one of another device; no wallet is asked. ' +
      'Rejects for an id that nobody knows, and while another payment stands here.',
  },
  {
    name: 'reset',
    parameters: '',
    returns: 'void',
    description: 'Back to `idle`; while a payment is under way it warns and does nothing.',
  },
  { name: 'checkValidity', parameters: '', returns: 'boolean', description: 'As of any form control.' },
  { name: 'reportValidity', parameters: '', returns: 'boolean', description: 'As of any form control.' },
  {
    name: 'define',
    static: true,
    parameters: "tag = 'hub-pay', registry = customElements",
    returns: 'void',
    description: 'Registers the element; a second copy on the page warns and changes nothing.',
  },
];

const event = (name: keyof HubPayEventMap, detail: string, description: string, cancelable = false): EventEntry => ({
  name,
  detail,
  cancelable,
  description,
});

export const eventTable: readonly EventEntry[] = [
  event('hub-ready', '{ chains }', 'The chains listing is loaded.'),
  event('hub-open', '{}', 'The sheet was opened.'),
  event(
    'hub-close',
    '{ reason, committed }',
    'The sheet is about to close; `committed`: the payer’s money may be out.',
    true,
  ),
  event('hub-statechange', '{ state, previous }', '`state.name` changed.'),
  event('hub-connect', 'Account', 'A wallet was connected.'),
  event('hub-disconnect', 'Account', 'A wallet was disconnected.'),
  event('hub-quote', '{ quote }', 'A guarded quote is on the screen.'),
  event(
    'hub-confirm',
    '{ quote, waitUntil(promise) }',
    'The payer pressed pay: the last veto before a wallet is asked.',
    true,
  ),
  event(
    'hub-step',
    '{ requestId, reference, step, phase }',
    'A step of the payer’s moved on. Of steps that are asked for together only the one that pays is told, its ' +
      '`index` 0.',
  ),
  event('hub-sent', '{ requestId, reference, transaction }', 'The payer’s funds have left.'),
  event('hub-status', '{ requestId, reference, status }', 'The service reported a new status.'),
  event(
    'hub-success',
    'PaymentResult',
    'The payment was delivered. Told once at most, not again after a reload; a hint for the page, never proof of ' +
      'payment: the server has to check it.',
  ),
  event('hub-refund', 'RefundResult', 'The payment was sent back.'),
  event(
    'hub-failure',
    '{ requestId, reference, error }',
    'The payment did not go through; `hub-refund` or `hub-success` may still follow.',
  ),
  event('hub-error', 'ErrorInfo', 'A recoverable error; the payer can retry or choose differently.'),
  event('change', 'none', 'The form value changed.'),
];

export const slotTable: readonly NamedEntry[] = [
  { name: '', description: 'Fallback: shown before upgrade and where payments are not available.' },
  { name: 'label', description: 'The words of the pay button.' },
  { name: 'header', description: 'In place of the payee’s name.' },
  { name: 'summary', description: 'In place of the line items.' },
  { name: 'footer', description: 'The last line of the sheet or panel.' },
  { name: 'help', description: 'A line of help under the buttons.' },
  { name: 'success', description: 'In the receipt.' },
  { name: 'error-<code>', description: 'In place of the words of one error.' },
];

export const partTable: readonly NamedEntry[] = [
  { name: 'button', description: 'Opens the sheet.' },
  { name: 'dialog', description: 'The sheet; `data-state` is the state’s name.' },
  { name: 'panel', description: 'The panel; `data-state` is the state’s name.' },
  { name: 'header', description: 'Payee and amount.' },
  { name: 'title', description: 'The heading.' },
  { name: 'close', description: 'Closes the sheet.' },
  { name: 'amount', description: 'The amount; an `<input>` where the payer types it.' },
  { name: 'banner', description: 'Tells of an unfinished payment.' },
  { name: 'footer', description: 'The buttons and the line of help.' },
  { name: 'wallet-list', description: 'The wallets to pick from.' },
  {
    name: 'wallet',
    description: 'One of them; `data-wallet` is its rdns, else its name, or `deposit-address`, the last.',
  },
  { name: 'asset-list', description: 'What the payer can pay with.' },
  { name: 'asset', description: 'One of them; `data-chain-id`, `data-currency`, `data-side`, `aria-checked`.' },
  { name: 'search', description: 'The `<input>` that narrows the list, and looks for other tokens.' },
  { name: 'quote', description: 'What is paid and what is received.' },
  { name: 'fees', description: 'The fees.' },
  { name: 'fee', description: 'One fee.' },
  { name: 'sponsor', description: 'Says which fees the payee pays.' },
  { name: 'notice', description: 'An error or a warning.' },
  { name: 'stepper', description: 'The steps of the payment.' },
  { name: 'step', description: 'One step; `data-status` is `todo`, `current` or `done`.' },
  { name: 'primary', description: 'The one button that moves the flow on.' },
  { name: 'secondary', description: 'The other button.' },
  { name: 'recipient', description: 'Who receives; an `<input>` where the payer types it.' },
  { name: 'refund-to', description: 'Who gets a refund; an `<input>` where the payer types it.' },
  { name: 'address', description: 'The deposit address.' },
  { name: 'qr', description: 'Its QR code.' },
  { name: 'receipt', description: 'The receipt.' },
  { name: 'history', description: 'The past payments.' },
  { name: 'history-row', description: 'One of them.' },
];

export const tokenTable: readonly NamedEntry[] = [
  { name: '--hub-color-background', description: 'The sheet.' },
  { name: '--hub-color-surface', description: 'Cards and rows.' },
  { name: '--hub-color-text', description: 'Text.' },
  { name: '--hub-color-text-muted', description: 'Secondary text and outlines of controls.' },
  { name: '--hub-color-border', description: 'Lines that only decorate.' },
  { name: '--hub-color-accent', description: 'The primary button and what is chosen.' },
  { name: '--hub-color-on-accent', description: 'Text on the accent.' },
  { name: '--hub-color-success', description: 'What went well.' },
  { name: '--hub-color-warning', description: 'What needs a look.' },
  { name: '--hub-color-danger', description: 'What went wrong.' },
  { name: '--hub-color-backdrop', description: 'Behind the sheet.' },
  { name: '--hub-color-skeleton', description: 'What is still loading.' },
  { name: '--hub-font-family', description: 'The typeface.' },
  { name: '--hub-font-size', description: 'The size of body text.' },
  { name: '--hub-font-weight-strong', description: 'Headings and amounts.' },
  { name: '--hub-line-height', description: 'Line height.' },
  { name: '--hub-space', description: 'The unit of all distances.' },
  { name: '--hub-radius', description: 'Corners.' },
  { name: '--hub-radius-button', description: 'Corners of buttons.' },
  { name: '--hub-border-width', description: 'Outlines.' },
  { name: '--hub-focus-ring', description: 'The outline of what has the focus.' },
  { name: '--hub-shadow', description: 'Under the sheet.' },
  { name: '--hub-width', description: 'The width of sheet and panel.' },
  { name: '--hub-duration', description: 'How long a movement takes.' },
];

/** The element's states. CSS selects them as `hub-pay:state(succeeded)`. */
export const stateTable: readonly StateEntry[] = [
  { name: 'idle', description: 'Nothing has begun, or payments are not available.' },
  { name: 'selecting', description: 'The payer chooses a wallet and what to pay with.' },
  { name: 'quoting', description: 'A price is being asked for.' },
  { name: 'reviewing', description: 'The payer reads what will be paid.' },
  { name: 'authorizing', description: 'The wallet is asked.' },
  { name: 'awaiting-deposit', description: 'The payer sends from elsewhere.' },
  { name: 'processing', description: 'The payment is on its way.' },
  { name: 'succeeded', description: 'The payment was delivered.' },
  { name: 'refunded', description: 'The payment was sent back.' },
  { name: 'failed', description: 'The payment did not go through; it is watched on.' },
];
