/** Reads what the page can know of the payer's device and browser without a request. */

/** What the payer's device and browser say of themselves. */
export type Device = {
  /** True if the main pointer is a finger, as on phones and tablets, also on those that call themselves a Mac. */
  readonly isTouch: boolean;
  /** True if a wallet has set its property on the window, as wallets' own browsers do. */
  readonly hasProvider: boolean;
  /** True in the browser of Telegram, whose user agent does not name it on every phone. */
  readonly isTelegram: boolean;
  /** The user agent of the browser. */
  readonly userAgent: string;
  /** The address of the page, or null if another browser cannot open it. */
  readonly address: string | null;
};

/** The properties of the window by which wallets can be found. They are not read, because a wallet can notice that. */
const PROVIDERS = ['ethereum', 'solana', 'phantom', 'solflare'];

const TELEGRAM = ['TelegramWebviewProxy', 'TelegramWebview'];

/** Reads the device of this page. */
export const readDevice = (): Device => ({
  isTouch: matchMedia('(pointer: coarse)').matches,
  hasProvider: PROVIDERS.some((name) => name in globalThis),
  isTelegram: TELEGRAM.some((name) => name in globalThis),
  userAgent: navigator.userAgent,
  address: pageAddress(),
});

/** Returns the address of this page, or null in a frame and without https, where a wallet's browser cannot open it. */
export const pageAddress = (page: Pick<Window, 'top' | 'self' | 'location'> = window): string | null =>
  page.top === page.self && page.location.protocol === 'https:' ? page.location.href : null;

/**
 * Whether the path or the query of the address contains the reference of the order, as it is or percent-encoded. Inside
 * a longer word or number it does not count, so that `42` is not found in `?order=1042`.
 */
export function leadsToOrder(address: string, reference: string): boolean {
  const { pathname, search } = new URL(address);
  const written = `${pathname}${search}`;
  // A `+` is itself in a path, and can be a space in a query.
  return [written.replaceAll('+', '%2B'), written].some((text) => hasWhole(decoded(text), reference));
}

/** Decodes percent-encoded characters. `decodeURIComponent` would throw for a `%` that encodes nothing. */
const decoded = (text: string): string => new URLSearchParams(`text=${text.replaceAll('&', '%26')}`).get('text') ?? '';

function hasWhole(text: string, part: string): boolean {
  if (part === '') return false;
  const isFree = (sign = ''): boolean => !/[\p{L}\p{N}]/u.test(sign);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (isFree(text[at - 1]) && isFree(text[at + part.length])) return true;
  return false;
}
