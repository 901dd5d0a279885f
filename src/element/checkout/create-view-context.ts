/** Builds the context for the views, such as the merchant's settings, and the names of chains and wallets. */
import { chainLabel } from '../../shared/chain.js';
import { isVenue } from '../../vm/families.js';
import { merchantOf, priceOf, type Offer } from '../label.js';
import { platformClock } from '../../shared/time/clock.js';
import type { PaymentSession } from '../../payment/session/session.js';
import type { PaymentState, Selection } from '../../payment/model/state.js';
import type { ViewConfig, ViewContext } from '../../ui/context/view-context.js';
import { linkOf } from '../../shared/page/page-address.js';
import { isBrowserWallet } from '../../shared/browser-wallet.js';
import { readDevice } from '../../shared/page/device.js';
import { isSummary } from './property-rules.js';
import { listOf } from './session-options.js';

/** The members of the element that the views need. */
type Element = Offer & {
  readonly layout: string | undefined;
  readonly summary: ViewConfig['summary'] | undefined;
  readonly useDepositAddress: boolean;
  readonly txs: readonly object[] | undefined;
  readonly reference: string | undefined;
  readonly resume: string | undefined;
  readonly originChainId: number | undefined;
  readonly origins: string | readonly number[] | undefined;
  readonly registry: object | string | null | undefined;
  readonly remoteImages: string | undefined;
  readonly minAmount: string | null | undefined;
  readonly maxAmount: string | null | undefined;
  readonly presets: string | readonly string[] | undefined;
  readonly returnUrl: string | undefined;
  readonly supportUrl: string | undefined;
};

/** What the checkout provides for the view context. The rest comes from the element's properties and the session. */
type Own = Pick<
  ViewContext,
  | 't'
  | 'format'
  | 'local'
  | 'set'
  | 'searchTokens'
  | 'history'
  | 'showHistory'
  | 'mayPress'
  | 'open'
  | 'choiceScreens'
  | 'depositScreens'
  | 'phoneScreens'
  | 'amountScreens'
  | 'pictures'
  | 'areScreensLost'
  | 'dispatch'
  | 'show'
  | 'close'
> & {
  state: PaymentState;
  session: Pick<PaymentSession, 'chain' | 'durable' | 'orderMoney'> | undefined;
  disabled: boolean;
};

export function viewContext(element: Element, { state, session, disabled, ...own }: Own): ViewContext {
  const walletOf = (id: string): Selection['wallets'][number] | undefined =>
    walletsOf(state).find((wallet) => wallet.id === id);
  return {
    ...own,
    config: configOf(element, { disabled, keepOpen: session?.durable === false }),
    now: platformClock.now(),
    device: readDevice(),
    orderMoney: () => session?.orderMoney ?? 'unknown',
    chainName(chainId) {
      const chain = session?.chain(chainId);
      return chain ? chainLabel(chain) : null;
    },
    isVenue(chainId) {
      const chain = session?.chain(chainId);
      return chain !== undefined && isVenue(chain);
    },
    walletName(id) {
      const name = walletOf(id)?.name;
      if (name) return name;
      if (isBrowserWallet(id)) return own.t('word.browser-wallet');
      // A provider that the page sets without EIP-6963 info has no name, and has an id such as `page-1` or `page-2`.
      const [, number] = /^page-(\d+)$/.exec(id) ?? [];
      return number ? own.t('word.wallet-number', { number }) : id;
    },
    walletIcon: (id) => walletOf(id)?.icon ?? null,
  };
}

/** Whether the payer may pay to a deposit address. A payment with calls (`txs`) cannot use one. */
export const offersDepositAddress = ({ useDepositAddress, txs }: Pick<Element, 'useDepositAddress' | 'txs'>): boolean =>
  useDepositAddress && !txs?.length;

function configOf(element: Element, own: Pick<ViewConfig, 'disabled' | 'keepOpen'>): ViewConfig {
  return {
    merchant: merchantOf(element),
    layout: element.layout === 'panel' ? 'panel' : 'button',
    // During a payment, an error of the page does not end it.
    summary: element.summary && isSummary(element.summary) ? element.summary : [],
    depositAddress: offersDepositAddress(element),
    fixedAmount: element.amount != null,
    fixedAsset: element.originCurrency != null,
    order: (element.resume ?? 'auto') === 'auto' ? (element.reference ?? null) : null,
    origins:
      element.originChainId === undefined ? (listOf(element.origins)?.map(Number) ?? null) : [element.originChainId],
    price: priceOf(element),
    ...own,
    pinned: element.registry != null,
    remoteImages: element.remoteImages === 'on',
    minAmount: element.minAmount,
    maxAmount: element.maxAmount,
    presets: listOf(element.presets)?.map(String) ?? [],
    returnUrl: linkOf(element.returnUrl),
    supportUrl: linkOf(element.supportUrl, true),
  };
}

function walletsOf(state: PaymentState): Selection['wallets'] {
  if (state.name === 'selecting') return state.wallets;
  const selection = 'selection' in state ? state.selection : undefined;
  return selection?.wallets ?? [];
}
