/** `<hub-pay>`: properties go in, a session runs behind them, events and a form value come out. Start reading here. */
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

/** The payment element. Attributes, events, slots, parts and tokens are described in `public-api.ts`. */
export class HubPay extends PropertyElement {
  static override shadowRootOptions: ShadowRootInit = { ...LitElement.shadowRootOptions, delegatesFocus: true };
  static override styles: CSSResultGroup = [styles, liveRegionStyles];

  /** Registers the element; where another copy has the name already it warns and changes nothing. */
  static define(tag = 'hub-pay', registry: CustomElementRegistry = customElements): void {
    define(tag, this, registry);
  }

  /** They load with the flow. */
  protected screens: Screens | undefined;
  protected late: LateScreens | undefined;

  readonly #locale = new LocaleController(this);
  readonly #liveRegion = new LiveRegion(this);
  readonly #events = new DomEvents(this, () => this.takeState(this.state));
  readonly #sessions = new SessionController(this, {
    options: () => toSessionOptions(this),
    create: (options) => this.createSession(options, { fetch: (...request) => (this.fetch ?? fetch)(...request) }),
    tell: (type, detail) => {
      if (this.state.name === 'idle') this.#local = emptyLocal;
      this.#events.hear(type, detail);
    },
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

  /** Where the payment stands; replaced, never changed. */
  get state(): PaymentState {
    return this.#sessions.state;
  }

  /** The headless session behind the element; absent until the document is parsed, and outside of one. */
  get session(): PaymentSession | undefined {
    return this.#sessions.session;
  }

  get open(): boolean {
    return this.#sheet.shown;
  }

  set open(open: boolean) {
    if (open) this.#raise();
    else this.close();
  }

  /** Opens the sheet, at the payment or at the list of past ones; a panel is open, and changes what it shows. */
  show(view: 'pay' | 'history' = 'pay'): void {
    this.#history.show(view === 'history' && this.#mayOpen);
    this.#raise();
  }

  #raise(): void {
    if (!this.#isPanel && this.#mayOpen) this.#sheet.show();
  }

  /** Closes the sheet, unless a listener of `hub-close` objects. A payment that is on its way goes on. */
  close(): void {
    if (!this.#isPanel) this.#sheet.close('method');
  }

  /** Renews the numbers on the screen. */
  refreshQuote(): void {
    this.#sessions.dispatch({ type: 'quote-aged' });
  }

  /**
   * Follows any payment to its end and settles with it, also one of another device; no wallet is asked. Rejects, and
   * changes nothing, for an id that nobody knows, and while another payment stands here: wait for its end, and reset.
   */
  resumePayment(requestId: string): Promise<PaymentResult | RefundResult> {
    this.#sessions.sync();
    const outcome =
      this.session?.resume(requestId) ??
      Promise.reject(new HubPayError('config', 'There is no session to resume a payment in.'));
    // Who does not wait for the end must not be told of it as an unhandled rejection.
    outcome.catch(() => undefined);
    return outcome;
  }

  /** Back to `idle`, for another payment; while one is under way it warns and does nothing. */
  reset(): void {
    if (isRunning(this.state)) this.#events.warn('reset() did nothing: a payment is under way.');
    else this.#sessions.dispatch({ type: isCommitted(this.state) ? 'reset' : 'closed' });
  }

  formResetCallback(): void {
    if (!isCommitted(this.state)) this.#sessions.dispatch({ type: 'closed' });
  }

  /**
   * The browser brings back the request id of a form that was left: its payment is looked at again before it counts. An
   * order finds its own payments by its reference; the id may be of another order that stood here before.
   */
  formStateRestoreCallback(requestId: unknown): void {
    this.#sessions.whenParsed(() => {
      if (typeof requestId === 'string' && this.reference === undefined) void this.resumePayment(requestId);
    });
  }

  /** Tests put a session of their own here. */
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
    // The comment is for whoever inspects the element.
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
   * Starts the payment once somebody can see it: the sheet is on the screen, or the panel is not hidden.
   * @param again The payer asked: what could not be loaded the last time is tried once more.
   */
  #open(again = false): void {
    if (this.#isPanel ? this.#visibility.isVisible : this.#sheet.raised) this.#sessions.open(again);
  }

  /** What a view asks for. A press that pays is let through once, and only where its numbers could be read. */
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
