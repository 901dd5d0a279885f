/** The token list: one choice among rows, moved through by arrows, Home, End and first letters (a radio group). */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { AssetRef } from '../../payment/state.js';
import type { Asset } from '../../types.js';
import type { ViewContext } from '../context.js';
import { chainWords } from '../words.js';
import { assetRow } from './asset-row.js';
import { icon } from './icon.js';

/** From this many rows on there is a search field. */
const MANY = 9;

export function assetList(assets: readonly Asset[], chosen: AssetRef | null, ctx: ViewContext): TemplateResult {
  const { t, local } = ctx;
  const query = local.query.trim().toLowerCase();
  const shown = assets.filter((asset) =>
    [asset.symbol, asset.name, chainWords(asset.chainId, ctx)].join(' ').toLowerCase().includes(query),
  );
  const chosenAt = shown.findIndex((asset) => isSame(asset, chosen));
  return html`${assets.length < MANY ? nothing : searchField(assets.length, ctx)}
    <div part="asset-list" class="list" role="radiogroup" aria-label=${t('select.assets')} @keydown=${moveFocus}>
      ${shown.map((asset, index) =>
        assetRow(asset, { index, checked: index === chosenAt, focusable: index === Math.max(chosenAt, 0) }, ctx),
      )}
    </div>
    ${shown.length > 0 ? nothing : html`<p class="empty">${t('select.no-match', { query: local.query })}</p>`}`;
}

const isSame = (asset: Asset, ref: AssetRef | null): boolean =>
  ref !== null && asset.chainId === ref.chainId && asset.currency === ref.currency;

const searchField = (count: number, { t, local, set }: ViewContext): TemplateResult =>
  html`<label class="field">
    <span class="unseen">${t('select.search', { count: String(count) })}</span>${icon('search')}
    <input
      part="search"
      type="search"
      autocomplete="off"
      spellcheck="false"
      placeholder=${t('select.search', { count: String(count) })}
      .value=${local.query}
      @input=${(event: InputEvent) => set({ query: (event.target as HTMLInputElement).value })}
    />
  </label>`;

/** Keys move the focus only; choosing asks for a quote, so it takes Space, Enter or a press, as on any button. */
function moveFocus(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const rows = [...list.querySelectorAll<HTMLElement>('[role=radio]')];
  const at = rows.indexOf((event.target as HTMLElement).closest<HTMLElement>('[role=radio]') ?? list);
  const next = rows[targetOf(event.key, at, rows, getComputedStyle(list).direction === 'rtl')];
  if (at < 0 || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  for (const row of rows) row.tabIndex = row === next ? 0 : -1;
  next.focus();
}

function targetOf(key: string, at: number, rows: readonly HTMLElement[], rightToLeft: boolean): number {
  const step = (by: number): number => (at + by + rows.length) % rows.length;
  switch (key) {
    case 'ArrowDown':
      return step(1);
    case 'ArrowUp':
      return step(-1);
    case 'ArrowRight':
      return step(rightToLeft ? -1 : 1);
    case 'ArrowLeft':
      return step(rightToLeft ? 1 : -1);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    default:
      return byLetter(key, at, rows);
  }
}

/** The next row, after this one and around, whose token begins with the typed letter. */
function byLetter(key: string, at: number, rows: readonly HTMLElement[]): number {
  if (!/^\p{L}$/u.test(key)) return -1;
  const letter = key.toLowerCase();
  const after = rows.map((_, index) => (at + 1 + index) % rows.length);
  return after.find((index) => rows[index]?.dataset['symbol']?.toLowerCase().startsWith(letter)) ?? -1;
}
