/** Builds the context for the views: the merchant's settings, and the names of chains and wallets. */
import { chainLabel } from '../../shared/chain.js';
import { isVenue } from '../../vm/families.js';
import { merchantOf, priceOf, type Offer } from '../label.js';
import { platformClock } from '../../shared/time/clock.js';
import type { PaymentSession } from '../../payment/session/session.js';
import type { PaymentState, Selection } from '../../payment/model/state.js';
import type { ViewConfig, ViewContext } from '../../ui/context/view-context.js';
import { linkOf } from '../../shared/page/page-address.js';
import { isBrowserWallet } from '../../shared/browser-wallet.js';
import { pageAddress, readDevice } from '../../shared/page/device.js';
import { SOLANA_CHAIN } from '../../shared/chain-ids.js';
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
  | 'areScreensLost'
  | 'dispatch'
  | 'show'
  | 'close'
> & {
  state: PaymentState;
  session: Pick<PaymentSession, 'chain' | 'durable'> | undefined;
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
    orderAddress: orderAddressOf(element, state),
    families: familiesOf(element, session),
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
      // A wallet without EIP-6963 info has no name, and has an id such as `page-1` or `page-2`.
      const [, number] = /^page-(\d+)$/.exec(id) ?? [];
      return number ? own.t('word.wallet-number', { number }) : id;
    },
    walletIcon: (id) => walletOf(id)?.icon ?? null,
  };
}

/**
 * Returns the address of this page if the page can find the order again in another browser, by its reference. An
 * earlier payment of the order would be unknown there. So the state must not be about one, and the page must have
 * looked for one.
 */
function orderAddressOf({ reference, resume }: Element, state: PaymentState): string | null {
  if (reference === undefined || (resume ?? 'auto') !== 'auto' || state.name !== 'selecting') return null;
  return (state.problem?.money ?? 'not-sent') === 'not-sent' ? pageAddress() : null;
}

/** Returns the families of the wallets that can pay from the merchant's chains, as far as the chains are known. */
function familiesOf({ originChainId, origins }: Element, session: Own['session']): string[] {
  const ids = originChainId === undefined ? listOf(origins)?.map(Number) : [originChainId];
  const isEvm = !ids || ids.some((id) => id !== SOLANA_CHAIN);
  const isSvm = session?.chain(SOLANA_CHAIN) !== undefined && (ids?.includes(SOLANA_CHAIN) ?? true);
  return [...(isEvm ? ['evm'] : []), ...(isSvm ? ['svm'] : [])];
}

/** Whether the payer may pay to a deposit address. A payment with calls (`txs`) cannot use one. */
export const offersDepositAddress = ({ useDepositAddress, txs }: Pick<Element, 'useDepositAddress' | 'txs'>): boolean =>
  useDepositAddress && !txs?.length;

function configOf(element: Element, own: Pick<ViewConfig, 'disabled' | 'keepOpen'>): ViewConfig {
  return {
    merchant: merchantOf(element),
    layout: element.layout === 'panel' ? 'panel' : 'button',
    summary: element.summary ?? [],
    depositAddress: offersDepositAddress(element),
    fixedAmount: element.amount != null,
    fixedAsset: element.originCurrency != null,
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
