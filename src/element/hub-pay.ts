/**
 * Defines the custom element `<hub-pay>`. To read the source, start here. This file and its imports show the pay button
 * and an empty sheet. The code of the payment and of its screens loads later.
 */
import { LitElement, type CSSResult, type CSSResultGroup, type TemplateResult } from 'lit';
import { errorInfo, HubPayError } from '../errors.js';
import type { SessionOptions } from '../payment/model/options.js';
import type { PaymentState, StateOf } from '../payment/model/state.js';
import { createLazySession, type LazySession } from '../payment/session/lazy-session.js';
import type { PaymentSession } from '../payment/session/session.js';
import { removeCopiedRegions } from '../shared/page/live-regions.js';
import type { Platform } from '../shared/platform.js';
import { TEST_MODE } from '../shared/test-mode/test-mode.js';
import type { PaymentResult, RefundResult } from '../types.js';
import { addStyles, setSheets } from '../ui/add-styles.js';
import { renderElement, type Rendering } from '../ui/render.js';
import { showLanguage } from '../ui/show-language.js';
import { entryStyles } from '../ui/styles/entry.js';
import type { Checkout } from './checkout/checkout.js';
import { EarlySheet } from './controllers/early-sheet.js';
import type { Messages } from '../i18n/locales/messages.js';
import { whenParsed } from '../shared/page/page-parsed.js';
import { PreloadController } from './controllers/preload-controller.js';
import { TextController } from './controllers/text-controller.js';
import { define } from './define.js';
import { keepPresses } from './keep-presses.js';
import { loadCheckout, moneyOfSite, notLoaded, type CheckoutCode } from './checkout-code.js';
import { payerLocale } from './payer-locale.js';
import { PayerTexts } from './payer-texts.js';
import { renderEarly, translateFor } from './render-early.js';
import { PropertyElement } from './property-element.js';

/**
 * `<hub-pay>`: a button with a sheet, or a panel, in which a payer pays an amount with tokens of any supported chain.
 * Its events report what happens, and its form value is the request id of the delivered payment. `reference.ts` lists
 * every public attribute, property, event, slot, part and CSS custom property. From it, `npm run docs` writes the tags
 * below.
 *
 * @slot - Fallback content, which the payer sees until the element is defined, if its code has not loaded after 8
 *   seconds, while payments are not available, and if no wallet is found.
 * @slot label - Replaces the label of the pay button, except while a payment is under way and after it was paid.
 * @slot header - Replaces the merchant’s name in the header.
 * @slot summary - Replaces the line items of the property `summary`.
 * @slot footer - Content at the end of the sheet or panel.
 * @slot methods - Your other ways to pay, below the wallets or tokens.
 * @slot help - A line of help below the buttons.
 * @slot success - Content of your own inside the receipt of a delivered payment.
 * @slot error-<code> - Replaces the text of the error with this code.
 * @event hub-ready - The list of chains has loaded.
 * @event hub-open - The sheet has opened and is on the screen.
 * @event hub-close - The sheet is about to close. `committed` is true in the states `authorizing`, `processing`,
 *   `succeeded`, `refunded` and `failed`. It is false while a deposit address waits for money. Cancelable.
 * @event hub-statechange - The name of the payment’s state, `state.name`, has changed.
 * @event hub-connect - An account of the payer’s wallet was connected.
 * @event hub-disconnect - An account of the payer’s wallet was disconnected.
 * @event hub-quote - A new quote has passed the guard. An open sheet or a panel shows it, unless it is for a deposit
 *   address.
 * @event hub-confirm - The payer pressed the pay button or asked for a deposit address, or a script called `confirm()`
 *   of the session. Cancelling this event stops the payment before a wallet prompts or the address is shown.
 *   Cancelable.
 * @event hub-step - A step of the payment changed its phase. If one wallet prompt is for several steps, the event
 *   reports only the paying step, with `index` 0.
 * @event hub-sent - The payer’s money was sent, by the wallet or to a deposit address.
 * @event hub-status - The service reported a new status: `waiting`, `depositing`, `pending`, `submitted`, `success`,
 *   `refund`, `failure`, or another text.
 * @event hub-success - The payment was delivered. In a browser that can store payments, this event is emitted at most
 *   once for a payment, and not again after a reload. It does not prove the payment, so your server must verify it.
 * @event hub-refund - The payment was refunded, as the service or a chain shows.
 * @event hub-failure - The payment failed, but `hub-refund` or `hub-success` can still follow for the same payment.
 * @event hub-error - A problem occurred. `retryable` says whether a retry can succeed, and `money` says where the
 *   payer’s money is. Only the merchant can solve a problem with the code `config`.
 * @event hub-view - The payer sees another screen, which `view` names, for example `selecting` or `reviewing`.
 * @event hub-pick - The payer chose a token to pay with (`side: "pay"`) or to receive (`side: "receive"`). The detail
 *   contains no address and no account.
 * @event change - The form value, which is the request id of the delivered payment, has changed.
 * @csspart button - The button that opens the sheet.
 * @csspart dialog - The sheet, with the name of the state in `data-state`.
 * @csspart panel - The panel, with the name of the state in `data-state`.
 * @csspart primary - The main button of a screen, or the link to your thank-you page.
 * @cssprop --hub-color-background - Background of the sheet or panel.
 * @cssprop --hub-color-text - Color of text and of icons in it.
 * @cssprop --hub-color-accent - Color of the primary button, of links and of a chosen row.
 * @cssprop --hub-radius - Radius of corners, except those of buttons.
 */
export class HubPay extends PropertyElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles: CSSResultGroup = entryStyles;

  /** Registers the element under a tag name. Only warns if another class, such as another copy, has this name. */
  static define(tag = 'hub-pay', registry: CustomElementRegistry = customElements): void {
    define(tag, this, registry);
  }

  /** The loaded code of the checkout, which all elements of this copy of the package share. */
  static #code: CheckoutCode | undefined;

  readonly #preload = new PreloadController(this, {
    idle: () => void this.#checkEarly().catch(() => undefined),
    near: () => void this.load().catch(() => undefined),
  });
  readonly #earlySheet = new EarlySheet(this);
  readonly #texts = new PayerTexts(() => this.requestUpdate());
  #checkout: Checkout | undefined;
  /** The session for a page that reads `session` before the real session exists. */
  #earlySession: LazySession | undefined;
  /** The state until the checkout exists. `problem` is set if the code could not be loaded. */
  #idle: StateOf<'idle'> = { name: 'idle' };
  /** True if the element creates the checkout as soon as the code and the texts have loaded. */
  #isWanted = false;
  /** True once the element has needed the code at once, so that later renderings start no second load. */
  #wasNeeded = false;
  #loading: Promise<CheckoutCode> | undefined;
  #earlyView: 'pay' | 'history' = 'pay';
  #leaving: ReturnType<typeof setTimeout> | undefined;
  readonly #prototype = Object.getPrototypeOf(this) as HubPay;
  /** The style sheets of the shadow root, which a move to another document removes and `adoptedCallback` restores. */
  #sheets: readonly CSSStyleSheet[] = [];

  constructor() {
    super();
    new TextController(this);
  }

  /** The payment's current state. Each change creates a new object. */
  get state(): PaymentState {
    return this.#checkout?.state ?? this.#idle;
  }

  /**
   * The headless session of the element; undefined before the element is in a document, and soon after it was removed.
   * Until the code has loaded, and while it cannot start a session, for example because a property is invalid, the
   * session is `idle`. It keeps listeners and, until a problem occurs, events. Each method that returns a promise,
   * except `search()`, loads the code, and rejects if a problem prevents a session.
   */
  get session(): PaymentSession | undefined {
    if (this.isConnected && !this.#earlySession && !this.#checkout?.session) {
      this.#earlySession = createLazySession(() => this.#want());
      this.#refuseEarly();
    }
    return this.#earlySession ?? this.#checkout?.session;
  }

  /**
   * Whether the sheet is open, or opens as soon as the element is visible. Setting this property to true calls `show()`
   * if the sheet is closed, and setting it to false calls `close()`.
   */
  get open(): boolean {
    return this.#checkout?.open ?? this.#earlySheet.shown;
  }

  set open(open: boolean) {
    if (!open) this.close();
    else if (!this.open) this.show();
  }

  /**
   * Loads the code of the payment and its screens now. Without this call, the code loads when the element needs it,
   * when the page is idle and the element is on the screen, or when a pointer or the focus reaches the element. The
   * promise rejects if the code cannot be loaded, and the next call tries again.
   */
  async load(): Promise<void> {
    this.#isWanted = true;
    if (!this.code) await this.#loadCode();
    this.requestUpdate();
    // Wait only for an element in a document, because Lit does not update an element that was never in one.
    if (this.isConnected) await this.updateComplete;
  }

  /**
   * Opens the sheet with the payment, or with the list of past payments. A panel only changes to that view. A disabled
   * element opens nothing, unless a payment is running.
   */
  show(view: 'pay' | 'history' = 'pay'): void {
    if (this.#checkout) this.#checkout.show(view);
    else if (!this.isDisabled) {
      this.#earlyView = view;
      this.#earlySheet.shown = !this.#isPanel;
      this.#want();
    }
  }

  /**
   * Closes the sheet, unless a listener cancels `hub-close`. A running payment continues, and a panel cannot be closed.
   */
  close(): void {
    if (this.#checkout) this.#checkout.close();
    else this.#earlySheet.shown = false;
  }

  /**
   * Requests a new quote in the state `reviewing`. Does nothing in any other state, or after the press on the pay
   * button.
   */
  refreshQuote(): void {
    this.#checkout?.refreshQuote();
  }

  /**
   * Tracks the payment with this request id, even if it was made on another device. No wallet prompts the payer. The
   * promise resolves when the payment is delivered or refunded. It rejects, for example, if the payment fails, or if
   * the service does not know the id. It also rejects while the element shows another payment, unless this device knows
   * the outcome already: wait for the end of that payment, and call `reset()` first.
   */
  resumePayment(requestId: string): Promise<PaymentResult | RefundResult> {
    this.#checkout?.sync();
    const outcome =
      this.session?.resume(requestId) ?? Promise.reject(new HubPayError('config', 'The element is not on the page.'));
    // Handles the rejection here, because a caller that ignores the promise must not cause an unhandled rejection.
    outcome.catch(() => undefined);
    return outcome;
  }

  /** Returns to the state `idle`. While a payment is running, it only logs a warning. */
  reset(): void {
    this.#checkout?.reset();
  }

  /**
   * The browser calls this when the form is reset. A payment that is in progress or has ended stays on the screen.
   */
  formResetCallback(): void {
    this.#checkout?.formReset();
  }

  /**
   * The browser calls this when it restores the values of a form, for example after a reload. The element then resumes
   * the payment with the restored request id. If `reference` is set, the element ignores the id, because it may belong
   * to another order. The session then finds the payments of the order itself.
   */
  formStateRestoreCallback(requestId: unknown): void {
    whenParsed(() => {
      if (typeof requestId === 'string' && this.reference === undefined) void this.resumePayment(requestId);
    });
  }

  /**
   * The browser calls this when an attribute is set or removed. When `open` appears, the property becomes true, and
   * when it disappears, the property becomes false. Code that writes `open` while this attribute is present, such as a
   * library that updates the page from new HTML, changes nothing.
   */
  override attributeChangedCallback(name: string, old: string | null, value: string | null): void {
    if (name !== 'open' || (old === null) !== (value === null)) super.attributeChangedCallback(name, old, value);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    clearTimeout(this.#leaving);
    removeCopiedRegions(this);
    this.requestUpdate();
  }

  /**
   * The browser calls this after a script has moved the element to another document. The move has removed the style
   * sheets and, in Firefox, the class of the element, so this method restores them.
   */
  adoptedCallback(): void {
    Object.setPrototypeOf(this, this.#prototype);
    if (this.shadowRoot) setSheets(this.shadowRoot, this.#sheets);
  }

  /** Ends the early session if a script removes the element. A move within one task does not end the session. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#leaving = setTimeout(() => {
      this.#earlySession?.destroy();
      this.#earlySession = undefined;
    });
  }

  /** The loaded code, or undefined until it has loaded; tests override this member. */
  protected get code(): CheckoutCode | undefined {
    return HubPay.#code;
  }

  /** Loads the code of the checkout; tests override this method. */
  protected loadCode(): Promise<CheckoutCode> {
    return loadCheckout();
  }

  /**
   * Reloads the page, because older browsers remember a failed `import()`. Does nothing while the browser is offline,
   * because the payer would lose the page. Tests override this method.
   */
  protected reload(): void {
    if (navigator.onLine) location.reload();
  }

  /** Creates the session; tests override this method to provide their own. */
  protected createSession(options: SessionOptions, deps: Partial<Platform>, code: CheckoutCode): PaymentSession {
    return code.createPaymentSession(options, deps);
  }

  /**
   * Creates the shadow root. If a script has created the element in one document and adds it to another, Lit cannot add
   * the styles, so the shadow root gets copies of them.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    try {
      return keepPresses(super.createRenderRoot());
    } catch (error) {
      if (!this.shadowRoot) throw error;
      addStyles(this.shadowRoot, ...(HubPay.elementStyles as CSSResult[]));
      return keepPresses(this.shadowRoot);
    }
  }

  /**
   * An update is complete only after the texts of the payer's language have loaded, or after English ones have taken
   * their place.
   */
  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    if (!this.#texts.loading) return isDone;
    await this.#texts.loading;
    return this.updateComplete;
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    if (!this.#checkout && this.isConnected) this.#prepare();
    this.#checkout?.update(changed);
  }

  protected override render(): TemplateResult {
    return renderElement(this.#checkout?.render() ?? this.#renderEarly(), this.layout);
  }

  protected override updated(): void {
    this.takeState(this.state.name, this.#checkout?.value);
    this.showOpen(this.open);
    this.#sheets = [...(this.shadowRoot?.adoptedStyleSheets ?? [])];
    this.validate(this.required ? translateFor(this, this.#texts)('form.required') : '', this.#payButton);
    this.#checkout?.updated();
    showLanguage(this.shadowRoot, this.#checkout?.t ?? translateFor(this, this.#texts));
  }

  /**
   * Loads the code if the element needs it at once. Creates the checkout if it is wanted, and its code and texts have
   * loaded.
   */
  #prepare(): void {
    const isStored = (): boolean => !!(moneyOfSite() ?? this.code?.hasPaymentInMemory());
    // An element without `base-url` also needs the code, which reports that the attribute is missing.
    const isNeeded = this.#isPanel || (!this.hasUpdated && (!this.baseUrl || isStored()));
    if (isNeeded && !this.#wasNeeded) this.#want();
    // A disabled element closes its empty sheet, which would otherwise block the page.
    if (this.isDisabled && this.open) this.close();
    const { code } = this;
    // Without its texts, the checkout would begin in English, and its words would change while the payer reads them.
    if (!code || !this.#isWanted || this.#screenTexts === undefined) return;
    this.#preload.stop();
    this.#idle = { name: 'idle' };
    const sender = (): typeof fetch => this.fetch ?? fetch;
    this.#checkout = new code.Checkout(this, {
      createSession: (options, watched) =>
        this.createSession(options, { fetch: watched((...request) => sender()(...request)), sender }, code),
      started: (session) => this.#earlySession?.attach(session),
      refused: (problem) => this.#earlySession?.refuse(problem),
      takeState: () => this.takeState(this.state.name, this.#checkout?.value),
      showOpen: () => this.showOpen(this.open),
      isDisabled: () => this.isDisabled,
      texts: this.#texts,
      stored: moneyOfSite,
      reload: () => this.reload(),
    });
    if (this.#earlySheet.handOver() || this.#isPanel) this.#checkout.show(this.#earlyView);
    this.#earlyView = 'pay';
  }

  /**
   * Loads the code because the element needs it now. If the load fails, dispatches `hub-error`, but only once for all
   * calls that wait for the same load.
   */
  #want(): void {
    this.#wasNeeded = true;
    this.#idle = { name: 'idle' };
    // The checkout reports a problem only once, but each promise of the early session must end.
    const loaded = (): void => whenParsed(() => this.#refuseEarly());
    this.load().then(loaded, (error: unknown) => {
      if (this.#idle.problem) return;
      const problem = errorInfo(error);
      this.#idle = { name: 'idle', problem };
      this.#refuseEarly();
      const detail = this.baseUrl === TEST_MODE ? Object.freeze({ ...problem, test: true }) : problem;
      const event = new CustomEvent('hub-error', { bubbles: true, composed: true, detail });
      whenParsed(() => this.dispatchEvent(event));
      this.requestUpdate();
    });
  }

  /** If a problem prevents a real session, passes this problem to the early session. */
  #refuseEarly(): void {
    const { state } = this;
    if (state.name === 'idle' && state.problem) this.#earlySession?.refuse(state.problem);
  }

  /**
   * The texts of the screens; undefined while they load, and null if the screens use the English texts of a payment.
   * The first read for a language starts the load, so that the texts load at the same time as the code.
   */
  get #screenTexts(): Messages | null | undefined {
    return this.#texts.screens(payerLocale(this), this.purpose);
  }

  #loadCode(): Promise<CheckoutCode> {
    void this.#screenTexts;
    return (this.#loading ??= this.loadCode().then(
      (code) => (HubPay.#code = code),
      (cause: unknown) => {
        this.#loading = undefined;
        throw notLoaded(cause);
      },
    ));
  }

  /** Loads the code and checks the properties, so that a developer sees an error before the first press. */
  async #checkEarly(): Promise<void> {
    const { Checkout } = this.code ?? (await this.#loadCode());
    if (Checkout.hasProblem(this)) this.#want();
  }

  #renderEarly(): Rendering {
    return renderEarly(this, {
      texts: this.#texts,
      isShown: this.#isPanel || this.open,
      isDisabled: this.isDisabled,
      failed: this.#idle.problem?.money ?? null,
      retry: () => this.reload(),
    });
  }

  get #isPanel(): boolean {
    return this.layout === 'panel';
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
