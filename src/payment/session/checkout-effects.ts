/**
 * Runs the effects of the states before the wallet prompt: loads chains and assets, refreshes quotes, confirms the
 * payment.
 */
import { pause } from '../../shared/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { VmAdapter } from '../../vm/adapter.js';
import { adapterFor } from '../../vm/load-adapter.js';
import type * as ByAddress from '../pay/deposit-address.js';
import { loadConfirm } from '../pay/load-confirm.js';
import type { PaymentTracker } from '../track/tracker.js';
import type { PaymentContext } from '../context/context.js';
import { parseIntent, type ParsedIntent } from '../quote/parse-intent.js';
import type { ChainList } from '../quote/chain-list.js';
import type { WalletConnection } from '../../wallets/connection.js';
import type { JournalEntry } from '../journal/entry.js';
import { createGuardedQuotes } from '../quote/guarded-quotes.js';
import { createQuoteBook } from '../quote/quote-book.js';
import { createQuoteRefresher } from '../quote/refresh-quote.js';
import { createAssetPicker, type TokenSearchResult } from '../assets/asset-picker.js';
import { isHighPriceImpact } from '../model/selection.js';
import type { AssetRef, PaymentState, StateOf } from '../model/state.js';
import type { EffectTable } from '../model/store.js';

const STALLED_MS = 20_000;

export interface CheckoutEffects {
  effects: EffectTable;
  /**
   * Finds tokens that are not in the list. Resolves with null if another search follows, the text is too short, or no
   * wallet is connected.
   */
  searchTokens(text: string): Promise<TokenSearchResult | null>;
}

type Parts = { chainList: ChainList; connection: WalletConnection; tracker: PaymentTracker };

export function createCheckoutEffects(
  context: PaymentContext,
  { chainList, connection, tracker }: Parts,
): CheckoutEffects {
  const { clock } = context.deps;
  const book = createQuoteBook(context.client, clock);
  const assetPicker = createAssetPicker(context, chainList, book);
  const quotes = createGuardedQuotes();
  const quoteRefresher = createQuoteRefresher(context, chainList, quotes, book);
  /** The asset that the merchant fixed. Null if there is none, and null before the listing has loaded. */
  let fixedAsset: AssetRef | null = null;
  let stateAbort = new AbortController();

  /**
   * Creates a signal for the current state. The signal aborts at the next call of this function, or when the session
   * scope ends.
   */
  const newStateSignal = (): AbortSignal => {
    stateAbort.abort(new Error('left the state'));
    stateAbort = new AbortController();
    const { signal } = stateAbort;
    context.signal.addEventListener(
      'abort',
      () => {
        stateAbort.abort(context.signal.reason);
      },
      { once: true, signal },
    );
    return signal;
  };

  const lookForWallets = (): void => {
    void connection.discover().catch(() => undefined);
  };

  const loadCheckout = async (): Promise<void> => {
    lookForWallets();
    try {
      await context.loadChains();
      await chainList.load(context.signal);
      const renewal = chainList.renew(context.signal);
      const parse = (): Promise<ParsedIntent> =>
        parseIntent(context.options, chainList.chains(), chainList.listed(), (id) => chainList.payable(id));
      const parsed = await parse().catch(async (error: unknown) => {
        // An old listing may have refused the intent.
        if (!(await renewal)) throw error;
        return parse();
      });
      fixedAsset = parsed.asset;
      context.dispatch({ type: 'intent-parsed', ...parsed });
    } catch (error) {
      if (!context.signal.aborted) context.dispatch({ type: 'unavailable', problem: errorInfo(error) });
    }
  };

  const onConfirmed = async (
    { intent, account, asset, quote: shown }: StateOf<'reviewing'>,
    signal: AbortSignal,
  ): Promise<void> => {
    // Null if the quote on the screen comes from a payment of another tab.
    const quote = quotes.find(shown.requestId);
    const chain = chainList.payable(asset.chainId);
    const { wallet } = connection;
    if (!quote || !chain) {
      context.dispatch({ type: 'confirm-vetoed' });
      context.dispatch({ type: 'quote-aged' });
      return;
    }
    if (!wallet) {
      const problem = errorInfo(new HubPayError('wallet-not-found', 'No wallet is connected.'));
      context.dispatch({ type: 'confirm-vetoed', problem });
      return;
    }
    assetPicker.remember(asset);
    const [adapter, code] = await Promise.all([adapterOf(asset, chainList), loadConfirm()]);
    await code.confirmPayment({
      context,
      quote,
      quotes,
      intent,
      account,
      wallet,
      adapter,
      chain,
      signal,
      shownWarnings: shown.warnings,
      onOngoing: showOngoingPayment,
    });
  };

  const withDepositCode = (
    run: (code: typeof ByAddress) => Promise<void>,
    refused: 'assets-failed' | 'quote-refused',
    signal: AbortSignal = context.signal,
  ): void => {
    import('../pay/deposit-address.js').then(run).catch((error: unknown) => {
      if (!signal.aborted) context.dispatch({ type: refused, problem: errorInfo(error) });
    });
  };

  const offerAssets = (): void => {
    assetPicker.stop();
    withDepositCode((code) => code.offerAssets(context, chainList, fixedAsset), 'assets-failed');
  };

  const offerDepositAddress = (state: StateOf<'quoting'>, signal: AbortSignal): void => {
    const offer = { context, chainList, state, signal, onOngoing: showOngoingPayment };
    withDepositCode((code) => code.offerDepositAddress(offer), 'quote-refused', signal);
  };

  /** Shows the payment that blocks a new payment. `entry` is null if another tab holds the lock. */
  const showOngoingPayment = (entry: JournalEntry | null): void => {
    const problem = errorInfo(new HubPayError('wallet-busy', 'Another tab of this page is asking the wallet.'));
    context.dispatch({ type: 'confirm-vetoed', ...(!entry && { problem }) });
    if (entry) tracker.show(entry);
    else void tracker.showIfAnotherTabPaid();
  };

  /** Handles an error before the wallet prompt. For example, code could not be loaded. */
  const onConfirmFailed = (error: unknown): void => {
    context.dispatch({ type: 'confirm-vetoed', problem: errorInfo(error) });
  };

  const startStallTimer = async (): Promise<void> => {
    await pause(STALLED_MS, clock, newStateSignal()).then(
      () => {
        context.dispatch({ type: 'wallet-silent' });
      },
      () => undefined,
    );
  };

  const searchAssets = (next: PaymentState, previous: PaymentState): void => {
    if (next.name !== 'selecting' || next === previous || next.loading !== 'assets') return;
    const [account] = next.accounts;
    if (account) void assetPicker.start(account, next.intent, fixedAsset);
  };

  const refreshQuoteLater = (state: PaymentState): void => {
    if (state.name === 'reviewing' && !state.confirming) void quoteRefresher.refreshLater(newStateSignal());
  };

  return {
    searchTokens: (text) =>
      connection.account ? assetPicker.searchTokens(text, connection.account) : Promise.resolve(null),
    effects: {
      on: {
        'wallet-picked': (_next, _previous, { wallet }) => {
          connection.connect({ id: wallet }).catch(() => undefined);
        },
        'wallet-dropped': () => {
          void connection.disconnect();
        },
        connected: searchAssets,
        'intent-parsed': searchAssets,
        'deposit-address-picked': (next, previous) => {
          if (next.name === 'selecting' && next !== previous) offerAssets();
        },
        'quote-refused': (_next, _previous, { problem }) => {
          if (isHighPriceImpact(problem)) assetPicker.releaseChoice();
        },
        back() {
          assetPicker.releaseChoice();
        },
        confirmed(next, previous) {
          if (next.name === 'reviewing' && next !== previous)
            onConfirmed(next, newStateSignal()).catch(onConfirmFailed);
        },
        'confirm-vetoed': (next, previous) => {
          if (next !== previous) refreshQuoteLater(next);
        },
        woken(next) {
          refreshQuoteLater(next);
          if (next.name === 'selecting' && next.problem?.code === 'offline') context.dispatch({ type: 'quote-asked' });
        },
        'visibility-changed': (next, _previous, { visible }) => {
          if (visible) refreshQuoteLater(next);
        },
        'step-phase': (next, previous) => {
          if (next.name === 'authorizing' && next !== previous) void startStallTimer();
        },
      },
      enter: {
        idle() {
          newStateSignal();
          assetPicker.stop();
        },
        selecting({ loading }) {
          newStateSignal();
          if (loading === 'chains') void loadCheckout();
        },
        quoting(state) {
          if (state.account) void quoteRefresher.ask(state, newStateSignal());
          else offerDepositAddress(state, newStateSignal());
          // After a reload, wallet discovery has not run yet.
          lookForWallets();
        },
        reviewing(state) {
          refreshQuoteLater(state);
          const requests = quotes.current?.requests ?? [];
          loadConfirm().then(
            (code) => {
              code.preloadExecution(requests);
            },
            () => undefined,
          );
        },
        authorizing() {
          // A quote must not be paid twice.
          quotes.clear();
          void startStallTimer();
        },
        processing: newStateSignal,
        'awaiting-deposit': newStateSignal,
        succeeded: newStateSignal,
        refunded: newStateSignal,
        failed: newStateSignal,
      },
    },
  };
}

async function adapterOf({ chainId }: AssetRef, chainList: ChainList): Promise<VmAdapter> {
  const chain = chainList.payable(chainId);
  const adapter = chain && (await adapterFor(chain.vmType));
  if (!adapter) throw new HubPayError('no-route', `Chain ${chainId} cannot be paid from.`);
  return adapter;
}
