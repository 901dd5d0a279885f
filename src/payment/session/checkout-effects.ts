/**
 * Runs the effects of the checkout: loads chains and assets, refreshes quotes, confirms the payment, and reports a
 * wallet that does not answer.
 */
import { isAborted, sleep } from '../../shared/time/clock.js';
import { childController } from '../../shared/time/on-abort.js';
import { loaded } from '../../shared/load-code.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { VmAdapter } from '../../vm/family/adapter.js';
import { familyOf } from '../../vm/families.js';
import { adapterFor } from '../../vm/adapter-for.js';
import { takesPayments } from '../../vm/registry/registry.js';
import type * as ByAddress from '../pay/deposit-address.js';
import type { PaymentTracker } from '../track/tracker.js';
import type { PaymentContext } from '../context/context.js';
import { parseIntent } from '../quote/parse-intent.js';
import { offeredChains, type ChainList } from '../quote/chain-list.js';
import type { Account } from '../../types.js';
import type { WalletConnection } from '../../wallets/connection.js';
import { REMOTE_WALLET, type Wallet, type WalletFamily } from '../../wallets/wallet.js';
import type { JournalEntry } from '../journal/entry.js';
import { isPressFresh } from '../../shared/press.js';
import { createGuardedQuotes } from '../quote/guarded-quotes.js';
import { createQuoteBook } from '../quote/quote-book.js';
import { createQuoteRefresher } from '../quote/refresh-quote.js';
import { createAssetPicker, type TokenSearchResult } from '../assets/asset-picker.js';
import { isFeeWarning } from '../model/fee-warning.js';
import { isHighPriceImpact, selecting } from '../model/selection.js';
import type { AssetRef, PaymentState, StateOf } from '../model/state.js';
import type { EffectTable } from '../model/store.js';

const loadConfirm = () => loaded(import('../pay/confirm.js'), 'pays');

const STALLED_MS = 20_000;

export interface CheckoutEffects {
  effects: EffectTable;
  /**
   * Finds tokens by name or address. Resolves with null if the search is stopped, for example by another one, if the
   * text is too short, or if no account is connected.
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
  /** The asset that the merchant's options fix; null if there is none, and until the chain list has loaded. */
  let fixedAsset: AssetRef | null = null;
  let stateAbort = new AbortController();

  /**
   * Creates a signal for the current state, which aborts at the next call of this function, or when the session scope
   * ends.
   */
  const newStateSignal = (): AbortSignal => {
    stateAbort.abort(new Error('left the state'));
    // A listener of the page can have ended the session just before, so follow a signal that is already aborted too.
    stateAbort = childController(context.signal);
    return stateAbort.signal;
  };

  /** Compares the balance with the network costs again, because the payer can have added money since the warning. */
  const renewFeeWarning = async ({ account, asset, quote: shown }: StateOf<'reviewing'>): Promise<void> => {
    const quote = quotes.find(shown.requestId);
    const chain = chainList.payable(asset.chainId);
    const { signal } = context;
    const [adapter, code, wallet] = await Promise.all([adapterOf(asset, chainList), loadConfirm(), walletOf(account)]);
    if (!quote || !chain || !wallet) return;
    const warning = await code.checkFunds({ context, quote, account, wallet, adapter, chain, signal });
    context.dispatch({ type: 'fee-warned', requestId: shown.requestId, warning });
  };

  const lookForWallets = (): void => {
    void connection.discover().catch(() => undefined);
  };

  /** Offers the wallets that can pay from the merchant's chains. */
  const offerWallets = (): void => {
    const chains = offeredChains(chainList, context.options).filter(takesPayments);
    const families = chains.flatMap(({ vmType }) => familyOf(vmType)?.wallets ?? []);
    if (families.length > 0) connection.offerFamilies([...new Set(families)].sort());
  };

  const loadCheckout = async (): Promise<void> => {
    lookForWallets();
    await context.loadChains();
    await chainList.load(context.signal);
    offerWallets();
    const renewal = chainList.renew(context.signal);
    const parse = (): ReturnType<typeof parseIntent> =>
      parseIntent(context.options, chainList.chains(), chainList.listed(), (id) => chainList.payable(id));
    const parsed = await parse().catch(async (error: unknown) => {
      // The old chains listing may have caused the error, so parse again with the new listing.
      if (!(await renewal)) throw error;
      return parse();
    });
    fixedAsset = parsed.asset;
    context.dispatch({ type: 'intent-parsed', ...parsed });
  };

  const onUnavailable = (error: unknown): void => {
    if (!context.signal.aborted) context.dispatch({ type: 'unavailable', problem: errorInfo(error) });
  };

  /**
   * Returns the connected wallet of the account's family. If the page has lost this wallet, tries to reconnect it,
   * because the payer has seen its account. Returns null if this fails.
   */
  const walletOf = async ({ vmType }: Account): Promise<Wallet | null> =>
    connection.walletOf(vmType) ?? connection.reconnected(vmType as WalletFamily, true);

  const onConfirmed = async (
    { intent, account, asset, quote: shown }: StateOf<'reviewing'>,
    signal: AbortSignal,
  ): Promise<void> => {
    const pressed = isPressFresh() === true;
    // `quote` is null, for example, if the screen shows the quote of an earlier payment, which cannot be paid again.
    const quote = quotes.find(shown.requestId);
    const chain = chainList.payable(asset.chainId);
    if (!quote || !chain) {
      context.dispatch({ type: 'confirm-vetoed' });
      context.dispatch({ type: 'quote-aged' });
      return;
    }
    assetPicker.remember(asset);
    const [adapter, code, wallet] = await Promise.all([adapterOf(asset, chainList), loadConfirm(), walletOf(account)]);
    if (isAborted(signal)) return;
    if (!wallet) throw new HubPayError('wallet-locked', 'The wallet is no longer connected.');
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
      pressed,
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

  /**
   * Checks a typed address. If the code for this check cannot be loaded, nobody pays to a wrong address, because the
   * guard checks each address again.
   */
  const checkTyped = (field: 'recipient' | 'refundTo', address: string | null): void => {
    if (!address) return;
    import('../quote/check-typed.js').then((code) => code.checkTyped(context, field, address)).catch(() => undefined);
  };

  const offerAssets = (): void => {
    assetPicker.stop();
    withDepositCode((code) => code.offerAssets(context, chainList, fixedAsset), 'assets-failed');
  };

  const offerDepositAddress = (state: StateOf<'quoting'>, signal: AbortSignal): void => {
    const offer = { context, chainList, state, signal, onOngoing: showOngoingPayment };
    withDepositCode((code) => code.offerDepositAddress(offer), 'quote-refused', signal);
  };

  /**
   * Shows the payment that blocks a new payment. If `entry` is null, another tab or element holds the lock and the
   * journal contains no blocking payment, so the screen shows a problem.
   */
  const showOngoingPayment = (entry: JournalEntry | null): void => {
    const problem = errorInfo(new HubPayError('wallet-busy', 'Another tab or element is asking the wallet.'));
    context.dispatch({ type: 'confirm-vetoed', ...(!entry && { problem }) });
    if (entry) tracker.show(entry);
    else void tracker.showIfAnotherTabPaid();
  };

  /** Handles an error before the wallet prompt, for example a failed load of code. */
  const onConfirmFailed = (error: unknown): void => {
    context.dispatch({ type: 'confirm-vetoed', problem: errorInfo(error) });
  };

  const startStallTimer = async (): Promise<void> => {
    const signal = newStateSignal();
    await sleep(STALLED_MS, clock, signal);
    if (!isAborted(signal)) context.dispatch({ type: 'wallet-silent' });
  };

  const restartStallTimer = (next: PaymentState, previous: PaymentState): void => {
    if (next.name === 'authorizing' && next !== previous) void startStallTimer();
  };

  const searchAssets = (next: PaymentState, previous: PaymentState): void => {
    const selection = next.name === 'selecting' ? next : 'selection' in next ? next.selection : undefined;
    if (next === previous || selection?.loading !== 'assets' || selection.accounts.length === 0) return;
    void assetPicker.start(selecting(selection), fixedAsset);
  };

  /** Reads the terms of the two chosen tokens, if the payer chooses the token to receive. */
  const onPicked = (next: PaymentState, previous: PaymentState): void => {
    if (next === previous || next.name !== 'selecting' || !next.destinations) return;
    loaded(import('../quote/open-destination.js'), 'lists tokens')
      .then((code) => code.parseChoice(context, chainList, previous, parseIntent))
      .catch(onUnavailable);
  };

  const refreshQuoteLater = (state: PaymentState): void => {
    if (state.name === 'reviewing' && !state.confirming) void quoteRefresher.refreshLater(newStateSignal());
  };

  return {
    searchTokens: (text) =>
      connection.accounts.length > 0 ? assetPicker.searchTokens(text, connection.accounts) : Promise.resolve(null),
    effects: {
      on: {
        'wallet-picked': (_next, _previous, { wallet }) => {
          connection.connect({ id: wallet }).catch(() => undefined);
        },
        'recipient-typed': (_next, _previous, { recipient }) => {
          checkTyped('recipient', recipient);
        },
        'refund-to-typed': (_next, _previous, { refundTo }) => {
          checkTyped('refundTo', refundTo);
        },
        'wallet-dropped': (next, previous, { vmType }) => {
          void connection.disconnect(vmType);
          searchAssets(next, previous);
        },
        disconnected: searchAssets,
        connected: searchAssets,
        'intent-parsed': searchAssets,
        'asset-picked': onPicked,
        'destination-picked': onPicked,
        'deposit-address-picked': (next, previous) => {
          if (next.name === 'selecting' && next !== previous) offerAssets();
        },
        'quote-refused': (_next, _previous, { problem }) => {
          if (isHighPriceImpact(problem)) assetPicker.releaseChoice();
        },
        back(_next, previous) {
          assetPicker.releaseChoice();
          // Use the wallet's other account. In the element, the label of the pressed button has announced this.
          if (previous.name === 'reviewing' && previous.problem?.code === 'account-changed')
            connection.followAccount(previous.account.vmType);
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
        'step-phase': restartStallTimer,
        'prompt-confirmed': restartStallTimer,
      },
      enter: {
        idle() {
          newStateSignal();
          assetPicker.stop();
        },
        selecting({ loading }) {
          newStateSignal();
          if (loading === 'chains') loadCheckout().catch(onUnavailable);
        },
        quoting(state) {
          if (state.account) void quoteRefresher.ask(state, newStateSignal());
          else offerDepositAddress(state, newStateSignal());
          // Look for wallets here too, because wallet discovery has perhaps not run since the last reload.
          lookForWallets();
        },
        reviewing(state) {
          refreshQuoteLater(state);
          if (state.quote.warnings.some(isFeeWarning)) renewFeeWarning(state).catch(() => undefined);
          const requests = quotes.current?.requests ?? [];
          loadConfirm().then(
            (code) => {
              code.preloadExecution(requests);
            },
            () => undefined,
          );
        },
        authorizing() {
          // Remove the quote, because the payer must not pay the same quote twice.
          quotes.clear();
          void startStallTimer();
        },
        processing({ wallet }) {
          newStateSignal();
          // A wallet on a phone can still answer what an earlier page asked, also while the payer has not opened the
          // checkout.
          if (wallet === REMOTE_WALLET) lookForWallets();
        },
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
  if (!adapter) throw new HubPayError('no-route', `Nobody can pay from chain ${chainId}.`);
  return adapter;
}
