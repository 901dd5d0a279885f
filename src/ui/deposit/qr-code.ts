/** Renders a QR code that is dark on white in every theme, because cameras need this contrast. */
import { encodeQR } from 'qr';
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isHexAccount, isNativeCurrency } from '../../shared/chain.js';
import type { KnownAmount } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';

/** The width, in QR modules, of the light border that scanners need around a QR code. */
const QUIET = 4;

/** Renders the QR code. Attributes set the size, so that the style sheet, which every payment loads, stays small. */
export const qrCode = (text: string, { t }: ViewContext): TemplateResult =>
  html`<div part="qr" role="img" aria-label=${t('deposit.qr')}>${guard([text], () => drawing(text))}</div>`;

/**
 * Returns the content of the QR code. For the native currency of an EVM chain, the content is a URI with the chain and
 * the amount (EIP-681). For a token, the content is only the address, because some wallets misread a URI for a token
 * and send the money to the token's contract.
 */
export function paymentUri(address: string, { chainId, currency, amount }: KnownAmount): string {
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
