/** Loads the screens that not every payment needs. */
import type { PaymentState } from '../../payment/model/state.js';
import type {
  AmountScreens,
  ChoiceScreens,
  DepositScreens,
  PhoneScreens,
  Pictures,
  ViewContext,
} from '../../ui/context/view-context.js';
import { readDevice } from '../../shared/page/device.js';
import {
  needsChoiceScreens,
  needsDepositScreens,
  needsPhoneScreens,
  ScreensController,
} from '../controllers/screens-controller.js';
import type { CurrencyHost, Render } from '../currency/display-currency.js';
import { offersDepositAddress } from './create-view-context.js';

type Host = Parameters<typeof offersDepositAddress>[0] & CurrencyHost & { amount: string | null | undefined };

export class LateScreens {
  readonly #deposit: ScreensController<DepositScreens>;
  readonly #choices: ScreensController<ChoiceScreens>;
  readonly #phone: ScreensController<PhoneScreens>;
  readonly #amount: ScreensController<AmountScreens>;
  readonly #pictures: ScreensController<Pictures>;
  readonly #currency: ScreensController<Render>;

  /** @param state returns the payment state, or null while no screen is shown */
  constructor(host: Host, state: () => PaymentState | null) {
    this.#deposit = new ScreensController(host, {
      isNeeded: () => needsDepositScreens(state(), offersDepositAddress(host)),
      load: () => import('../../ui/deposit/chunk.js'),
    });
    this.#choices = new ScreensController(host, {
      isNeeded: () => needsChoiceScreens(state()),
      load: () => import('../../ui/choices/chunk.js'),
    });
    this.#phone = new ScreensController(host, {
      isNeeded: () => needsPhoneScreens(state(), readDevice()),
      load: () => import('../../ui/phone/chunk.js'),
    });
    this.#amount = new ScreensController(host, {
      isNeeded: () => !!state() && host.amount == null,
      load: () => import('../../ui/amount/chunk.js'),
    });
    this.#pictures = new ScreensController(host, {
      isNeeded: () => !!state(),
      load: () => import('../../ui/pictures/chunk.js'),
    });
    this.#currency = new ScreensController(host, {
      isNeeded: () => !!state() && !!host.currency,
      load: async () => ({ screens: (await import('../currency/display-currency.js')).inCurrency(host) }),
    });
  }

  /** The screens that have loaded, as the view context gets them. */
  get loaded(): Pick<
    ViewContext,
    'depositScreens' | 'choiceScreens' | 'phoneScreens' | 'amountScreens' | 'pictures' | 'areScreensLost'
  > {
    return {
      depositScreens: this.#deposit.screens,
      choiceScreens: this.#choices.screens,
      phoneScreens: this.#phone.screens,
      amountScreens: this.#amount.screens,
      pictures: this.#pictures.screens,
      areScreensLost: this.areLost,
    };
  }

  /**
   * The function that renders with prices in another currency; null until its code has loaded. This code loads only if
   * the page sets `currency`.
   */
  get inCurrency(): Render | null {
    return this.#currency.screens;
  }

  /** True if the code of a screen could not be loaded. Pictures and prices in another currency do not count. */
  get areLost(): boolean {
    return this.#deposit.isLost || this.#choices.isLost || this.#phone.isLost || this.#amount.isLost;
  }
}
