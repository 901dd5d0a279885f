/**
 * Everything before the wallet is asked: which part of it runs in which state. The listing and the payer's assets
 * (search.ts), numbers that are kept fresh (pricing.ts), the press (confirm.ts).
 */
import { pause } from '../../shared/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { VmAdapter } from '../../vm/adapter.js';
import { loadAdapter, vmKindOf } from '../../vm/load-adapter.js';
import type * as ByAddress from '../pay/deposit-address.js';
import { confirmPayment } from '../pay/confirm.js';
import { moneyLeft } from '../journal/entry.js';
import type { Following } from '../track/tracker.js';
import type { Flow } from '../context/context.js';
import { parseIntent } from '../quote/parse-intent.js';
import type { Listing } from '../quote/chain-list.js';
import type { Payers } from '../../wallets/connection.js';
import { endedIn, type JournalEntry } from '../journal/entry.js';
import { createPricing } from '../quote/refresh-quote.js';
import { createSearch, type FoundAssets } from '../assets/asset-picker.js';
import { isLoss } from '../model/selection.js';
import type { AssetRef, StateOf } from '../model/state.js';
import type { React } from '../model/store.js';

const STALLED_MS = 20_000;

export interface Choosing {
  react: React;
  /** Tokens beyond those that the list holds; null where nobody is connected, too. */
  find(text: string): Promise<FoundAssets | null>;
}

type Parts = { listing: Listing; payers: Payers; following: Following };

export function createChoosing(flow: Flow, { listing, payers, following }: Parts): Choosing {
  const { clock } = flow.deps;
  const search = createSearch(flow, listing);
  const pricing = createPricing(flow, listing);
  let leave = new AbortController();
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

  const lookForWallets = (): void => {
    void payers.look().catch(() => undefined);
  };

  const open = async (): Promise<void> => {
    lookForWallets();
    try {
      await flow.chainsKnown();
      await listing.load(flow.signal);
      flow.dispatch({
        type: 'intent-parsed',
        ...(await parseIntent(flow.options, listing.chains(), listing.listed())),
      });
    } catch (error) {
      const problem = errorInfo(error, moneyLeft(flow.journal.read()));
      if (!flow.signal.aborted) flow.dispatch({ type: 'unavailable', problem });
    }
  };

  const press = async (
    { intent, account, asset, quote: shown }: StateOf<'reviewing'>,
    signal: AbortSignal,
  ): Promise<void> => {
    // The numbers on the screen may be those of a payment that came back from another tab: nothing was guarded for them
    // here.
    const quote = pricing.guarded?.summary.requestId === shown.requestId ? pricing.guarded : null;
    const attested = pricing.attested();
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
    search.remember(asset);
    const adapter = await adapterOf(asset, listing);
    await confirmPayment({
      ...{ flow, quote, attested, intent, account, wallet, adapter, chain, signal, known },
      told: shown.warnings,
      current: () => pricing.guarded,
      onUnderWay: underWay,
    });
  };

  /** The way without a wallet. */
  const byAddress = (
    run: (code: typeof ByAddress) => Promise<void>,
    refused: 'assets-failed' | 'quote-refused',
    signal: AbortSignal = flow.signal,
  ): void => {
    import('../pay/deposit-address.js').then(run).catch((error: unknown) => {
      // Something may be at an address that was shown before, whatever has become of this one.
      const problem = errorInfo(error, moneyLeft(flow.journal.read()));
      if (!signal.aborted) flow.dispatch({ type: refused, problem });
    });
  };

  const offerAssets = ({ asset }: StateOf<'selecting'>): void => {
    search.stop();
    byAddress((code) => code.offerAssets(flow, listing, fixedAsset(flow, asset)), 'assets-failed');
  };

  const offerAddress = (state: StateOf<'quoting'>, signal: AbortSignal): void => {
    const offer = { flow, listing, state, signal, known, onUnderWay: underWay };
    byAddress((code) => code.offerAddress(offer), 'quote-refused', signal);
  };

  /** Another payment of the order is out, or is being asked for. */
  const underWay = (entry: JournalEntry | null): void => {
    const problem = errorInfo(new HubPayError('wallet-busy', 'Another tab of this page is asking the wallet.'));
    flow.dispatch({ type: 'confirm-vetoed', ...(!entry && { problem }) });
    if (entry) following.follow(entry);
    else void following.catchUp(known);
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

  return {
    find: (text) => (payers.account ? search.find(text, payers.account) : Promise.resolve(null)),
    react(next, previous, event) {
      if (event.type === 'wallet-picked') payers.connect({ id: event.wallet }).catch(() => undefined);
      if (event.type === 'wallet-dropped') void payers.drop();
      const isLeft = event.type === 'back' || (event.type === 'quote-refused' && isLoss(event.problem));
      if (isLeft) search.leaveChoice();
      if (event.type === 'opened' && next !== previous) known = endedIn(flow.journal.read());
      const isSeen = event.type === 'woken' || (event.type === 'visibility-changed' && event.visible);
      if (isSeen && next.name === 'reviewing' && !next.confirming) void pricing.refreshLater(here());
      if (next === previous) return;
      const entered = next.name !== previous.name;
      switch (next.name) {
        case 'idle':
          here();
          search.stop();
          return;
        case 'selecting': {
          if (entered) here();
          if (next.loading === 'chains' && (entered || event.type === 'opened')) void open();
          const [account] = next.accounts;
          if (event.type === 'deposit-address-picked') offerAssets(next);
          const found = event.type === 'connected' || event.type === 'intent-parsed';
          if (account && found && next.loading === 'assets')
            void search.start(account, next.intent, fixedAsset(flow, next.asset));
          return;
        }
        case 'quoting':
          if (!entered) return;
          if (next.account) void pricing.ask(next, here());
          else offerAddress(next, here());
          // After a reload nobody has looked for the payer's wallet yet.
          lookForWallets();
          return;
        case 'reviewing':
          if (event.type === 'confirmed') press(next, here()).catch(refusePress);
          else if (!next.confirming && (entered || (previous.name === 'reviewing' && previous.confirming)))
            void pricing.refreshLater(here());
          return;
        case 'authorizing':
          pricing.forget();
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

async function adapterOf({ chainId }: AssetRef, listing: Listing): Promise<VmAdapter> {
  const chain = listing.payable(chainId);
  const kind = chain ? vmKindOf(chain.vmType) : null;
  if (!kind) throw new HubPayError('no-route', `Chain ${chainId} cannot be paid from.`);
  return loadAdapter(kind);
}

/** The merchant's choice, which going back does not undo. */
const fixedAsset = ({ options }: Flow, chosen: AssetRef | null): AssetRef | null =>
  options.originCurrency ? chosen : null;
