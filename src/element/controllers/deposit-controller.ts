/** Loads the screens for payments to a deposit address when the first of these screens is needed. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { PaymentState } from '../../payment/model/state.js';
import type { DepositScreens } from '../../ui/context/view-context.js';
import type * as Deposit from '../../ui/deposit/chunk.js';

export type DepositHooks = {
  /** Whether the next rendering needs a screen for deposit addresses. */
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

  /** The screens. The value is null until the code of the screens has loaded. */
  get screens(): DepositScreens | null {
    return this.#screens;
  }

  /**
   * Loads the screens if they are needed and not loaded yet. If the load fails, the next rendering starts another load.
   */
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
 * Whether the element, in this state, shows a screen for payments to a deposit address, for wallets of two families, or
 * for a received token that the payer chooses.
 * @param isOffered true if the wallet list offers the deposit address
 */
export function needsDepositScreens(state: PaymentState, isOffered: boolean): boolean {
  switch (state.name) {
    case 'selecting':
      return (
        state.depositAddressFields !== null ||
        !!state.destinations ||
        (isOffered && !state.accounts.length) ||
        state.wallets.some(({ vmType }) => vmType !== 'evm')
      );
    case 'awaiting-deposit':
      return true;
    default:
      return 'payment' in state && state.payment.deposit !== undefined;
  }
}
