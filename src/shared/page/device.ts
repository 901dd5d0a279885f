/** Reads what the page can know of the payer's device and browser without a request. */

/** What the page knows of the payer's device and browser. */
export type Device = {
  /** True if the main pointer is coarse, as on phones and tablets, also on those whose user agent names a Mac. */
  readonly isTouch: boolean;
  /** True if a wallet has set one of the common properties of the window, as extensions and wallets' browsers do. */
  readonly hasProvider: boolean;
  /** True in the browser of Telegram, whose user agent does not name it on every phone. */
  readonly isTelegram: boolean;
  /** The user agent of the browser. */
  readonly userAgent: string;
  /** The result of `pageAddress`. */
  readonly address: string | null;
};

/** Properties of the window that wallets set. `readDevice` reads no value of them, because a wallet can notice that. */
const PROVIDERS = ['ethereum', 'solana', 'phantom', 'solflare'];

const TELEGRAM = ['TelegramWebviewProxy', 'TelegramWebview'];

/** Reads the device of this page. */
export const readDevice = (): Device => ({
  // jsdom has no `matchMedia`.
  isTouch: (globalThis.matchMedia as typeof matchMedia | undefined)?.('(pointer: coarse)').matches ?? false,
  hasProvider: PROVIDERS.some((name) => name in globalThis),
  isTelegram: TELEGRAM.some((name) => name in globalThis),
  userAgent: navigator.userAgent,
  address: pageAddress(),
});

/**
 * Returns the address of this page for another browser on the device, such as a wallet's own browser. Returns null in a
 * frame, whose address is not the address of the whole page, and on a page without https.
 */
export const pageAddress = (page: Pick<Window, 'top' | 'self' | 'location'> = window): string | null =>
  page.top === page.self && page.location.protocol === 'https:' ? page.location.href : null;

/**
 * Whether the path or the query of the address contains the reference of the order, after percent-encoded characters
 * are decoded. A part of a longer word or number does not count, so `42` is not found in `?order=1042`.
 * @param address an absolute URL
 */
export function leadsToOrder(address: string, reference: string): boolean {
  const { pathname, search } = new URL(address);
  const written = `${pathname}${search}`;
  // In a path, a `+` means itself. In a query, it can also mean a space, so try both.
  return [written.replaceAll('+', '%2B'), written].some((text) => hasWhole(decoded(text), reference));
}

/** Decodes percent-encoded characters and `+`. `decodeURIComponent` would throw for a `%` that encodes nothing. */
const decoded = (text: string): string => new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';

function hasWhole(text: string, part: string): boolean {
  if (part === '') return false;
  const isFree = (sign = ''): boolean => !/[\p{L}\p{M}\p{N}]/u.test(sign);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    const end = at + part.length;
    // Some letters consist of two units of the string, which only an iteration keeps together.
    const before = Array.from(text.slice(0, at).slice(-2)).pop();
    const [after] = Array.from(text.slice(end, end + 2));
    if (isFree(before) && isFree(after)) return true;
  }
  return false;
}
