/** Loads the deposit-address screens when a payment first needs them. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentState } from '../../payment/model/state.js';
import type { DepositScreens } from '../../ui/context/view-context.js';
import type * as Deposit from '../../ui/deposit/chunk.js';

export type DepositHooks = {
  /** True if the next rendering needs a deposit-address screen. */
  isNeeded: () => boolean;
  load: () => Promise<typeof Deposit>;
};

export class DepositController implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #hooks: DepositHooks;
  #screens: DepositScreens | null = null;
  #isLoading = false;

  constructor(host: ReactiveControllerHost, hooks: DepositHooks) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  /** Null until the screens have loaded. */
  get screens(): DepositScreens | null {
    return this.#screens;
  }

  /** After a failed load, the next update retries. */
  hostUpdate(): void {
    if (this.#screens || this.#isLoading || !this.#hooks.isNeeded()) return;
    this.#isLoading = true;
    void this.#load();
  }

  async #load(): Promise<void> {
    const code = await this.#hooks.load().catch(() => null);
    this.#isLoading = false;
    if (!code) return;
    this.#screens = code.depositScreens;
    this.#host.requestUpdate();
  }
}

/**
 * True if this state has a screen for a payment to a deposit address.
 * @param isOffered True if the payer may choose such a payment in the wallet list.
 */
export function needsDepositScreens(state: PaymentState, isOffered: boolean): boolean {
  switch (state.name) {
    case 'selecting':
      return state.depositAddressFields !== null || (isOffered && state.accounts.length === 0);
    case 'awaiting-deposit':
      return true;
    default:
      return 'payment' in state && state.payment.deposit !== undefined;
  }
}
