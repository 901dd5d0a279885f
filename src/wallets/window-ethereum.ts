/**
 * Finds wallets that do not announce themselves (EIP-6963) and only set `window.ethereum`, as the browsers inside
 * several phone wallets do. Wallets overwrite each other's property, so the property is the last resort.
 */
import { platformClock, type Clock } from '../shared/time/clock.js';
import type { EIP1193Provider } from './wallet.js';
import { isProvider } from './wagmi-connector.js';

/**
 * When the page reads the property, in milliseconds after the request for announcements. A slow phone sets the property
 * late. After the first of these times, the page also reads the property at each event `INITIALIZED`.
 */
const LOOKS_MS = [1_000, 3_000];

/** The maximum number of providers. Wallets that share the property keep their providers in a list. */
const MOST = 5;

/**
 * Calls `found` with the providers of `window.ethereum`, but first gives wallets time to announce themselves. Returns a
 * function that ends the search.
 * @param isNeeded returns false if a wallet has announced itself; the property is then not even read
 */
export function watchWindowEthereum(
  isNeeded: () => boolean,
  found: (providers: readonly EIP1193Provider[]) => void,
  clock: Clock = platformClock,
): () => void {
  if (typeof window === 'undefined') return () => undefined;
  let isTime = false;
  const look = (): void => {
    const providers = isTime && isNeeded() ? windowProviders() : [];
    if (providers.length > 0) found(providers);
  };
  const timers = LOOKS_MS.map((ms) =>
    clock.setTimeout(() => {
      isTime = true;
      look();
    }, ms),
  );
  window.addEventListener(INITIALIZED, look);
  return () => {
    for (const timer of timers) clock.clearTimeout(timer);
    window.removeEventListener(INITIALIZED, look);
  };
}

/** The event with which some wallets report that they have set the property. */
const INITIALIZED = 'ethereum#initialized';

function windowProviders(): EIP1193Provider[] {
  try {
    const { ethereum } = window as { ethereum?: unknown };
    const { providers } = Object(ethereum) as { providers?: unknown };
    const all: unknown[] = Array.isArray(providers) && providers.length > 0 ? providers : [ethereum];
    return [...new Set(all.filter(isProvider))].slice(0, MOST);
  } catch {
    return [];
  }
}

/** The flags that identify wallets. Several of these wallets also set `isMetaMask`, so it is the last one. */
const FLAGS: readonly (readonly [flag: string, name: string])[] = [
  ['isTrust', 'Trust Wallet'],
  ['isTrustWallet', 'Trust Wallet'],
  ['isOkxWallet', 'OKX Wallet'],
  ['isOKExWallet', 'OKX Wallet'],
  ['isCoinbaseWallet', 'Coinbase Wallet'],
  ['isBitKeep', 'Bitget Wallet'],
  ['isTokenPocket', 'TokenPocket'],
  ['isImToken', 'imToken'],
  ['isMathWallet', 'MathWallet'],
  ['isPhantom', 'Phantom'],
  ['isRabby', 'Rabby'],
  ['isRainbow', 'Rainbow'],
  ['isBraveWallet', 'Brave Wallet'],
  ['isOpera', 'Opera'],
  ['isMetaMask', 'MetaMask'],
];

/** Returns the wallet's name by the first flag that is true, or an empty text if there is no such flag. */
export function nameOf(provider: EIP1193Provider): string {
  try {
    const own = provider as unknown as Record<string, unknown>;
    return FLAGS.find(([flag]) => own[flag] === true)?.[1] ?? '';
  } catch {
    return '';
  }
}
