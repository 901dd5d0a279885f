/**
 * The custom element `<hub-pay>`. The entry contains only what a button needs. The checkout with the payment and its
 * screens loads later. Start reading here.
 */
import { html, LitElement, type CSSResultGroup, type TemplateResult } from 'lit';
import { errorInfo, HubPayError } from '../errors.js';
import type { SessionOptions } from '../payment/model/options.js';
import type { PaymentState, StateOf } from '../payment/model/state.js';
import { createLazySession, type LazySession } from '../payment/session/lazy-session.js';
import type { PaymentSession } from '../payment/session/session.js';
import type { Platform } from '../shared/platform.js';
import type { PaymentResult, RefundResult } from '../types.js';
import { renderElement, type Rendering } from '../ui/render.js';
import { entryStyles } from '../ui/styles/entry.js';
import type { Checkout } from './checkout/checkout.js';
import { EarlySheet } from './controllers/early-sheet.js';
import { whenParsed } from '../shared/page-parsed.js';
import { PreloadController } from './controllers/preload-controller.js';
import { define } from './define.js';
import { loadCheckout, moneyOfSite, notLoaded, type CheckoutCode } from './load-checkout.js';
import { renderEarly, translateFor } from './render-early.js';
import { PropertyElement } from './properties.js';

/**
 * `<hub-pay>`: a button with a sheet, or a panel, in which a payer pays an amount with tokens of any supported chain.
 * Its events report what happens, and its form value is the request id of the delivered payment. `reference.ts` lists
 * every attribute, property, event, slot, part and CSS custom property; `npm run docs` writes the tags below from it.
 *
 * @slot - Fallback content, shown until the element is defined and while payments are not available.
 * @slot label - Replaces the label of the pay button.
 * @slot header - Replaces the merchant’s name.
 * @slot summary - Replaces the line items.
 * @slot footer - Content at the end of the sheet or panel.
 * @slot help - A line of help below the buttons.
 * @slot success - Content inside the receipt.
 * @slot error-<code> - Replaces the text of the error with this code.
 * @event hub-ready - The list of chains has loaded.
 * @event hub-open - The sheet has opened.
 * @event hub-close - The sheet is about to close. `committed` is true if money may already have left the wallet, and
 *   after the payment has ended. Cancelable.
 * @event hub-statechange - `state.name` changed.
 * @event hub-connect - A wallet was connected.
 * @event hub-disconnect - A wallet was disconnected.
 * @event hub-quote - A quote that passed the guard is shown.
 * @event hub-confirm - The payer pressed the pay button. Cancelling it stops the payment before a wallet prompts.
 *   Cancelable.
 * @event hub-step - A step of the payer changed its phase. For steps that share one prompt, only the paying step is
 *   reported, with `index` 0.
 * @event hub-sent - The payer’s money was sent.
 * @event hub-status - The service reported a new status: `waiting`, `depositing`, `pending`, `submitted`, `success`,
 *   `refund`, `failure`, or one that is not listed here.
 * @event hub-success - The payment was delivered. It is emitted once at most, and not again after a reload. It is no
 *   proof of payment: your server must verify the payment.
 * @event hub-refund - The payment was refunded.
 * @event hub-failure - The payment failed. `hub-refund` or `hub-success` may still follow.
 * @event hub-error - A problem occurred. The payer can retry or choose differently, unless the code is `config`.
 * @event change - The form value changed.
 * @csspart button - The button that opens the sheet.
 * @csspart dialog - The sheet. `data-state` is the name of the state.
 * @csspart panel - The panel. `data-state` is the name of the state.
 * @csspart primary - The button that continues the payment.
 * @cssprop --hub-color-background - Background of the sheet.
 * @cssprop --hub-color-text - Color of text.
 * @cssprop --hub-color-accent - Color of the primary button and of a chosen row.
 * @cssprop --hub-radius - Radius of corners.
 */
export class HubPay extends PropertyElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles: CSSResultGroup = entryStyles;

  /** Registers the element under a tag name. If another copy has registered it, logs a warning and changes nothing. */
  static define(tag = 'hub-pay', registry: CustomElementRegistry = customElements): void {
    define(tag, this, registry);
  }

  /** The loaded code, for all elements of the page. */
  static #code: CheckoutCode | undefined;

  readonly #preload = new PreloadController(this, {
    idle: () => void this.#checkEarly().catch(() => undefined),
    near: () => void this.load().catch(() => undefined),
  });
  readonly #earlySheet = new EarlySheet(this);
  #checkout: Checkout | undefined;
  /** The session that the page got before the checkout exists. */
  #earlySession: LazySession | undefined;
  /** The state before the checkout exists. Its problem says that the code could not be loaded. */
  #idle: StateOf<'idle'> = { name: 'idle' };
  /** True if the checkout is created as soon as its code has loaded. */
  #isWanted = false;
  /** True after the code was loaded because it was needed at once. An update then does not load it again. */
  #wasNeeded = false;
  #loading: Promise<CheckoutCode> | undefined;
  #earlyView: 'pay' | 'history' = 'pay';
  #leaving: ReturnType<typeof setTimeout> | undefined;

  /** The payment's current state. Each change creates a new object; no state is mutated. */
  get state(): PaymentState {
    return this.#checkout?.state ?? this.#idle;
  }

  /**
   * The headless session of the element. Undefined outside a document. Until the code has loaded, its state is `idle`,
   * it keeps listeners and events, and its promises load the code.
   */
  get session(): PaymentSession | undefined {
    if (this.isConnected && !this.#checkout) this.#earlySession ??= createLazySession(() => this.#want());
    return this.#earlySession ?? this.#checkout?.session;
  }

  /** True if the sheet is open. Setting it opens or closes the sheet, as `show()` and `close()` do. */
  get open(): boolean {
    return this.#checkout?.open ?? this.#earlySheet.shown;
  }

  set open(open: boolean) {
    if (!open) this.close();
    else if (!this.open) this.show();
  }

  /**
   * Loads the code of the payment and its screens now. Otherwise the code loads when the page is idle, or when the
   * payer comes near the button. Resolves when the code has loaded. Rejects if it cannot be loaded. A later call tries
   * again.
   */
  async load(): Promise<void> {
    this.#isWanted = true;
    if (!this.code) await this.#loadCode();
    this.requestUpdate();
    // An element outside a document never completes an update.
    if (this.isConnected) await this.updateComplete;
  }

  /** Opens the sheet with the payment or the list of past payments. A panel only switches the view. */
  show(view: 'pay' | 'history' = 'pay'): void {
    if (this.#checkout) this.#checkout.show(view);
    else if (!this.isDisabled) {
      this.#earlyView = view;
      this.#earlySheet.shown = !this.#isPanel;
      this.#want();
    }
  }

  /** Closes the sheet, unless a listener cancels `hub-close`. A running payment continues. Does nothing in a panel. */
  close(): void {
    if (this.#checkout) this.#checkout.close();
    else this.#earlySheet.shown = false;
  }

  /** Requests a new quote in the state `reviewing`. Does nothing in any other state. */
  refreshQuote(): void {
    this.#checkout?.refreshQuote();
  }

  /**
   * Tracks the payment with this request id, also of another device. The promise resolves with the outcome of the
   * payment. No wallet prompts. The promise rejects if the service does not know the id. It also rejects while another
   * payment is shown: wait for that payment's outcome, and call `reset()`.
   */
  resumePayment(requestId: string): Promise<PaymentResult | RefundResult> {
    this.#checkout?.sync();
    const outcome =
      this.session?.resume(requestId) ??
      Promise.reject(new HubPayError('config', 'There is no session to resume a payment in.'));
    // A caller that ignores the promise must not cause an unhandled rejection.
    outcome.catch(() => undefined);
    return outcome;
  }

  /** Returns to `idle`. While a payment is running, it logs a warning and does nothing. */
  reset(): void {
    this.#checkout?.reset();
  }

  /** Called by the browser when the form is reset. A payment that may have been sent, or that has ended, stays. */
  formResetCallback(): void {
    this.#checkout?.formReset();
  }

  /**
   * Called by the browser with the request id of a restored form. Resumes that payment. The form value is set only
   * after the service reports success. With `reference`, the session finds the order's payments itself. The restored id
   * may belong to another order, so it is not used.
   */
  formStateRestoreCallback(requestId: unknown): void {
    whenParsed(() => {
      if (typeof requestId === 'string' && this.reference === undefined) void this.resumePayment(requestId);
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    clearTimeout(this.#leaving);
    this.requestUpdate();
  }

  /** A move removes and adds the element in one task. After a permanent removal, the early session ends. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving = setTimeout(() => {
      this.#earlySession?.destroy();
      this.#earlySession = undefined;
    });
  }

  /** The code, if it has loaded. Tests override this member. */
  protected get code(): CheckoutCode | undefined {
    return HubPay.#code;
  }

  /** Loads the code. Tests override this method. */
  protected loadCode(): Promise<CheckoutCode> {
    return loadCheckout();
  }

  /**
   * Reloads the page, because browsers remember a failed `import()`. Does nothing without a connection, because the
   * page would be lost. Tests override this method.
   */
  protected reload(): void {
    if (navigator.onLine) location.reload();
  }

  /** Creates the session. Tests override this method to supply their own session. */
  protected createSession(options: SessionOptions, deps: Partial<Platform>, code: CheckoutCode): PaymentSession {
    return code.createPaymentSession(options, deps);
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!this.#checkout && this.isConnected) this.#prepare();
    this.#checkout?.update(changed);
  }

  protected override render(): TemplateResult {
    const rendering = this.#checkout?.render() ?? this.#renderEarly();
    // The HTML comment leads developers who inspect the element to the README.
    return html`<!-- https://github.com/hub-pay/hub-pay#readme -->
      ${renderElement(rendering, this.layout)}`;
  }

  protected override updated(): void {
    this.takeState(this.state.name, this.#checkout?.value);
    this.validate(this.required ? translateFor(this)('form.required') : '', this.#payButton);
    this.#checkout?.updated();
  }

  /** Creates the checkout if it is wanted and its code has loaded. Loads the code if it is needed at once. */
  #prepare(): void {
    const isStored = (): boolean => !!(moneyOfSite() ?? this.code?.hasPaymentInMemory());
    const isNeeded = this.#isPanel || (!this.hasUpdated && (this.#isIncomplete || isStored()));
    if (isNeeded && !this.#wasNeeded) this.#want();
    // A modal frame that no sheet takes over would block the page.
    if (this.isDisabled && this.open) this.close();
    const { code } = this;
    if (!code || !this.#isWanted) return;
    this.#preload.stop();
    this.#idle = { name: 'idle' };
    const sender = (): typeof fetch => this.fetch ?? fetch;
    this.#checkout = new code.Checkout(this, {
      createSession: (options, watched) =>
        this.createSession(options, { fetch: watched((...request) => sender()(...request)), sender }, code),
      started: (session) => this.#earlySession?.attach(session),
      refused: (problem) => this.#earlySession?.refuse(problem),
      takeState: () => this.takeState(this.state.name, this.#checkout?.value),
      isDisabled: () => this.isDisabled,
      stored: moneyOfSite,
      reload: () => this.reload(),
    });
    if (this.#earlySheet.handOver() || this.#isPanel) this.#checkout.show(this.#earlyView);
    this.#earlyView = 'pay';
  }

  /** Loads the code because it is needed now. A failure is shown and reported once. */
  #want(): void {
    this.#wasNeeded = true;
    this.#idle = { name: 'idle' };
    this.load().catch((error: unknown) => {
      if (this.#idle.problem) return;
      const problem = errorInfo(error);
      this.#idle = { name: 'idle', problem };
      this.#earlySession?.refuse(problem);
      const event = new CustomEvent('hub-error', { bubbles: true, composed: true, detail: problem });
      whenParsed(() => this.dispatchEvent(event));
      this.requestUpdate();
    });
  }

  #loadCode(): Promise<CheckoutCode> {
    return (this.#loading ??= this.loadCode().then(
      (code) => (HubPay.#code = code),
      (cause: unknown) => {
        this.#loading = undefined;
        throw notLoaded(cause);
      },
    ));
  }

  /** Checks the properties as soon as the code has loaded, so that a developer sees an error before the first press. */
  async #checkEarly(): Promise<void> {
    const { Checkout } = this.code ?? (await this.#loadCode());
    if (Checkout.hasProblem(this)) this.#want();
  }

  #renderEarly(): Rendering {
    return renderEarly(this, {
      isShown: this.#isPanel || this.open,
      isDisabled: this.isDisabled,
      failed: this.#idle.problem?.money ?? null,
      retry: () => this.reload(),
    });
  }

  get #isPanel(): boolean {
    return this.layout === 'panel';
  }

  /** True if a required property is missing. Only the checkout has the words for this error. */
  get #isIncomplete(): boolean {
    return !this.baseUrl || this.destinationChainId === undefined || !this.destinationCurrency;
  }

  get #payButton(): HTMLElement | undefined {
    return this.shadowRoot?.querySelector<HTMLElement>('[part="button"], [part="primary"]') ?? undefined;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hub-pay': HubPay;
  }
}
