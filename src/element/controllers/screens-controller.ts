/** Loads screens that not every payment needs, when the first of them is needed. */
import { DEFAULT_FAMILY } from '../../shared/chain.js';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { openFields } from '../../payment/model/selection.js';
import type { Device } from '../../shared/page/device.js';
import type { PaymentState } from '../../payment/model/state.js';

export type ScreensHooks<T> = {
  /** Whether the next rendering needs one of the screens. */
  isNeeded: () => boolean;
  load: () => Promise<{ screens: T }>;
};

export class ScreensController<T> implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #hooks: ScreensHooks<T>;
  #screens: T | null = null;
  #isLoading = false;
  #isLost = false;

  constructor(host: ReactiveControllerHost, hooks: ScreensHooks<T>) {
    this.#host = host;
    this.#hooks = hooks;
    host.addController(this);
  }

  /** The screens, or null until their code has loaded. */
  get screens(): T | null {
    return this.#screens;
  }

  /** True if the last load of the screens that has ended failed. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Loads the screens if they are needed and not loaded yet. After a failed load, the next rendering tries again. */
  hostUpdate(): void {
    if (this.#screens || this.#isLoading || !this.#hooks.isNeeded()) return;
    this.#isLoading = true;
    void this.#load();
  }

  async #load(): Promise<void> {
    const code = await this.#hooks.load().catch(() => null);
    this.#isLoading = false;
    // Only the first of several failures in a row causes a rendering, because each rendering starts another load.
    const isNews = !!code || !this.#isLost;
    this.#isLost = !code;
    this.#screens = code?.screens ?? null;
    if (isNews) this.#host.requestUpdate();
  }
}

/**
 * Whether the element offers or shows a payment to a deposit address.
 * @param state null while no screen is shown
 * @param isOffered true if the wallet list offers the deposit address
 */
export function needsDepositScreens(state: PaymentState | null, isOffered: boolean): boolean {
  if (!state) return false;
  switch (state.name) {
    case 'selecting':
      return state.depositAddressFields !== null || (isOffered && state.accounts.length === 0);
    case 'awaiting-deposit':
      return true;
    default:
      return 'payment' in state && state.payment.deposit !== undefined;
  }
}

/**
 * Whether a wallet shows a code, a phone can open the app of the connected wallet, or the payer probably has no wallet
 * in this browser. The last is so if no wallet is connected or has set its property on the window, and the payer has
 * not chosen a deposit address. In addition, the main pointer must be coarse, as on a phone, or the wallet list must be
 * empty while nothing loads.
 * @param state null while no screen is shown
 */
export function needsPhoneScreens(state: PaymentState | null, { isTouch, hasProvider }: Device): boolean {
  const selection = state && 'selection' in state ? state.selection : state?.name === 'selecting' ? state : undefined;
  if (isTouch && selection?.wallets.some(({ appLink }) => appLink !== undefined)) return true;
  if (state?.name !== 'selecting') return false;
  // Check the code before the accounts, because the wallet of a second family can show a code too.
  if (state.code) return true;
  if (hasProvider || state.accounts.length > 0 || state.depositAddressFields) return false;
  return isTouch || (!state.loading && state.wallets.length === 0);
}

/**
 * Whether the screen needs one of these: a choice of the received token, two connected accounts, a wallet of another
 * family than the default one, a field for the recipient, or the question about a high price impact.
 * @param state null while no screen is shown
 */
export const needsChoiceScreens = (state: PaymentState | null): boolean =>
  state?.name === 'selecting' &&
  (!!state.destinations ||
    state.accounts.length > 1 ||
    state.wallets.some(({ vmType }) => vmType !== DEFAULT_FAMILY) ||
    openFields(state).includes('recipient') ||
    state.problem?.code === 'price-impact');
