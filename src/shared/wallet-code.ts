/** Recognizes the codes by which a wallet outside this browser connects, and reads when they run out. */

/** The maximum length of a code. A QR code of the lowest error correction holds 2,953 letters. */
const MOST_LETTERS = 2_000;

/** Schemes that run code, read files, or open something else than an app of the payer's choice. */
const UNSAFE =
  /^(?:about|blob|content|data|file(?:system)?|ftp|http|intent|javascript|mailto|sms|tel|vbscript|wss?):/iu;

/**
 * True for a text that can be a code: `wc:…` of WalletConnect, an https URL, or a URI with the scheme of an app, such
 * as `metamask://…`. A wallet's library writes this text, so a link to it must not run code.
 */
export const isWalletCode = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= MOST_LETTERS &&
  /^[a-z][a-z\d+.-]+:[!-~]+$/iu.test(value) &&
  !UNSAFE.test(value);

/** Returns the Unix time in milliseconds from which wallets refuse the code, or null if the code does not say it. */
export function expiryOf(code: string): number | null {
  const [, seconds] = /[?&]expiryTimestamp=(\d{10})(?!\d)/u.exec(code) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1000;
}
