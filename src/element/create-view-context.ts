/** Builds the context that the views receive: the merchant's settings and the names of chains and wallets. */
import { chainLabel } from '../shared/chain.js';
import { platformClock } from '../shared/clock.js';
import type { PaymentSession } from '../payment/session/session.js';
import type { PaymentState, Selection } from '../payment/model/state.js';
import type { ViewConfig, ViewContext } from '../ui/context/view-context.js';

/** The element's members that the views need. */
type Element = {
  readonly state: PaymentState;
  readonly session: Pick<PaymentSession, 'chain' | 'durable'> | undefined;
  readonly merchant: string | undefined;
  readonly layout: string | undefined;
  readonly summary: ViewConfig['summary'] | undefined;
  readonly amount: string | undefined;
  readonly tradeType: string | undefined;
  readonly destinationCurrency: string | undefined;
  readonly originCurrency: string | undefined;
  readonly useDepositAddress: boolean | undefined;
  readonly txs: readonly object[] | undefined;
  readonly registry: object | undefined;
  readonly remoteImages: string | undefined;
};

/** Context members that the element's properties do not contain. */
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
  | 'screens'
  | 'depositScreens'
  | 'dispatch'
  | 'show'
  | 'close'
> & {
  disabled: boolean;
};

export function viewContext(element: Element, { disabled, ...own }: Own): ViewContext {
  const { state, session } = element;
  const walletOf = (id: string): Selection['wallets'][number] | undefined =>
    walletsOf(state).find((wallet) => wallet.id === id);
  return {
    ...own,
    config: configOf(element, disabled),
    now: platformClock.now(),
    chainName(chainId) {
      const chain = session?.chain(chainId);
      return chain ? chainLabel(chain) : null;
    },
    walletName(id) {
      // A provider without EIP-6963 details has no name.
      const [, number] = /^page-(\d+)$/.exec(id) ?? [];
      return walletOf(id)?.name || (number ? own.t('word.wallet-number', { number }) : id);
    },
    walletIcon: (id) => walletOf(id)?.icon ?? null,
  };
}

/** A transfer to a deposit address cannot contain calls. */
export const offersDepositAddress = ({ useDepositAddress, txs }: Pick<Element, 'useDepositAddress' | 'txs'>): boolean =>
  useDepositAddress === true && !txs?.length;

function configOf(element: Element, disabled: boolean): ViewConfig {
  return {
    merchant: element.merchant ?? location.hostname,
    layout: element.layout === 'panel' ? 'panel' : 'button',
    summary: element.summary ?? [],
    depositAddress: offersDepositAddress(element),
    fixedAmount: element.amount !== undefined,
    fixedAsset: element.originCurrency !== undefined,
    price: priceOf(element),
    disabled,
    pinned: element.registry !== undefined,
    keepOpen: element.session?.durable === false,
    remoteImages: element.remoteImages === 'on',
  };
}

/**
 * The price, if the amount is a decimal and the currency is a symbol. Null if the currency is an address, because
 * payers cannot recognize an address.
 */
function priceOf({ amount, tradeType, destinationCurrency, originCurrency }: Element): ViewConfig['price'] {
  const symbol = tradeType === 'EXACT_INPUT' ? originCurrency : destinationCurrency;
  const isSymbol = symbol !== undefined && symbol !== 'native' && symbol.length < 20;
  return amount !== undefined && /^\d+(\.\d+)?$/.test(amount) && isSymbol ? { amount, symbol } : null;
}

function walletsOf(state: PaymentState): Selection['wallets'] {
  if (state.name === 'selecting') return state.wallets;
  const selection = 'selection' in state ? state.selection : undefined;
  return selection?.wallets ?? [];
}
