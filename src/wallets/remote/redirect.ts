/** Checks the links that a wallet names for opening its app. */
import { isRecord } from '../../shared/text/patterns.js';
import { isSafeScheme } from '../../shared/wallet-code.js';

/** The links that open the wallet's app on a phone. Each is null if the wallet names no such link that is safe. */
export type AppLinks = {
  /** A link with the app's own scheme, such as `rainbow://`. */
  native: string | null;
  /** An https link with a path of at most one word, which also works if the app is not installed. */
  universal: string | null;
};

/**
 * Reads the links of a wallet. Anybody can have written them, so only the scheme of an app or https is allowed. A
 * longer path could make another wallet pay somebody. So only the scheme of a native link is kept, and an https link
 * with a longer path is left out.
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
 * Returns the link that brings the app of a connected wallet to the front, or null if there is none. The link contains
 * no request, because the wallet gets its requests from the relay.
 */
export function wakeLink({ native, universal }: AppLinks): string | null {
  const base = native ?? universal;
  return base === null ? null : `${base.replace(/\/$/, '')}/wc`;
}

const NATIVE = /^([a-z][a-z0-9+.-]{1,40}):\/\/[!-~]{0,200}$/i;
const UNIVERSAL = /^https:\/\/[a-z0-9][a-z0-9.-]{1,250}(?::\d{1,5})?(?:\/[\w.~-]{0,100}\/?)?$/i;
