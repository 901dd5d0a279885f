/**
 * Shows the list of past payments instead of the current payment. The code of the list loads when the list is first
 * opened.
 */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentSession } from '../../payment/session/session.js';
import type { HistoryScreens } from '../../ui/context/view-context.js';
import type * as History from '../../ui/history/payment-list.js';

type Host = ReactiveControllerHost &
  HTMLElement & { readonly reference: string | undefined; resumePayment: (requestId: string) => unknown };

export type HistoryHooks = {
  load: () => Promise<typeof History>;
  /** Returns the session that reads the past payments, or undefined until the element has one. */
  session: () => PaymentSession | undefined;
};

export class HistoryController implements ReactiveController {
  readonly #host: Host;
  readonly #hooks: HistoryHooks;
  #screen: (HistoryScreens & { end?: () => void }) | null = null;

  constructor(host: Host, hooks: HistoryHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  /**
   * The list of past payments, or null while the current payment is shown. An empty object while the code of the list
   * loads.
   */
  get screen(): HistoryScreens | null {
    return this.#screen;
  }

  show(isShown: boolean): void {
    if (isShown === (this.#screen !== null)) return;
    this.#screen?.end?.();
    this.#screen = isShown ? {} : null;
    if (this.#screen) void this.#load(this.#screen).catch(() => this.show(false));
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.show(false);
  }

  async #load(blank: HistoryScreens): Promise<void> {
    const { PaymentList } = await this.#hooks.load();
    const session = this.#hooks.session();
    if (this.#screen !== blank) return;
    if (!session) {
      this.show(false);
      return;
    }
    const host = this.#host;
    this.#screen = new PaymentList({
      session,
      reference: host.reference ?? null,
      render: () => {
        host.requestUpdate();
        return host.updateComplete;
      },
      focus: (row) => host.shadowRoot?.querySelectorAll<HTMLElement>('[part=history-row] button')[row]?.focus(),
      resume: (requestId) => host.resumePayment(requestId),
      leave: () => this.show(false),
    });
    host.requestUpdate();
  }
}
