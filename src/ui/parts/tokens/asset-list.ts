/**
 * Renders the token list as a radio group, whose rows the payer chooses with a pointer or with keys. A search field is
 * above the list if the list is long, or if the payer can search for other tokens.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { StateOf } from '../../../payment/model/state.js';
import { isSameToken } from '../../../shared/chain.js';
import type { Asset } from '../../../types.js';
import type { ViewContext } from '../../context/view-context.js';
import type { Piece } from '../../context/view.js';
import { chainPhrase } from '../../context/phrases.js';
import { assetRow } from './asset-row.js';
import { icon } from '../icon.js';
import { MANY, moveFocus, toList } from './list-keys.js';

type Lists = Pick<StateOf<'selecting'>, 'assets' | 'asset' | 'accounts'>;

export function assetList(lists: Lists, ctx: ViewContext): TemplateResult {
  const { t, local } = ctx;
  const { assets, asset: chosen } = lists;
  const isSearchable = canSearch(lists, ctx);
  const own = ownMatches(lists, local.query, ctx);
  const found = foundFor(lists, ctx);
  const shown = [...own, ...found];
  const chosenAt = shown.findIndex((asset) => isSameToken(asset, chosen));
  return html`${isSearchable || assets.length >= MANY ? searchField(lists, ctx) : nothing}
    <div part="asset-list" class="list" role="radiogroup" aria-label=${t('select.assets')} @keydown=${moveFocus}>
      ${shown.map((asset, index) => {
        const focusable = index === Math.max(chosenAt, 0);
        return assetRow(asset, { index, checked: index === chosenAt, focusable, found: index >= own.length }, ctx);
      })}
    </div>
    ${isSearchable ? searchText(shown.length, found, ctx) : noMatch(shown.length, ctx)}`;
}

const canSearch = ({ accounts }: Lists, { config }: ViewContext): boolean => accounts.length > 0 && !config.fixedAsset;

function ownMatches({ assets }: Lists, query: string, ctx: ViewContext): Asset[] {
  const wanted = query.trim().toLowerCase();
  return assets.filter(({ symbol, name, chainId, currency }) =>
    [symbol, name, chainPhrase(chainId, ctx), currency].join(' ').toLowerCase().includes(wanted),
  );
}

/**
 * Returns the tokens that the service found for the text in the search field, without those that the list already
 * contains.
 */
const foundFor = ({ assets }: Lists, { local }: ViewContext): Asset[] =>
  local.searchResult?.query === local.query
    ? local.searchResult.assets.filter((asset) => !assets.some((own) => isSameToken(own, asset)))
    : [];

function searchField(lists: Lists, ctx: ViewContext): TemplateResult {
  const { t, local, set, searchTokens } = ctx;
  const type = (event: InputEvent): void => {
    const query = (event.target as HTMLInputElement).value;
    set({ query, announcement: '' });
    if (!canSearch(lists, ctx)) return;
    void searchTokens(query).then((found) => {
      if (!found) return;
      const next = { ...ctx, local: { ...local, query, searchResult: { ...found, query } } };
      const count = ownMatches(lists, query, ctx).length + foundFor(lists, next).length;
      set({ searchResult: next.local.searchResult, announcement: t('search.count', { count }) });
    });
  };
  return html`<label class="field">
    <span class="unseen">${t('select.search')}</span>${icon('search')}
    <input
      part="search"
      type="search"
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      maxlength="64"
      placeholder=${t('select.search')}
      .value=${local.query}
      @input=${type}
      @keydown=${toList}
    />
  </label>`;
}

/**
 * Renders the text below the rows about a running search, a failed search, a search without results, or unverified
 * tokens.
 */
function searchText(count: number, found: readonly Asset[], ctx: ViewContext): Piece {
  const { t, local } = ctx;
  const query = local.query.trim();
  if (query.length > 1 && local.searchResult?.query !== local.query) {
    return html`<p class="empty note">${t('search.loading')}</p>`;
  }
  return html`${noMatch(count, ctx)}
  ${query && local.searchResult?.problem ? html`<p class="note">${t('search.failed')}</p>` : nothing}
  ${found.every(({ verified }) => verified) ? nothing : html`<p class="note warn">${t('search.unverified')}</p>`}`;
}

const noMatch = (count: number, { t, local }: ViewContext): Piece =>
  count > 0 || !local.query ? nothing : html`<p class="empty">${t('select.no-match', { query: local.query })}</p>`;
