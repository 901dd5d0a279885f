/** Checks the links by which a wallet lets itself be opened. */
import { isRecord } from '../../shared/text/patterns.js';
import { isSafeScheme } from '../../shared/wallet-code.js';

/** How a phone brings the wallet's app to the front; null if the wallet names no such link that is safe. */
export type AppLinks = {
  /** A link with the app's own scheme, such as `rainbow://`. */
  native: string | null;
  /** An https link of a host and at most one word, which also works where the app is missing. */
  universal: string | null;
};

/**
 * Reads the links of a wallet. They are a stranger's text that becomes a link, so only an app's own scheme or https is
 * allowed. A longer path could tell another wallet to pay somebody, so it is left out, or the link is.
 */
export function appLinks(redirect: unknown): AppLinks {
  const { native, universal } = isRecord(redirect) ? redirect : {};
  const scheme = typeof native === 'string' ? NATIVE.exec(native)?.[1]?.toLowerCase() : undefined;
  const isApp = scheme !== undefined && scheme !== 'https' && isSafeScheme(scheme);
  return {
    native: isApp ? `${scheme}://` : null,
    universal: typeof universal === 'string' && UNIVERSAL.test(universal) ? universal : null,
  };
}

/**
 * Returns the link that brings a connected wallet to the front, or null if there is none. The wallet finds at the relay
 * what it is asked.
 */
export function wakeLink({ native, universal }: AppLinks): string | null {
  const base = native ?? universal;
  return base === null ? null : `${base.replace(/\/$/, '')}/wc`;
}

const NATIVE = /^([a-z][a-z0-9+.-]{1,40}):\/\/[!-~]{0,200}$/i;
const UNIVERSAL = /^https:\/\/[a-z0-9][a-z0-9.-]{1,250}(?::\d{1,5})?(?:\/[\w.~-]{0,100}\/?)?$/i;
