/** Loads the assets that an account can pay with. Can also choose an asset for the payer. */
import { isAborted, pause } from '../../shared/clock.js';
import { errorInfo, HubPayError } from '../../errors.js';
import type { Account, Asset, ErrorInfo, PaymentIntent } from '../../types.js';
import { adapterFor } from '../../vm/load-adapter.js';
import { loadAssets, onlyChoice, type PriceBook } from './load-assets.js';
import type { PaymentContext } from '../context/context.js';
import type { QuoteBook } from '../quote/quote-book.js';
import { offeredChains, type ChainList } from '../quote/chain-list.js';
import { findAsset, hasMissingField } from '../model/selection.js';
import type { AssetRef } from '../model/state.js';

const LAST_ASSET = 'hub-pay/1/last-asset';

/** Pause between the last keystroke and the search, in milliseconds. */
const DEBOUNCE_MS = 300;
const SHORTEST = 2;

/** The result of a token search. */
export type TokenSearchResult = {
  /** The found assets, verified ones first. Empty if the search found nothing or failed. */
  assets: readonly Asset[];
  /** Why the search failed. Absent if it succeeded. */
  problem?: ErrorInfo;
};

export interface AssetPicker {
  /**
   * Loads the account's assets. Stops an older load that is still running. `fixed`: the asset that the merchant fixed,
   * or null.
   */
  start(account: Account, intent: PaymentIntent, fixed: AssetRef | null): Promise<void>;
  /** Stops all loading when the checkout closes. Also allows the automatic choice of an asset for the next payment. */
  stop(): void;
  /**
   * Waits 300 ms, then searches other tokens by name or address. Resolves with null if the text has fewer than 2
   * characters, or if a newer search replaces this search.
   */
  searchTokens(text: string, account: Account): Promise<TokenSearchResult | null>;
  /**
   * Prevents the automatic choice of an asset until the next call of `stop`. Called when the payer goes back. Also
   * called when a quote is refused for its price impact.
   */
  releaseChoice(): void;
  /**
   * Stores the asset that the payer used. The next payment chooses this asset automatically if its balance is
   * sufficient.
   */
  remember(asset: AssetRef): void;
}

export function createAssetPicker(context: PaymentContext, chainList: ChainList, book: QuoteBook): AssetPicker {
  const { clock, storage, fetch } = context.deps;
  const { options, client } = context;
  const pinned = options.registry !== undefined;
  const prices: PriceBook = new Map();
  let running: AbortController | undefined;
  let searching: AbortController | undefined;
  let mayChoose = true;

  const payableChains = ({ vmType }: Account): ReturnType<typeof offeredChains> =>
    offeredChains(chainList, options).filter((chain) => chain.vmType === vmType);

  const lastAsset = (): AssetRef | null => {
    try {
      return JSON.parse(storage.getItem(LAST_ASSET) ?? 'null') as AssetRef | null;
    } catch {
      return null;
    }
  };

  return {
    async start(account, intent, fixed) {
      running?.abort(new Error('another search'));
      running = new AbortController();
      const signal = AbortSignal.any([context.signal, running.signal]);
      try {
        const adapter = await adapterFor(account.vmType);
        if (!adapter) throw new HubPayError('no-route', `An account of the kind ${account.vmType} cannot pay.`);
        if (isAborted(signal)) return;
        const last = lastAsset();
        await loadAssets({
          account,
          intent,
          fixed,
          last,
          book,
          adapter,
          prices,
          clock,
          fetch,
          signal,
          chains: payableChains(account),
          pinned,
          onChange(assets, stage) {
            context.dispatch({ type: 'assets-loaded', assets, done: stage !== 'balances' });
            const state = context.state();
            // The payer reads why an earlier payment did not go out, and then chooses.
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
    async searchTokens(typedText, account) {
      searching?.abort(new Error('another question'));
      searching = new AbortController();
      const signal = AbortSignal.any([context.signal, searching.signal]);
      const text = typedText.trim();
      if (text.length < SHORTEST) return null;
      try {
        await pause(DEBOUNCE_MS, clock, signal);
        const [{ searchTokens: findAssets }, adapter] = await Promise.all([
          import('./search-tokens.js'),
          adapterFor(account.vmType),
        ]);
        if (!adapter) return null;
        const access = { fetch, clock, signal };
        const assets = await findAssets({
          text,
          account,
          chains: payableChains(account),
          pinned,
          client,
          adapter,
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
        storage.setItem(LAST_ASSET, JSON.stringify({ chainId, currency }));
      } catch {
        // The stored asset is only a convenience, so a failed write is ignored.
      }
    },
  };
}
