/** A QR code, dark on white in every theme, as cameras want it. */
import { encodeQR } from 'qr';
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isHexAccount, isNativeCurrency } from '../../shared/chain.js';
import type { TokenAmount } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';

/** The light frame that cameras need, in modules. */
const QUIET = 4;

/** As wide as there is room, with the code in the middle: a style of its own would load with every page. */
export const qrCode = (text: string, { t }: ViewContext): TemplateResult =>
  html`<div part="qr" role="img" aria-label=${t('deposit.qr')}>${guard([text], () => drawing(text))}</div>`;

/**
 * What a camera reads. Of the network's own coin an address in the form of EIP-681, which names chain and amount too.
 * Of a token the address alone: in that form the token's contract comes first, and a wallet that does not know it would
 * send there.
 */
export function paymentUri(address: string, { chainId, currency, amount }: TokenAmount): string {
  return isHexAccount(address) && isNativeCurrency(currency)
    ? `ethereum:${address}@${chainId}?value=${amount}`
    : address;
}

function drawing(text: string): TemplateResult {
  const rows = encodeQR(text, 'raw', { border: QUIET });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg width="100%" height="168" viewBox="0 0 ${size} ${size}" aria-hidden="true" focusable="false">
    ${svg`<rect width=${size} height=${size} rx="2" fill="#fff" /><path d=${path} shape-rendering="crispEdges" />`}
  </svg>`;
}
