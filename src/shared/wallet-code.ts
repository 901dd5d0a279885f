/** Recognizes the codes by which a wallet outside this browser connects, and reads when they expire. */

/** The maximum length of a code, in characters. A QR code with the lowest error correction holds 2,953 bytes. */
const MOST_LETTERS = 2_000;

/** Schemes whose links can run code, read files, open a page without https, or open an app that is no wallet. */
const UNSAFE = new RegExp(
  '^(?:about|blob|content|data|file(?:system)?|ftp|http|intent|javascript|mailto|ms-settings|search-ms|sms|tel|' +
    'vbscript|view-source|wss?)$',
  'iu',
);

/** True for a scheme that is not in `UNSAFE`. A link with it opens an app or, with `https`, a page. */
export const isSafeScheme = (scheme: string): boolean => !UNSAFE.test(scheme);

/**
 * True for a text that can be a code: `wc:…` of WalletConnect, an https URL, or a URI with the scheme of an app, such
 * as `metamask://…`. The text comes from a wallet's library, so a link to it must not run code.
 */
export const isWalletCode = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MOST_LETTERS &&
  /^[a-z][a-z\d+.-]+:[!-~]+$/iu.test(value) &&
  isSafeScheme(value.slice(0, value.indexOf(':')));

/**
 * True for the id or the name of WalletConnect, which stands for many wallets' apps: for the row of this element, and
 * for the connectors and providers of pages.
 */
export const isWalletConnect = (text: string): boolean => /^walletconnect$/iu.test(text);

/** Returns the Unix time in milliseconds at which the code expires, or null if the code does not contain it. */
export function expiryOf(code: string): number | null {
  const [, seconds] = /[?&]expiryTimestamp=(\d{10})(?!\d)/u.exec(code) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
