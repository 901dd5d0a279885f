/**
 * The custom element `<hub-pay>`. It takes properties, runs a payment session, dispatches DOM events and sets a form
 * value. Start reading here.
 */
import { html, LitElement } from 'lit';
import type { CSSResultGroup, TemplateResult } from 'lit';
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
import { emptyLocal, type LateScreens, type Screens, type ViewContext } from '../ui/context/view-context.js';
import { LiveRegion, liveRegionStyles } from './controllers/live-region.js';
import { TickController } from './controllers/tick-controller.js';
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
import { viewContext } from './create-view-context.js';

/** The payment element. `reference.ts` describes its attributes, events, slots, parts and CSS custom properties. */
export class HubPay extends PropertyElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles: CSSResultGroup = [styles, liveRegionStyles];

  /**
   * Registers the element under a tag name. If another copy has registered the name, it logs a warning and changes
   * nothing.
   */
  static define(tag = 'hub-pay', registry: CustomElementRegistry = customElements): void {
    define(tag, this, registry);
  }

  /** Undefined until the payment code has loaded. */
  protected screens: Screens | undefined;
  /** The screens that load after the first ones. Undefined until then. */
  protected late: LateScreens | undefined;

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
    waits: () => this.#events.warn('The sheet opens as soon as the element is visible.'),
    opened: () => {
      this.#sessions.whenParsed(() => this.#events.tell('hub-open', {}));
      this.#open(true);
    },
    mayClose: (reason) => this.#events.tell('hub-close', { reason, committed: isCommitted(this.state) }, true),
    closed: () => {
      this.#history.show(false);
      this.#sessions.dispatch({ type: 'closed' });
    },
  });
  readonly #visibility = new VisibilityController(this, () => this.#open());
  readonly #history = new HistoryController(this, {
    load: async () => (await import('./checkout-chunk.js')).loadHistory(),
    session: () => {
      this.#sessions.sync();
      return this.session;
    },
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

  /**
   * The headless session of the element. Undefined until the document is parsed, and while the element is outside a
   * document.
   */
  get session(): PaymentSession | undefined {
    return this.#sessions.session;
  }

  /** True while the sheet is shown. Setting it opens or closes the sheet. Default: false. A panel ignores it. */
  get open(): boolean {
    return this.#sheet.shown;
  }

  set open(open: boolean) {
    if (open) this.#raise();
    else this.close();
  }

  /**
   * Opens the sheet with the payment or with the list of past payments. A panel is always open; there the method only
   * switches the view.
   */
  show(view: 'pay' | 'history' = 'pay'): void {
    this.#history.show(view === 'history' && this.#mayOpen);
    this.#raise();
  }

  #raise(): void {
    if (!this.#isPanel && this.#mayOpen) this.#sheet.show();
  }

  /**
   * Closes the sheet, unless a listener cancels `hub-close`. A payment that is running continues. In a panel it does
   * nothing.
   */
  close(): void {
    if (!this.#isPanel) this.#sheet.close('method');
  }

  /** Requests a new quote while one is being reviewed; otherwise it does nothing. */
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

  /**
   * Returns to `idle` so that another payment can start. While a payment is running, it logs a warning and does
   * nothing.
   */
  reset(): void {
    if (isRunning(this.state)) this.#events.warn('reset() did nothing: a payment is under way.');
    else this.#sessions.dispatch({ type: isCommitted(this.state) ? 'reset' : 'closed' });
  }

  /** Called by the browser when the form is reset. A payment that may have been sent, or that has ended, stays. */
  formResetCallback(): void {
    if (!isCommitted(this.state)) this.#sessions.dispatch({ type: 'closed' });
  }

  /**
   * The browser restores the request id of a form that the payer left. The payment is resumed, so its status is read
   * again before it counts. With `reference` set nothing is resumed: the session finds the order's payments by
   * reference, and the restored id may belong to another order.
   */
  formStateRestoreCallback(requestId: unknown): void {
    this.#sessions.whenParsed(() => {
      if (typeof requestId === 'string' && this.reference === undefined) void this.resumePayment(requestId);
    });
  }

  /** Creates the session. Tests override it to supply their own session. */
  protected createSession(options: SessionOptions, deps: Partial<Platform>): PaymentSession {
    return createLazySession(options, deps, async () => {
      const checkout = await import('./checkout-chunk.js');
      this.screens = checkout.screens;
      void checkout.loadLate().then(
        (late) => {
          this.late = late;
          this.requestUpdate();
        },
        () => undefined,
      );
      return checkout.createPaymentSession;
    });
  }

  protected override willUpdate(changed: ReadonlyMap<PropertyKey, unknown>): void {
    this.#locale.update(this.locale, this.messages);
    if (this.#isPanel) this.#sheet.drop();
    this.#sessions.check(validateProperties(this), affectsSession(changed));
    this.#sessions.sync();
    this.#open();
  }

  protected override render(): TemplateResult {
    this.#context = viewContext(this, {
      t: this.#locale.t,
      format: this.#locale.format,
      local: this.#local,
      mayPress: this.#pressGuard.mayPress,
      open: this.#isShown,
      disabled: this.isDisabled,
      screens: this.screens,
      late: this.late,
      set: (patch) => {
        this.#local = { ...this.#local, ...patch };
        this.requestUpdate();
      },
      history: this.#history.screen,
      showHistory: () => this.#history.show(true),
      searchTokens: (text) => this.session?.search(text) ?? Promise.resolve(null),
      dispatch: (event) => this.#ask(event),
      show: () => this.#sheet.show(this.#payButton),
      close: () => this.#sheet.close('button'),
    });
    // The HTML comment leads developers who inspect the element to the README.
    return html`<!-- https://github.com/hub-pay/hub-pay#readme -->${renderPayment(this.state, this.#context)}`;
  }

  protected override updated(): void {
    this.takeState(this.state);
    this.validate(this.required ? this.#locale.t('form.required') : '', this.#payButton);
    this.#liveRegion.say(this.#isShown && this.#context && announcementOf(this.state, this.#context));
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
   * Starts the payment as soon as it is visible: the sheet is open, or the panel is not hidden.
   * @param again True if the payer opened it: code that failed to load is loaded again.
   */
  #open(again = false): void {
    if (this.#isPanel ? this.#visibility.isVisible : this.#sheet.raised) this.#sessions.open(again);
  }

  /**
   * Handles an event from a view. The press that pays passes only once, and only after the payer could read the
   * numbers.
   */
  #ask(event: PayerEvent): void {
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
