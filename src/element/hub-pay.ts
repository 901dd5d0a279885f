/**
 * The custom element `<hub-pay>`. It takes properties, runs a payment session, dispatches DOM events and sets a form
 * value. Start reading here.
 */
import { html, LitElement, type CSSResultGroup, type TemplateResult } from 'lit';
import { validateProperties } from './property-rules.js';
import { affectsSession, toSessionOptions } from './session-options.js';
import { define } from './define.js';
import { HubPayError } from '../errors.js';
import type { Platform } from '../shared/platform.js';
import { createLazySession } from '../payment/session/lazy-session.js';
import type { SessionOptions } from '../payment/model/options.js';
import type { PaymentSession } from '../payment/session/session.js';
import { isCommitted, isRunning, type PayerEvent, type PaymentState } from '../payment/model/state.js';
import { PropertyElement } from './properties.js';
import type { PaymentResult, RefundResult } from '../types.js';
import { announcementOf } from '../ui/announcement.js';
import { emptyLocal, type ViewContext } from '../ui/context/view-context.js';
import { LiveRegion, liveRegionStyles } from './controllers/live-region.js';
import { TickController } from './controllers/tick-controller.js';
import { DepositController, needsDepositScreens } from './controllers/deposit-controller.js';
import { DialogController } from './controllers/dialog-controller.js';
import { FocusController } from './controllers/focus-controller.js';
import { UnloadGuard } from './controllers/unload-guard.js';
import { LocaleController } from './controllers/locale-controller.js';
import { HistoryController } from './controllers/history-controller.js';
import { VisibilityController } from './controllers/visibility-controller.js';
import { SessionController } from './controllers/session-controller.js';
import { PressGuard } from './controllers/press-guard.js';
import { DomEvents } from './dom-events.js';
import { renderPayment } from '../ui/render.js';
import { styles } from '../ui/styles/index.js';
import { offersDepositAddress, viewContext } from './create-view-context.js';
import type * as Checkout from './checkout-chunk.js';

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
  static override styles: CSSResultGroup = [styles, liveRegionStyles];

  /** Registers the element under a tag name. If another copy has registered it, logs a warning and changes nothing. */
  static define(tag = 'hub-pay', registry: CustomElementRegistry = customElements): void {
    define(tag, this, registry);
  }

  /** The payment logic, its screens and their texts. Undefined until they have loaded. */
  protected checkout: typeof Checkout | undefined;

  readonly #locale = new LocaleController(this);
  readonly #liveRegion = new LiveRegion(this);
  readonly #events = new DomEvents(this, () => this.takeState(this.state));
  readonly #sessions = new SessionController(this, {
    options: () => toSessionOptions(this),
    create: (options) => this.createSession(options, { fetch: (...request) => (this.fetch ?? fetch)(...request) }),
    started: (session) => {
      session.on('hub-statechange', ({ state }) => {
        if (state === 'idle') this.#local = emptyLocal;
      });
      this.#events.subscribe(session);
    },
    refused: (problem) => this.#events.reportError(problem),
  });
  readonly #pressGuard = new PressGuard(this, () => this.state);
  readonly #sheet = new DialogController(this, {
    postponed: () => this.#events.warn('The sheet opens as soon as the element is visible.'),
    opened: () => {
      this.#sessions.whenParsed(() => this.#events.dispatch('hub-open', {}));
      this.#start(true);
    },
    mayClose: (reason) => this.#events.dispatch('hub-close', { reason, committed: isCommitted(this.state) }, true),
    closed: () => {
      this.#history.show(false);
      this.#sessions.dispatch({ type: 'closed' });
    },
  });
  readonly #visibility = new VisibilityController(this, () => this.#start());
  readonly #history = new HistoryController(this, {
    load: async () => (await this.#loadCheckout()).loadHistory(),
    session: () => {
      this.#sessions.sync();
      return this.session;
    },
  });
  readonly #deposit = new DepositController(this, {
    isNeeded: () => this.#isShown && needsDepositScreens(this.state, offersDepositAddress(this)),
    load: async () => (await this.#loadCheckout()).loadDeposit(),
  });
  #context: ViewContext | undefined;
  #local = emptyLocal;

  constructor() {
    super();
    new FocusController(this, () => (this.#isPanel ? 'panel' : this.open ? 'sheet' : 'closed'));
    new UnloadGuard(this, () => isRunning(this.state) && this.session?.durable === false);
    new TickController(this, () => this.#isShown && isRunning(this.state));
  }

  /** The payment's current state. Each change creates a new object; no state is mutated. */
  get state(): PaymentState {
    return this.#sessions.state;
  }

  /** The headless session of the element. Undefined until the document is parsed, and outside a document. */
  get session(): PaymentSession | undefined {
    return this.#sessions.session;
  }

  /** True if the sheet is open. Setting `open` opens or closes the sheet, as `show()` and `close()` do. */
  get open(): boolean {
    return this.#sheet.shown;
  }

  set open(open: boolean) {
    if (open) this.#openSheet();
    else this.close();
  }

  /** Opens the sheet with the payment or the list of past payments. A panel only switches the view. */
  show(view: 'pay' | 'history' = 'pay'): void {
    this.#history.show(view === 'history' && this.#mayOpen);
    this.#openSheet();
  }

  #openSheet(): void {
    if (!this.#isPanel && this.#mayOpen) this.#sheet.show();
  }

  /** Closes the sheet, unless a listener cancels `hub-close`. A running payment continues. Does nothing in a panel. */
  close(): void {
    if (!this.#isPanel) this.#sheet.close('method');
  }

  /** Requests a new quote in the state `reviewing`. Does nothing in any other state. */
  refreshQuote(): void {
    this.#sessions.dispatch({ type: 'quote-aged' });
  }

  /**
   * Tracks a payment by its request id and resolves with its outcome. The payment may come from another device. No
   * wallet prompts. It rejects, and changes nothing, if the service has no such id. It also rejects while another
   * payment is shown: wait for that outcome and call `reset()`.
   */
  resumePayment(requestId: string): Promise<PaymentResult | RefundResult> {
    this.#sessions.sync();
    const outcome =
      this.session?.resume(requestId) ??
      Promise.reject(new HubPayError('config', 'There is no session to resume a payment in.'));
    // A caller that ignores the promise must not cause an unhandled rejection.
    outcome.catch(() => undefined);
    return outcome;
  }

  /** Returns to `idle`. While a payment is running, it logs a warning and does nothing. */
  reset(): void {
    if (isRunning(this.state)) this.#events.warn('reset() did nothing: a payment is running.');
    else this.#sessions.dispatch({ type: isCommitted(this.state) ? 'reset' : 'closed' });
  }

  /** Called by the browser when the form is reset. A payment that may have been sent or has ended is not reset. */
  formResetCallback(): void {
    if (!isCommitted(this.state)) this.#sessions.dispatch({ type: 'closed' });
  }

  /**
   * Called by the browser with the request id of a restored form. Resumes that payment. The form value is set only
   * after the service reports success. If `reference` is set, nothing is resumed. The session then finds the order's
   * payments by `reference`, and the restored id may belong to another order.
   */
  formStateRestoreCallback(requestId: unknown): void {
    this.#sessions.whenParsed(() => {
      if (typeof requestId === 'string' && this.reference === undefined) void this.resumePayment(requestId);
    });
  }

  /** Creates the session. Tests override this method to supply their own session. */
  protected createSession(options: SessionOptions, deps: Partial<Platform>): PaymentSession {
    return createLazySession(options, deps, async () => (await this.#loadCheckout()).createPaymentSession);
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    this.#locale.update(this.locale, this.messages, this.checkout?.en);
    if (this.#isPanel) this.#sheet.drop();
    this.#sessions.check(validateProperties(this), affectsSession(changed));
    this.#sessions.sync();
    this.#start();
  }

  protected override render(): TemplateResult {
    this.#context = viewContext(this, {
      t: this.#locale.t,
      format: this.#locale.format,
      local: this.#local,
      mayPress: this.#pressGuard.mayPress,
      open: this.#isShown,
      disabled: this.isDisabled,
      screens: this.checkout?.screens,
      depositScreens: this.#deposit.screens,
      set: (patch) => {
        this.#local = { ...this.#local, ...patch };
        this.requestUpdate();
      },
      history: this.#history.screen,
      showHistory: () => this.#history.show(true),
      searchTokens: (text) => this.session?.search(text) ?? Promise.resolve(null),
      dispatch: (event) => this.#dispatch(event),
      show: () => this.#sheet.show(this.#payButton),
      close: () => this.#sheet.close('button'),
    });
    // The HTML comment leads developers who inspect the element to the README.
    return html`<!-- https://github.com/hub-pay/hub-pay#readme -->${renderPayment(this.state, this.#context)}`;
  }

  protected override updated(): void {
    this.takeState(this.state);
    this.validate(this.required ? this.#locale.t('form.required') : '', this.#payButton);
    this.#liveRegion.announce(this.#isShown && this.#context && announcementOf(this.state, this.#context));
  }

  async #loadCheckout(): Promise<typeof Checkout> {
    return (this.checkout = await import('./checkout-chunk.js'));
  }

  get #isPanel(): boolean {
    return this.layout === 'panel';
  }

  get #mayOpen(): boolean {
    return !this.isDisabled || isRunning(this.state);
  }

  get #isShown(): boolean {
    return this.#isPanel || this.open;
  }

  get #payButton(): HTMLElement | undefined {
    return this.shadowRoot?.querySelector<HTMLElement>('[part="button"], [part="primary"]') ?? undefined;
  }

  /**
   * Starts the payment if the sheet is open or the panel is not hidden.
   * @param again True if the sheet has just opened. Code that failed to load is then loaded again.
   */
  #start(again = false): void {
    if (this.#isPanel ? this.#visibility.isVisible : this.#sheet.raised) this.#sessions.open(again);
  }

  /**
   * Handles an event from a view. The press that pays is passed on once, and only after the payer had time to read the
   * numbers.
   */
  #dispatch(event: PayerEvent): void {
    const { state } = this;
    if (event.type === 'confirmed') {
      const isReady = state.name === 'reviewing' && !state.confirming && !this.isDisabled && this.#pressGuard.take();
      if (!isReady) return;
    }
    this.#sessions.dispatch(event);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'hub-pay': HubPay;
  }
}
