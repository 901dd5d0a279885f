/**
 * Everything before the press: the listing, the payer's assets, and numbers that are kept fresh while they are looked
 * at.
 */
import { errorInfo, HubPayError } from '../errors.js';
import type { Account, PaymentIntent } from '../types.js';
import type { VmAdapter } from '../vm/adapter.js';
import { loadAdapter, vmKindOf } from '../vm/adapter.js';
import type { PriceBook } from './assets.js';
import { loadAssets, obviousAsset } from './assets.js';
import { confirmPayment } from './confirm.js';
import { pause } from '../clock.js';
import type { Following } from './following.js';
import type { Flow } from './flow.js';
import { parseIntent } from './intent.js';
import type { Listing } from './listing.js';
import type { Payers } from './payers.js';
import { endedIn } from './journal.js';
import type { GuardedQuote } from './plan.js';
import { isFresh } from './plan.js';
import { checkBalance, completeIntent, priceMoved, requestQuote } from './quote.js';
import { missing } from './selection.js';
import type { AssetRef, StateOf } from './state.js';
import type { React } from './store.js';

const REFRESH_MS = 25_000;
const STALLED_MS = 20_000;
const RETRY_MS = 3_000;
const RENEWALS = 5;
const LAST_ASSET = 'hub-pay/1/last-asset';

export interface Choosing {
  react: React;
}

type Parts = { listing: Listing; payers: Payers; following: Following };

export function createChoosing(flow: Flow, { listing, payers, following }: Parts): Choosing {
  const { clock, storage, fetch } = flow.deps;
  const prices: PriceBook = new Map();
  let guarded: GuardedQuote | null = null;
  let leave = new AbortController();
  let assetsFor: AbortController | undefined;
  let offered = true;
  let known = endedIn(flow.journal.read());

  /** A signal that ends with the state it was made in. */
  const here = (): AbortSignal => {
    leave.abort(new Error('left the state'));
    leave = new AbortController();
    const { signal } = leave;
    flow.signal.addEventListener(
      'abort',
      () => {
        leave.abort(flow.signal.reason);
      },
      { once: true, signal },
    );
    return signal;
  };

  const adapterOf = async (chainId: number): Promise<VmAdapter> => {
    const chain = listing.payable(chainId);
    const kind = chain ? vmKindOf(chain.vmType) : null;
    if (!kind) throw new HubPayError('no-route', `Chain ${chainId} cannot be paid from.`);
    return loadAdapter(kind);
  };

  const open = async (): Promise<void> => {
    void payers.look().catch(() => undefined);
    try {
      await flow.chainsKnown();
      await listing.load(flow.signal);
      flow.dispatch({ type: 'intent-parsed', ...(await parseIntent(flow.options, listing.chains())) });
    } catch (error) {
      if (!flow.signal.aborted) flow.dispatch({ type: 'unavailable', problem: errorInfo(error) });
    }
  };

  const search = async (account: Account, intent: PaymentIntent, fixed: AssetRef | null): Promise<void> => {
    assetsFor?.abort(new Error('another search'));
    assetsFor = new AbortController();
    const signal = AbortSignal.any([flow.signal, assetsFor.signal]);
    const { origins } = flow.options;
    const from = flow.options.originChainId;
    const chains = listing
      .chains()
      .filter(({ id, vmType }) => vmType === account.vmType && (origins?.includes(id) ?? true) && id === (from ?? id))
      .flatMap(({ id }) => listing.payable(id) ?? []);
    try {
      const kind = vmKindOf(account.vmType);
      if (!kind) throw new HubPayError('no-route', `An account of the kind ${account.vmType} cannot pay.`);
      const adapter = await loadAdapter(kind);
      const { client } = flow;
      await loadAssets({
        account,
        chains,
        intent,
        fixed,
        client,
        adapter,
        prices,
        clock,
        fetch,
        signal,
        onChange(assets, stage) {
          flow.dispatch({ type: 'assets-loaded', assets, done: stage !== 'balances' });
          const state = flow.state();
          if (state.name !== 'selecting' || !offered || missing(state)) return;
          const pick = fixed ?? (stage === 'priced' ? obviousAsset(assets, lastAsset()) : undefined);
          if (!pick || !assets.some(({ chainId, currency }) => chainId === pick.chainId && currency === pick.currency))
            return;
          offered = false;
          flow.dispatch({ type: 'asset-picked', chainId: pick.chainId, currency: pick.currency });
        },
      });
    } catch (error) {
      if (!signal.aborted) flow.dispatch({ type: 'assets-failed', problem: errorInfo(error) });
    }
  };

  const quote = async (state: StateOf<'quoting'>): Promise<void> => {
    const signal = here();
    guarded = null;
    // After a reload nobody has looked for the payer's wallet yet.
    void payers.look().catch(() => undefined);
    const intent = completeIntent(state.intent);
    for (let tried = 1; ; tried += 1) {
      try {
        await listing.load(signal);
        const next = await requestQuote(intent, { client: flow.client, registry: listing.registry(), clock, signal });
        if (signal.aborted) return;
        checkBalance(state.asset, next.summary);
        guarded = next;
        const problem = state.quote && priceMoved(state.quote, next.summary);
        flow.dispatch({ type: 'quote-guarded', intent, quote: next.summary, ...(problem && { problem }) });
        flow.emit('hub-quote', { quote: next.summary });
        return;
      } catch (error) {
        if (signal.aborted) return;
        const problem = errorInfo(error);
        const passing =
          problem.code === 'service-down' || problem.code === 'rate-limited' || problem.code === 'offline';
        if (!state.quote || !passing || tried >= RENEWALS) {
          flow.dispatch({ type: 'quote-refused', problem });
          return;
        }
        // The old numbers stay on the screen, dimmed, while the service cannot give new ones.
        const asked =
          error instanceof HubPayError && error.retryAfter !== undefined ? error.retryAfter * 1000 : RETRY_MS;
        await pause(asked, clock, signal).catch(() => undefined);
      }
    }
  };

  const refreshLater = async (): Promise<void> => {
    const signal = here();
    const isStale = guarded !== null && !isFresh(guarded, clock.now());
    const age = guarded ? clock.now() - guarded.quotedAt : REFRESH_MS;
    // What is stale is not waited for: it could be pressed meanwhile.
    if (!isStale) await pause(Math.max(REFRESH_MS - age, 0), clock, signal).catch(() => undefined);
    if (!signal.aborted && flow.visible()) flow.dispatch({ type: 'quote-aged' });
  };

  const press = async (
    { intent, account, asset, quote: shown }: StateOf<'reviewing'>,
    signal: AbortSignal,
  ): Promise<void> => {
    // The numbers on the screen may be those of a payment that came back from another tab: nothing was guarded for them
    // here.
    const quote = guarded?.summary.requestId === shown.requestId ? guarded : null;
    const chain = listing.payable(asset.chainId);
    const { wallet } = payers;
    if (!quote || !chain) {
      flow.dispatch({ type: 'confirm-vetoed' });
      flow.dispatch({ type: 'quote-aged' });
      return;
    }
    if (!wallet) {
      const problem = errorInfo(new HubPayError('wallet-not-found', 'No wallet is connected.'));
      flow.dispatch({ type: 'confirm-vetoed', problem });
      return;
    }
    remember(asset);
    const adapter = await adapterOf(asset.chainId);
    await confirmPayment({
      ...{ flow, quote, intent, account, wallet, adapter, chain, signal, known },
      current: () => guarded,
      onUnderWay(entry) {
        const problem = errorInfo(new HubPayError('wallet-busy', 'Another tab of this page is asking the wallet.'));
        flow.dispatch({ type: 'confirm-vetoed', ...(!entry && { problem }) });
        if (entry) following.follow(entry);
        else void following.catchUp(known);
      },
    });
  };

  /** The chain's code could not be loaded: nothing was asked. */
  const refusePress = (error: unknown): void => {
    flow.dispatch({ type: 'confirm-vetoed', problem: errorInfo(error) });
  };

  const askWallet = async (): Promise<void> => {
    await pause(STALLED_MS, clock, here()).then(
      () => {
        flow.dispatch({ type: 'wallet-silent' });
      },
      () => undefined,
    );
  };

  const lastAsset = (): AssetRef | null => {
    try {
      return JSON.parse(storage.getItem(LAST_ASSET) ?? 'null') as AssetRef | null;
    } catch {
      return null;
    }
  };
  const remember = ({ chainId, currency }: AssetRef): void => {
    try {
      storage.setItem(LAST_ASSET, JSON.stringify({ chainId, currency }));
    } catch {
      // A convenience only.
    }
  };

  return {
    react(next, previous, event) {
      if (event.type === 'wallet-picked') payers.connect({ id: event.wallet }).catch(() => undefined);
      if (event.type === 'wallet-dropped') void payers.drop();
      if (event.type === 'back') offered = false;
      if (event.type === 'opened' && next !== previous) known = endedIn(flow.journal.read());
      const isSeen = event.type === 'woken' || (event.type === 'visibility-changed' && event.visible);
      if (isSeen && next.name === 'reviewing' && !next.confirming) void refreshLater();
      if (next === previous) return;
      const entered = next.name !== previous.name;
      switch (next.name) {
        case 'idle':
          here();
          assetsFor?.abort(new Error('closed'));
          offered = true;
          return;
        case 'selecting': {
          if (entered) here();
          if (next.loading === 'chains' && (entered || event.type === 'opened')) void open();
          const [account] = next.accounts;
          const found = event.type === 'connected' || event.type === 'intent-parsed';
          if (account && found && next.loading === 'assets')
            void search(account, next.intent, fixedAsset(flow, next.asset));
          return;
        }
        case 'quoting':
          if (entered) void quote(next);
          return;
        case 'reviewing':
          if (event.type === 'confirmed') press(next, here()).catch(refusePress);
          else if (!next.confirming && (entered || (previous.name === 'reviewing' && previous.confirming)))
            void refreshLater();
          return;
        case 'authorizing':
          // What was used is not pressed again: whoever comes back gets new numbers.
          guarded = null;
          if (entered || event.type === 'step-phase') void askWallet();
          return;
        case 'processing':
        case 'awaiting-deposit':
        case 'succeeded':
        case 'refunded':
        case 'failed':
          if (entered) here();
      }
    },
  };
}

/** The merchant's choice, which going back does not undo. */
const fixedAsset = ({ options }: Flow, chosen: AssetRef | null): AssetRef | null =>
  options.originCurrency ? chosen : null;
