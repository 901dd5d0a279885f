/** Loads the screens that not every payment needs. */
import type { PaymentState } from '../../payment/model/state.js';
import type { AmountScreens, RareScreens, ViewContext } from '../../ui/context/view-context.js';
import { needsRareScreens, ScreensController } from '../controllers/screens-controller.js';
import type { CurrencyHost, Render } from '../currency/display-currency.js';
import { offersDepositAddress } from './create-view-context.js';

type Host = Parameters<typeof offersDepositAddress>[0] & CurrencyHost & { amount: string | null | undefined };

export class LateScreens {
  readonly #rare: ScreensController<RareScreens>;
  readonly #amount: ScreensController<AmountScreens>;
  readonly #currency: ScreensController<Render>;

  /** @param state returns the payment state, or null while no screen is shown */
  constructor(host: Host, state: () => PaymentState | null) {
    this.#rare = new ScreensController(host, {
      isNeeded: () => needsRareScreens(state(), offersDepositAddress(host)),
      load: () => import('../../ui/rare/chunk.js'),
    });
    this.#amount = new ScreensController(host, {
      isNeeded: () => !!state() && host.amount == null,
      load: () => import('../../ui/amount/chunk.js'),
    });
    this.#currency = new ScreensController(host, {
      isNeeded: () => !!state() && !!host.currency,
      load: async () => ({ screens: (await import('../currency/display-currency.js')).inCurrency(host) }),
    });
  }

  /** The screens that have loaded. */
  get loaded(): Pick<ViewContext, 'rareScreens' | 'amountScreens' | 'areScreensLost'> {
    return {
      rareScreens: this.#rare.screens,
      amountScreens: this.#amount.screens,
      areScreensLost: this.areLost,
    };
  }

  /** Renders with prices in another currency. Null until its code has loaded, or if prices are in dollars. */
  get inCurrency(): Render | null {
    return this.#currency.screens;
  }

  /** True if the code of a screen could not be loaded. */
  get areLost(): boolean {
    return this.#rare.isLost || this.#amount.isLost;
  }
}
