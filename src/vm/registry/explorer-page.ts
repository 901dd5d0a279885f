/** Finds the page of a transaction on the explorer that the merchant's registry names. */
import type { Registry } from '../../types.js';

/** Returns the URL of the page, or null if the registry has no https explorer for the chain. */
export function explorerPage(registry: Registry | undefined, chainId: number, hash: string): string | null {
  const explorer = registry?.chains.find(({ id }) => id === chainId)?.explorerUrl;
  if (!explorer) return null;
  try {
    const { protocol, href } = new URL(explorer);
    return protocol === 'https:' ? `${href.replace(/\/$/, '')}/tx/${encodeURIComponent(hash)}` : null;
  } catch {
    return null;
  }
}
