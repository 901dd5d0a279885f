/** Recognizes the codes by which a wallet outside this browser connects, and reads when they run out. */

/** The maximum length of a code. A QR code of the lowest error correction holds 2,953 letters. */
const MOST_LETTERS = 2_000;

/** Schemes that run code, read files, or open something else than an app of the payer's choice. */
const UNSAFE = new RegExp(
  '^(?:about|blob|content|data|file(?:system)?|ftp|http|intent|javascript|mailto|ms-settings|search-ms|sms|tel|' +
    'vbscript|view-source|wss?)$',
  'iu',
);

/** Whether a link with this scheme opens an app or, with `https`, a page. Others must not become links. */
export const isSafeScheme = (scheme: string): boolean => !UNSAFE.test(scheme);

/**
 * True for a text that can be a code: `wc:…` of WalletConnect, an https URL, or a URI with the scheme of an app, such
 * as `metamask://…`. A wallet's library writes this text, so a link to it must not run code.
 */
export const isWalletCode = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MOST_LETTERS &&
  /^[a-z][a-z\d+.-]+:[!-~]+$/iu.test(value) &&
  isSafeScheme(value.slice(0, value.indexOf(':')));

/** Returns the Unix time in milliseconds from which wallets refuse the code, or null if the code does not say it. */
export function expiryOf(code: string): number | null {
  const [, seconds] = /[?&]expiryTimestamp=(\d{10})(?!\d)/u.exec(code) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
