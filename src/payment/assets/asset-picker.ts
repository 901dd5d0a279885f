/** Loads and searches the assets of the connected accounts, and chooses one for the payer if the choice is clear. */
import { isAborted, pause } from '../../shared/time/clock.js';
import { childController } from '../../shared/time/on-abort.js';
import { errorInfo } from '../../errors.js';
import type { Account, Asset, ChainRecord, ErrorInfo } from '../../types.js';
import { adapterFor } from '../../vm/adapter-for.js';
import type { Wallet } from '../../wallets/wallet.js';
import { loadAssets, onlyChoice, payerOf } from './load-assets.js';
import type { PriceBook } from './market-price.js';
import type { PaymentContext } from '../context/context.js';
import type { QuoteBook } from '../quote/quote-book.js';
import { offeredChains, type ChainList } from '../quote/chain-list.js';
import { findAsset, hasMissingField, type Payers } from '../model/selection.js';
import type { AssetRef } from '../model/state.js';
import { toJson } from '../../shared/builtins/to-json.js';

const LAST_ASSET = 'hub-pay/1/last-asset';

/** Pause between the last keystroke and the search, in milliseconds. */
const DEBOUNCE_MS = 300;
const SHORTEST = 2;

/** The result of a token search. */
export type TokenSearchResult = {
  /** The found assets, with verified ones first; empty if the search found nothing or failed. */
  assets: readonly Asset[];
  /** Why the search failed; absent if the search succeeded. */
  problem?: ErrorInfo;
};

export interface AssetPicker {
  /**
   * Loads the assets of the accounts, and stops an older load that is still running.
   * @param fixed the asset that the merchant fixed, or null
   */
  start(selection: Payers, fixed: AssetRef | null): Promise<void>;
  /** Stops all loading and searching, and allows the automatic choice of an asset again. */
  stop(): void;
  /**
   * Waits 300 ms, then searches tokens by name or address. Resolves with null if the text, without spaces around it,
   * has fewer than 2 characters. Also resolves with null if the search was stopped, for example by a newer one.
   */
  searchTokens(text: string, accounts: readonly Account[]): Promise<TokenSearchResult | null>;
  /**
   * Prevents the automatic choice of an asset until the next call of `stop`. Called after the event `back`, and after a
   * quote was refused for its price impact.
   */
  releaseChoice(): void;
  /** Stores the asset that the payer used, so that the next payment can choose this asset automatically. */
  remember(asset: AssetRef): void;
}

export function createAssetPicker(context: PaymentContext, chainList: ChainList, book: QuoteBook): AssetPicker {
  const { clock, storage, fetch } = context.deps;
  const { options, client } = context;
  const prices: PriceBook = new Map();
  let running: AbortController | undefined;
  let searching: AbortController | undefined;
  let mayChoose = true;

  const payableChains = (accounts: readonly Account[]): ReturnType<typeof offeredChains> =>
    offeredChains(chainList, options).filter((chain) => payerOf(chain, accounts));

  const walletOf = (account: Account, chain: ChainRecord): Promise<Wallet | null> =>
    context.wallet(account.wallet, chain.id);

  const lastAsset = (): AssetRef | null => {
    try {
      return JSON.parse(storage.getItem(LAST_ASSET) ?? 'null') as AssetRef | null;
    } catch {
      return null;
    }
  };

  return {
    async start({ accounts, intent, payee }, fixed) {
      running?.abort(new Error('another search'));
      running = childController(context.signal);
      const { signal } = running;
      try {
        const last = lastAsset();
        await loadAssets({
          accounts,
          intent,
          payee,
          fixed,
          last,
          book,
          adapterFor,
          walletOf,
          prices,
          clock,
          fetch,
          signal,
          chains: payableChains(accounts),
          listed: chainList.listed(),
          options,
          onChange(assets, stage) {
            context.dispatch({ type: 'assets-loaded', assets, done: stage !== 'balances' });
            const state = context.state();
            // Choose no asset while the screen shows a problem, because the payer must read the problem first.
            if (state.name !== 'selecting' || state.problem || !mayChoose || hasMissingField(state)) return;
            const pick = fixed ?? onlyChoice(assets, last, stage === 'priced');
            if (!pick || !findAsset(assets, pick)) return;
            mayChoose = false;
            context.dispatch({ type: 'asset-picked', chainId: pick.chainId, currency: pick.currency });
          },
        });
      } catch (error) {
        if (!signal.aborted) context.dispatch({ type: 'assets-failed', problem: errorInfo(error) });
      }
    },
    async searchTokens(typedText, accounts) {
      searching?.abort(new Error('another question'));
      searching = childController(context.signal);
      const { signal } = searching;
      const text = typedText.trim();
      if (text.length < SHORTEST) return null;
      try {
        await pause(DEBOUNCE_MS, clock, signal);
        const { searchTokens: findAssets } = await import('./search-tokens.js');
        const access = { fetch, clock, signal };
        const assets = await findAssets({
          text,
          accounts,
          chains: payableChains(accounts),
          options,
          client,
          adapterFor,
          walletOf,
          access,
        });
        return isAborted(signal) ? null : { assets };
      } catch (error) {
        return isAborted(signal) ? null : { assets: [], problem: errorInfo(error) };
      }
    },
    stop() {
      running?.abort(new Error('closed'));
      searching?.abort(new Error('closed'));
      mayChoose = true;
    },
    releaseChoice() {
      mayChoose = false;
    },
    remember({ chainId, currency }) {
      try {
        storage.setItem(LAST_ASSET, toJson({ chainId, currency }));
      } catch {
        // The stored asset is only a convenience, so a failed write is ignored.
      }
    },
  };
}
