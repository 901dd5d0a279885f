/** Renders a QR code, dark on white in every theme, because cameras need that contrast. */
import { encodeQR } from 'qr';
import { html, svg } from 'lit';
import type { TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { isHexAccount, isNativeCurrency } from '../../shared/chain.js';
import type { KnownAmount } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';

/** The width of the light border that scanners need, in QR modules. */
const QUIET = 4;

/** Attributes set the size, because a rule in the style sheet would load with every page. */
export const qrCode = (text: string, { t }: ViewContext): TemplateResult =>
  html`<div part="qr" role="img" aria-label=${t('deposit.qr')}>${guard([text], () => drawing(text))}</div>`;

/**
 * The content of the QR code. For the native currency, it is a URI with the chain and the amount (EIP-681). For a
 * token, it is only the address, because some wallets misread a token URI and would send the money to the token's
 * contract.
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
