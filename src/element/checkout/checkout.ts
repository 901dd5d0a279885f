/**
 * Contains the session, the screens and the controllers. The element creates the checkout when this code has loaded and
 * is needed.
 */
import type { ErrorInfo, Money } from '../../errors.js';
import type { ViewName } from '../../events.js';
import type { Messages } from '../../i18n/locales/messages.js';
import { platformClock } from '../../shared/time/clock.js';
import { loaded } from '../../shared/load-code.js';
import { checkOptions, type SessionOptions } from '../../payment/model/options.js';
import { isCommitted, isRunning, type PayerEvent, type PaymentState } from '../../payment/model/state.js';
import type { PaymentSession } from '../../payment/session/session.js';
import type { PaymentResult, RefundResult } from '../../types.js';
import { addStyles } from '../../ui/add-styles.js';
import { announcementOf } from '../../ui/announcement.js';
import { emptyLocal, type ViewContext, type ViewLocal } from '../../ui/context/view-context.js';
import { nextRetryOf } from '../../ui/context/retry-time.js';
import { contentOf } from '../../ui/content.js';
import type { Rendering } from '../../ui/render.js';
import { checkoutStyles } from '../../ui/styles/index.js';
import { DialogController } from '../controllers/dialog-controller.js';
import { FocusController } from '../controllers/focus-controller.js';
import { HistoryController } from '../controllers/history-controller.js';
import { KeyController } from '../controllers/key-controller.js';
import { LiveRegion, liveRegionStyles } from '../controllers/live-region.js';
import { LocaleController } from '../controllers/locale-controller.js';
import { whenParsed } from '../../shared/page/page-parsed.js';
import { blockedBy, PolicyController } from '../controllers/policy-controller.js';
import { PressGuard } from '../controllers/press-guard.js';
import { RegistryController } from '../controllers/registry-controller.js';
import { SessionController } from '../controllers/session-controller.js';
import { TickController } from '../controllers/tick-controller.js';
import { UnloadGuard } from '../controllers/unload-guard.js';
import { VisibilityController } from '../controllers/visibility-controller.js';
import { payerLocale } from '../payer-locale.js';
import type { PropertyElement } from '../property-element.js';
import { errorInAttributes, inAttributeNames } from './attribute-names.js';
import { affectsSession, toSessionOptions } from './session-options.js';
import { warnOfMistakes } from './warn-of-mistakes.js';
import { viewContext } from './create-view-context.js';
import { DomEvents } from './dom-events.js';
import { FormSubmission } from './form-submission.js';
import { LateScreens } from './late-screens.js';
import { markEnglish } from './mark-english.js';
import { watchStored } from './not-stored.js';
import { withPageToken } from './page-token.js';
import { validateProperties } from './property-rules.js';

/** The element, with the members that the checkout uses. */
export type CheckoutHost = PropertyElement & {
  resumePayment: (requestId: string) => Promise<PaymentResult | RefundResult>;
};

/** The parts of the element that are not public, but that the checkout needs. */
export type ElementParts = {
  /** Creates the session; `watched` wraps a `fetch`, so that the element remembers the origin of each request. */
  createSession: (options: SessionOptions, watched: (send: typeof fetch) => typeof fetch) => PaymentSession;
  /** Called for each new session, after the checkout has added its listeners to it. */
  started: (session: PaymentSession) => void;
  /** Called if an attribute or a property is invalid, or if the registry or test mode could not be loaded. */
  refused: (problem: ErrorInfo) => void;
  /** Sets the form value and the custom state, and returns true if the value changed. */
  takeState: () => boolean;
  /** Sets the custom state `open` if the sheet is open, or else removes it. */
  showOpen: () => void;
  isDisabled: () => boolean;
  /** The texts in the payer's language: those of the button and those of the screens, which may still load. */
  texts: {
    button: (locale: string, purpose: string | undefined) => Messages;
    screens: (locale: string, purpose: string | undefined) => Messages | null | undefined;
  };
  /**
   * Returns `unknown` if a stored payment of this site may have been sent or cannot be read, and `not-sent` if none was
   * sent. Returns null if no payment is stored, or if the page may not use the storage.
   */
  stored: () => Money | null;
  /** Reloads the page if the browser is online. */
  reload: () => void;
};

/**
 * Whether a wallet shows a prompt or may show one soon, or whether the page may ask the payer in `hub-confirm`. In the
 * phase `press`, and beside a problem, the sheet itself asks.
 */
const isAsking = (state: PaymentState): boolean =>
  (state.name === 'reviewing' && state.confirming) ||
  (state.name === 'selecting' && state.connecting != null) ||
  (state.name === 'authorizing' && state.phase !== 'press' && !state.problem) ||
  (state.name === 'processing' && state.again?.confirmed === true);

/** Whether the screen shows the code of a wallet, perhaps with the time for which it can be used. */
const hasCode = (state: PaymentState): boolean => state.name === 'selecting' && !!state.code;

export class Checkout {
  readonly #host: CheckoutHost;
  readonly #parts: ElementParts;
  readonly #locale: LocaleController;
  readonly #liveRegion: LiveRegion;
  readonly #events: DomEvents;
  readonly #form: FormSubmission;
  readonly #dialog: DialogController;
  readonly #registry: RegistryController;
  readonly #sessions: SessionController;
  readonly #pressGuard: PressGuard;
  readonly #visibility: VisibilityController;
  readonly #history: HistoryController;
  readonly #screens: LateScreens;
  #context: ViewContext | undefined;
  #local = emptyLocal;
  #view: ViewName | undefined;
  /** Whether the last rendering contained an English text in place of one that the payer's language lacks. */
  #isMarked = false;

  constructor(host: CheckoutHost, parts: ElementParts) {
    this.#host = host;
    this.#parts = parts;
    addStyles(host.renderRoot as ShadowRoot, ...checkoutStyles, liveRegionStyles);
    warnOfMistakes(host);
    this.#locale = new LocaleController(host);
    this.#liveRegion = new LiveRegion(host);
    this.#registry = new RegistryController(host, async (file) =>
      (await loaded(import('./load-registry.js'), `loads ${file}`)).loadSetup(file, host, watched),
    );
    this.#form = new FormSubmission(host, {
      isOpen: () => this.open,
      show: () => this.show('pay'),
      close: () => this.close(),
      tell: (incompleteForm) => {
        if (incompleteForm !== this.#local.incompleteForm) this.#setLocal({ incompleteForm });
      },
      warn: (message) => this.#events.warn(message),
    });
    this.#events = new DomEvents(host, parts.takeState, this.#registry, this.#form);
    this.#dialog = new DialogController(host, {
      postponed: () => this.#events.warn('The sheet opens as soon as the element is visible.'),
      opened: () => {
        parts.showOpen();
        whenParsed(() => this.#events.dispatch('hub-open', {}));
        this.#start(true);
      },
      mayClose: (reason) => this.#events.dispatch('hub-close', { reason, committed: isCommitted(this.state) }, true),
      closed: () => {
        parts.showOpen();
        this.#history.show(false);
        this.#sessions.dispatch({ type: 'closed' });
        this.#form.sheetClosed();
      },
      isAsking: () => isAsking(this.state),
    });
    const policy = new PolicyController(
      host,
      () => [host.baseUrl, host.statusStreamUrl],
      (origin) =>
        this.#events.reportError(
          blockedBy(origin, parts.stored() ?? (isCommitted(this.state) ? 'unknown' : 'not-sent')),
        ),
    );
    const watched = (send: typeof fetch): typeof fetch => policy.watched(withPageToken(send, host));
    this.#sessions = new SessionController(host, {
      isReady: () => this.#registry.isReady,
      options: () => toSessionOptions(host, this.#registry.setup?.registry),
      create: (options) =>
        watchStored(
          inAttributeNames(this.#registry.setup?.createSession?.(options) ?? parts.createSession(options, watched)),
          () => toSessionOptions(host),
          (text) => this.#events.warn(text),
        ),
      stored: parts.stored,
      started: (session) => {
        // A new session does not know what the payer typed for the earlier one, which ended with the element's removal.
        this.#local = emptyLocal;
        session.on('hub-statechange', ({ state }) => {
          if (state === 'idle') this.#local = emptyLocal;
        });
        this.#events.subscribe(session);
        parts.started(session);
      },
      refused: (problem) => {
        this.#events.reportError(problem);
        parts.refused(problem);
      },
    });
    this.#pressGuard = new PressGuard(host, () => this.state);
    this.#visibility = new VisibilityController(host, () => this.#start());
    this.#history = new HistoryController(host, {
      load: () => import('../../ui/history/payment-list.js'),
      session: () => {
        this.#sessions.sync();
        return this.session;
      },
    });
    this.#screens = new LateScreens(host, () => (this.#isShown ? this.state : null));
    new FocusController(host, () => (this.#isPanel || this.#dialog.isBack ? 'panel' : this.open ? 'sheet' : 'closed'));
    new KeyController(host, () => this.#dialog.raised);
    new UnloadGuard(host, () => isRunning(this.state) && this.session?.durable === false);
    new TickController(
      host,
      () =>
        this.#isShown &&
        (isRunning(this.state) || hasCode(this.state) || nextRetryOf(this.state) > platformClock.now()),
    );
  }

  /** Whether an attribute or a property is invalid. Also logs other mistakes of the page on the console. */
  static hasProblem(host: CheckoutHost): boolean {
    warnOfMistakes(host);
    try {
      checkOptions(toSessionOptions(host));
    } catch {
      return true;
    }
    return !!validateProperties(host);
  }

  get state(): PaymentState {
    return this.#sessions.state;
  }

  /** Translates the texts of the screens. */
  get t(): LocaleController['t'] {
    return this.#locale.t;
  }

  /** The form value, which is the request id of the delivered payment. */
  get value(): string {
    return this.#sessions.value;
  }

  /**
   * The payment session; undefined until it has started, and after the element was removed. It starts when the page is
   * parsed, all properties are valid, and the registry or test mode has loaded.
   */
  get session(): PaymentSession | undefined {
    return this.#sessions.session;
  }

  /** Whether the sheet is open, or opens as soon as the element is visible. */
  get open(): boolean {
    return this.#dialog.shown;
  }

  /**
   * Opens the sheet with this view. A panel only changes to the view. While disabled, opens nothing unless a payment is
   * running.
   */
  show(view: 'pay' | 'history'): void {
    const mayOpen = !this.#parts.isDisabled() || isRunning(this.state);
    this.#history.show(view === 'history' && mayOpen);
    if (!this.#isPanel && mayOpen) this.#dialog.show();
  }

  close(): void {
    if (!this.#isPanel) this.#dialog.close('method');
  }

  refreshQuote(): void {
    this.#sessions.dispatch({ type: 'quote-aged' });
  }

  /**
   * Creates the session if there is none and it can start, without waiting for the next rendering. An existing session
   * gets only those changed properties that a rendering has already noticed.
   */
  sync(): void {
    this.#sessions.sync();
  }

  reset(): void {
    if (isRunning(this.state)) this.#events.warn('reset() did nothing: a payment is running.');
    else this.#sessions.dispatch({ type: isCommitted(this.state) ? 'reset' : 'closed' });
  }

  /** Handles a reset of the form. A payment that is in progress or has ended stays. */
  formReset(): void {
    if (!isCommitted(this.state)) this.#sessions.dispatch({ type: 'closed' });
  }

  /** Called by the element before each rendering, with the changed properties. */
  update(changed: ReadonlyMap<PropertyKey, unknown>): void {
    const host = this.#host;
    if (this.#isPanel) this.#dialog.drop();
    const locale = payerLocale(host);
    const { texts } = this.#parts;
    this.#locale.update({
      locale,
      own: host.messages,
      button: texts.button(locale, host.purpose),
      screens: texts.screens(locale, host.purpose),
    });
    const invalid = validateProperties(host);
    if (!invalid) this.#registry.update();
    const problem = invalid ?? this.#registry.setup?.problem ?? null;
    this.#sessions.check(problem && errorInAttributes(problem), affectsSession(changed));
    this.#sessions.sync();
    this.#start();
  }

  render(): Rendering {
    this.#context = viewContext(this.#host, {
      state: this.state,
      session: this.session,
      t: this.#locale.t,
      format: this.#locale.format,
      local: this.#local,
      mayPress: !this.#parts.isDisabled() && this.#pressGuard.mayPress,
      open: this.#isShown,
      disabled: this.#parts.isDisabled(),
      ...this.#screens.loaded,
      set: (patch) => this.#setLocal(patch),
      history: this.#history.screen,
      showHistory: () => this.#history.show(true),
      searchTokens: (text) => this.session?.search(text) ?? Promise.resolve(null),
      dispatch: (event) => this.#dispatch(event),
      show: () => this.#dialog.show(this.#payButton),
      close: () => this.#dialog.close('button'),
    });
    const rendering = (this.#screens.inCurrency ?? contentOf)(this.state, this.#context);
    this.#view = rendering.frame?.view;
    return this.#registry.setup?.mark?.(rendering, this.#locale.t) ?? rendering;
  }

  /** Called by the element after each rendering, to announce and report the screen. */
  updated(): void {
    const { t } = this.#locale;
    if (t.foreign.size > 0 || this.#isMarked) markEnglish(this.#host.renderRoot, t.foreign);
    this.#isMarked = t.foreign.size > 0;
    const announcement = this.#mayAnnounce && this.#context && announcementOf(this.state, this.#context);
    this.#liveRegion.announce(announcement, announcement && t.foreign.has(announcement.text) ? 'en' : t.lang);
    this.#events.showView(this.#view);
  }

  /**
   * Whether to announce the screen. A panel opens with its page, so it is silent until the focus is in it or a payment
   * is in progress. After its first announcement, it announces every screen.
   */
  get #mayAnnounce(): boolean {
    if (!this.#isPanel) return this.open;
    return this.#liveRegion.hasSpoken || isRunning(this.state) || this.#host.matches(':focus-within');
  }

  /**
   * Starts the payment if the payer can see the screens.
   * @param again true to start also after an error, because the payer has just opened the sheet
   */
  #start(again = false): void {
    if (this.#isPanel ? this.#visibility.isVisible : this.#dialog.raised) this.#sessions.open(again);
  }

  get #isPanel(): boolean {
    return this.#host.layout === 'panel';
  }

  get #isShown(): boolean {
    return this.#isPanel || this.open;
  }

  get #payButton(): HTMLElement | undefined {
    return this.#host.shadowRoot?.querySelector<HTMLElement>('[part="button"]') ?? undefined;
  }

  #setLocal(patch: Partial<ViewLocal>): void {
    this.#local = { ...this.#local, ...patch };
    this.#host.requestUpdate();
  }

  /**
   * Passes an event from a view to the session. Ignores a second press on the pay button, and a press before the payer
   * had time to read the numbers. Also ignores a press while other content covers the button, or while another control
   * of a form with `submit-on-success` is invalid. While disabled, ignores every press on the pay button, and the
   * choice of a token to send to a deposit address.
   *
   * A retry reloads the page if code could not be loaded, because older browsers remember a failed `import()`. It also
   * reloads the page if the request for the registry failed, or if the wallet lost its connection to the page. The same
   * is so if a stored payment is unreadable, because newer code may read it.
   */
  #dispatch(event: PayerEvent): void {
    const { state } = this;
    const reason = 'problem' in state ? state.problem.reason : undefined;
    const needsReload = reason === 'not-loaded' || reason === 'unreadable-entry' || reason === 'wallet-gone';
    const isLost = this.#screens.areLost && state.name === 'selecting' && event.type === 'opened';
    if (isLost || (needsReload && (event.type === 'opened' || event.type === 'confirmed'))) {
      this.#parts.reload();
      return;
    }
    const isDisabled = this.#parts.isDisabled();
    if (isDisabled && state.name === 'selecting' && state.depositAddressFields && event.type === 'asset-picked') return;
    const isReady = state.name === 'reviewing' ? !state.confirming : event.type === 'signature-confirmed';
    const isAgreement = event.type === 'confirmed' || event.type === 'signature-confirmed';
    if (isAgreement && (isDisabled || !isReady)) return;
    // `DomEvents` checks the form again at `hub-confirm`, also for a payment that a script begins. The check here comes
    // first, so that the payer learns of the invalid control at the press, before a wallet is asked to connect again.
    if (event.type === 'confirmed' && !this.#form.check()) return;
    if (isAgreement && !this.#pressGuard.acceptPress()) return;
    this.#sessions.dispatch(event);
    this.#events.reportPick(event, state, this.state);
  }
}
