/** The drawings, a few strokes each in the colour of the text around, and the badges of tokens, chains and wallets. */
import { html, nothing, svg } from 'lit';
import type { SVGTemplateResult, TemplateResult } from 'lit';
import type { ViewContext } from '../context.js';

const strokes = {
  close: svg`<path d="M5 5l10 10M15 5L5 15"/>`,
  check: svg`<path d="M4 10.5l4 4 8-9"/>`,
  chevron: svg`<path d="M6 8l4 4 4-4"/>`,
  back: svg`<path d="M12 5l-5 5 5 5"/>`,
  out: svg`<path d="M8 5h7v7M15 5l-9 9"/>`,
  alert: svg`<path d="M10 5.5v6M10 14.4v.1"/>`,
  search: svg`<circle cx="9" cy="9" r="5"/><path d="M13 13l4 4"/>`,
  copy: svg`<rect x="7" y="7" width="9" height="9" rx="2"/><path d="M4.500 13V5.500a1 1 0 0 1 1-1H13"/>`,
} as const satisfies Record<string, SVGTemplateResult>;

export type IconName = keyof typeof strokes;

export const icon = (name: IconName): TemplateResult =>
  html`<svg class="icon ${name}" viewBox="0 0 20 20" aria-hidden="true" focusable="false">${strokes[name]}</svg>`;

/** A letter in a disc of a colour of its own; nothing is loaded for it. */
export function badge(label: string, chain: string | null = null): TemplateResult {
  const [sign, hue] = known[label] ?? [firstOf(label), hueOf(label)];
  return html`<span class="badge hue-${hue}" aria-hidden="true"
    >${sign}${chain ? html`<span class="chain hue-${hueOf(chain)}">${firstOf(chain)}</span>` : nothing}</span
  >`;
}

/** A wallet's own picture. EIP-6963 makes it a data URI; any other is loaded only where the merchant allows it. */
export function walletBadge(id: string, name: string, ctx: ViewContext): TemplateResult {
  const address = ctx.walletIcon(id) ?? '';
  const allowed = /^data:image\//i.test(address) || (ctx.config.remoteImages && /^https:\/\//i.test(address));
  if (!allowed) return badge(name);
  return html`<span class="badge square hue-${hueOf(name)}" aria-hidden="true"
    >${firstOf(name)}<img alt="" src=${address} width="36" height="36" loading="lazy" referrerpolicy="no-referrer"
  /></span>`;
}

const known: Readonly<Record<string, readonly [sign: string, hue: number] | undefined>> = {
  USDC: ['$', 0],
  USDT: ['₮', 2],
  EURC: ['€', 0],
  ETH: ['Ξ', 5],
  WETH: ['Ξ', 5],
};

const firstOf = (label: string): string => Array.from(label.trim())[0]?.toUpperCase() ?? '';

const hueOf = (label: string): number =>
  Array.from(label).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 6;
