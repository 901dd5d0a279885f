/**
 * Renders badges of tokens, chains and wallets: colored shapes with a letter, which a picture covers if there is one.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Asset } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import type { Piece } from '../context/view.js';

/**
 * Renders a token's badge. Only a verified token has the picture of its symbol, because anybody can issue a token with
 * a known symbol. Without a picture, the badge shows the token's own image. It loads only if `remote-images` is `on`,
 * because the token's issuer chooses the host of the image.
 */
export function tokenBadge(
  { chainId, symbol, verified, logo }: Pick<Asset, 'chainId' | 'symbol' | 'verified' | 'logo'>,
  chain: string,
  { config, pictures }: ViewContext,
): TemplateResult {
  const drawing = verified ? pictures?.token(symbol) : null;
  const own = config.remoteImages && logo?.startsWith('https://') ? image(logo) : nothing;
  return badge(
    symbol,
    drawing ?? own,
    html`<span class="chain hue-${hueOf(chain)}">${firstOf(chain)}${pictures?.network(chainId) ?? nothing}</span>`,
  );
}

/**
 * Renders a wallet's badge with the wallet's own image, which is a data URI (EIP-6963), so that the page sends no
 * request for it. Without such an image, the badge shows a letter.
 */
export function walletBadge(id: string, name: string, ctx: ViewContext): TemplateResult {
  const address = ctx.walletIcon(id) ?? '';
  if (!/^data:image\//i.test(address)) return badge(name);
  return html`<span part="badge" class="badge square hue-${hueOf(name)}" aria-hidden="true"
    >${firstOf(name)}${image(address)}</span
  >`;
}

/** Renders the first letter of a label, in a color that follows from the label. A picture covers the letter. */
export const badge = (label: string, picture: Piece = nothing, beside: Piece = nothing): TemplateResult =>
  html`<span part="badge" class="badge hue-${hueOf(label)}" aria-hidden="true"
    >${firstOf(label)}${picture}${beside}</span
  >`;

/** Renders the image over the letter, which stays visible if the image cannot be loaded. */
const image = (src: string): Piece =>
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

const firstOf = (label: string): string => Array.from(label.trim())[0]?.toUpperCase() ?? '';

const hueOf = (label: string): number =>
  Array.from(label).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
