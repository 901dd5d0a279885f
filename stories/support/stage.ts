/** Renders one screen with the element's styles and texts. The screen needs no session, no network and no wallet. */
import { render } from 'lit';
import { createFormat } from '../../src/i18n/format.js';
import { createTranslate, languageOf } from '../../src/i18n/translate.js';
import { type Messages } from '../../src/i18n/locales/messages.js';
import type { Money } from '../../src/errors.js';
import type { PayerEvent, PaymentState } from '../../src/payment/model/state.js';
import { screens as amountScreens } from '../../src/ui/amount/chunk.js';
import { screens as choiceScreens } from '../../src/ui/choices/chunk.js';
import { screens as depositScreens } from '../../src/ui/deposit/chunk.js';
import { screens as phoneScreens } from '../../src/ui/phone/chunk.js';
import { screens as pictures } from '../../src/ui/pictures/chunk.js';
import { emptyLocal, type ViewConfig, type ViewContext } from '../../src/ui/context/view-context.js';
import { contentOf } from '../../src/ui/content.js';
import { renderElement } from '../../src/ui/render.js';
import { texts } from '../../src/locales/en.js';
import { showLanguage } from '../../src/ui/show-language.js';
import { entryStyles } from '../../src/ui/styles/entry.js';
import { checkoutStyles } from '../../src/ui/styles/index.js';
import { chains, NOW, wallets } from './payments.js';

export type StageOptions = {
  layout?: 'button' | 'panel';
  theme?: 'auto' | 'light' | 'dark';
  locale?: string;
  /** Texts that replace the built-in English texts. */
  messages?: Messages | null;
  open?: boolean;
  /** The value is false if the pay button must not work yet. Default: true. */
  mayPress?: boolean;
  config?: Partial<ViewConfig>;
  local?: Partial<ViewContext['local']>;
  /** The value is false while the code of the screens that few payments need is loading. Default: true. */
  lateLoaded?: boolean;
  /** False while the code of the amount field is loading, and `lost` if it could not load. Default: true. */
  amountLoaded?: boolean | 'lost';
  /** The payer's device. Default: a computer without a wallet's property on the window. */
  device?: Partial<ViewContext['device']>;
  /** The address that a wallet's app can open. Default: null. */
  orderAddress?: string | null;
  /** Where money of earlier payments of the order may be. Default: `not-sent`. */
  orderMoney?: Money;
  /** The label of another way to pay, in the slot `methods`. */
  methods?: string;
  icon?: (id: string) => string | null;
  /** Chain names that replace the names of the fixtures, by chain id. */
  names?: Readonly<Record<number, string>>;
  /** If set, the stage shows the list of past payments instead of the payment. */
  history?: ViewContext['history'];
  /** Searches for tokens. Without this function, a search finds no token. */
  searchTokens?: ViewContext['searchTokens'];
  /** The stage calls this function with every event that a view dispatches. */
  onEvent?: (event: PayerEvent | { type: 'show' | 'close' | 'show-history' }) => void;
};

export type Stage = HTMLElement & {
  root: ShadowRoot;
  show(state: PaymentState, options?: StageOptions): void;
  /** Returns the payment state that the stage shows. */
  state(): PaymentState;
  /** The current local state of the view. */
  local(): ViewContext['local'];
};

export function stage(state: PaymentState, options: StageOptions = {}): Stage {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [...entryStyles, ...checkoutStyles].map(({ styleSheet }) => styleSheet!);
  let current = { state, options };
  let local = { ...emptyLocal, ...options.local };

  const draw = (): void => {
    const { layout = 'button', theme = 'auto' } = current.options;
    host.setAttribute('layout', layout);
    host.setAttribute('theme', theme);
    const content = contentOf(current.state, contextOf(current.options, local, change));
    render(renderElement(content, layout), root);
    showLanguage(root, contextOf(current.options).t);
    const dialog = root.querySelector('dialog');
    const { open = true } = current.options;
    if (open && dialog?.isConnected && !dialog.open) {
      dialog.showModal();
      dialog.querySelector<HTMLElement>('[data-heading]')?.focus();
    }
    if (!open) dialog?.close();
  };
  const change: ViewContext['set'] = (patch) => {
    local = { ...local, ...patch };
    draw();
  };
  const fallback = document.createElement('a');
  fallback.href = '#other';
  fallback.textContent = 'Pay another way';
  host.append(fallback);
  if (options.methods !== undefined) {
    const other = document.createElement('button');
    other.slot = 'methods';
    other.textContent = options.methods;
    host.append(other);
  }
  draw();
  // Draws the screen again after the caller has added the host to the page. A modal dialog opens only in a document.
  queueMicrotask(draw);
  return Object.assign(host, {
    root,
    state: () => current.state,
    local: () => local,
    show(next: PaymentState, changed: StageOptions = current.options) {
      current = { state: next, options: changed };
      draw();
    },
  });
}

export function contextOf(
  options: StageOptions,
  local: ViewContext['local'] = emptyLocal,
  set: ViewContext['set'] = () => undefined,
): ViewContext {
  const { layout = 'button', locale = 'en', messages, open = true, mayPress = true, config, icon, names } = options;
  const {
    onEvent = () => undefined,
    searchTokens = async () => ({ assets: [] }),
    history = null,
    lateLoaded = true,
    amountLoaded = true,
    device,
    orderAddress = null,
    orderMoney = 'not-sent',
  } = options;
  return {
    t: createTranslate(locale, messages, [], [texts]),
    format: createFormat(locale, languageOf(locale)),
    depositScreens: lateLoaded ? depositScreens : null,
    choiceScreens: lateLoaded ? choiceScreens : null,
    phoneScreens: lateLoaded ? phoneScreens : null,
    pictures: lateLoaded ? pictures : null,
    device: {
      ...{ isTouch: false, hasProvider: false, isTelegram: false, userAgent: '' },
      address: orderAddress,
      ...device,
    },
    orderMoney: () => orderMoney,
    amountScreens: amountLoaded === true ? amountScreens : null,
    areScreensLost: amountLoaded === 'lost',
    config: {
      merchant: 'Acme Coffee',
      layout,
      summary: [],
      depositAddress: false,
      fixedAmount: true,
      fixedAsset: false,
      order: '1042',
      origins: null,
      price: { amount: '25.00', symbol: 'USDC' },
      disabled: false,
      pinned: true,
      keepOpen: false,
      remoteImages: false,
      ...config,
    },
    open: layout === 'panel' || open,
    local,
    set,
    now: NOW,
    chainName: (chainId) => names?.[chainId] ?? chains[chainId] ?? null,
    isVenue: (chainId) => chainId === 1337,
    walletName: (id) => wallets.find((wallet) => wallet.id === id)?.name ?? id,
    walletIcon: (id) => icon?.(id) ?? null,
    searchTokens,
    history,
    showHistory: () => onEvent({ type: 'show-history' }),
    mayPress,
    dispatch: onEvent,
    show: () => onEvent({ type: 'show' }),
    close: () => onEvent({ type: 'close' }),
  };
}
