/**
 * Renders badges of tokens, chains and wallets: colored shapes with a letter, which an image covers if there is one.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Asset } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

/**
 * Renders a token's badge. Its image loads only if `remote-images` is `on`, because the token's issuer chooses the host
 * of the image.
 */
export const tokenBadge = (
  { symbol, logo }: Pick<Asset, 'symbol' | 'logo'>,
  chain: string,
  { config }: ViewContext,
): TemplateResult =>
  badge(symbol, chain, config.remoteImages && logo?.startsWith('https://') ? picture(logo) : nothing);

/**
 * Renders a wallet's badge with the wallet's own image, which is a data URI (EIP-6963), so that the page sends no
 * request for it. Without such an image, the badge shows a letter.
 */
export function walletBadge(id: string, name: string, ctx: ViewContext): TemplateResult {
  const address = ctx.walletIcon(id) ?? '';
  if (!/^data:image\//i.test(address)) return badge(name);
  return html`<span part="badge" class="badge square hue-${hueOf(name)}" aria-hidden="true"
    >${firstOf(name)}${picture(address)}</span
  >`;
}

/** Renders the first letter of a label or the sign of a known token, in a color that follows from the label. */
export function badge(label: string, chain: string | null = null, logo: Piece = nothing): TemplateResult {
  const [sign, hue] = known.get(label) ?? [firstOf(label), hueOf(label)];
  return html`<span part="badge" class="badge hue-${hue}" aria-hidden="true"
    >${sign}${logo}${chain ? html`<span class="chain hue-${hueOf(chain)}">${firstOf(chain)}</span>` : nothing}</span
  >`;
}

/** Renders the image over the letter, which stays visible if the image cannot be loaded. */
const picture = (src: string): Piece =>
  keyed(
    src,
    html`<img
      alt=""
      src=${src}
      width="36"
      height="36"
      loading="lazy"
      referrerpolicy="no-referrer"
      @load=${({ currentTarget }: Event) => (currentTarget as Element).classList.add('there')}
    />`,
  );

/**
 * The currency sign and the color of known tokens, whose badge shows the sign instead of the first letter. The symbols
 * are in a `Map`, because a plain object also has inherited members such as `constructor`.
 */
const known: ReadonlyMap<string, readonly [sign: string, hue: number]> = new Map([
  ['USDC', ['$', 0]],
  ['USDT', ['₮', 2]],
  ['EURC', ['€', 0]],
  ['ETH', ['Ξ', 5]],
  ['WETH', ['Ξ', 5]],
]);

const firstOf = (label: string): string => Array.from(label.trim())[0]?.toUpperCase() ?? '';

const hueOf = (label: string): number =>
  Array.from(label).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
