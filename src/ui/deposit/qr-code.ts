/** Renders a QR code that is dark on white in every theme, because cameras need this contrast. */
import { encodeQR } from 'qr';
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isHexAccount, isNativeCurrency } from '../../shared/chain.js';
import type { KnownAmount } from '../../types.js';

/** The width, in QR modules, of the light border that scanners need around a QR code. */
const QUIET = 4;

/**
 * Renders the QR code. Attributes set the size, so that the style sheet, which every payment loads, stays small.
 * @param label what the code contains, for screen readers
 * @param size the height in pixels; a longer text needs a larger code
 * @param ecc `low` keeps the modules of a long text large; a code on a screen is never dirty or torn
 */
export const qrCode = (text: string, label: string, size = 168, ecc: 'low' | 'medium' = 'medium'): TemplateResult =>
  html`<div part="qr" role="img" aria-label=${label}>${guard([text], () => drawing(text, size, ecc))}</div>`;

/**
 * Returns the content of the QR code. For the native currency of an EVM chain, the content is a URI with the chain and
 * the amount (EIP-681). For any other currency, it is only the address, because some wallets misread a URI for a token
 * and send the money to the token's contract.
 */
export function paymentUri(address: string, { chainId, currency, amount }: KnownAmount): string {
  return isHexAccount(address) && isNativeCurrency(currency)
    ? `ethereum:${address}@${chainId}?value=${amount}`
    : address;
}

function drawing(text: string, height: number, ecc: 'low' | 'medium'): TemplateResult {
  const rows = encodeQR(text, 'raw', { border: QUIET, ecc });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return html`<svg width="100%" height=${height} viewBox="0 0 ${size} ${size}" aria-hidden="true" focusable="false">
    ${svg`<rect width=${size} height=${size} rx="2" fill="#fff" /><path d=${path} shape-rendering="crispEdges" />`}
  </svg>`;
}
