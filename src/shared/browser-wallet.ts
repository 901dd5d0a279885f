/** Creates and recognizes the ids of wallets that only set `window.ethereum`. */

const ID = 'browser';

/**
 * Returns the id of such a wallet: `browser`, then `browser-2` and so on.
 * @param index the position of the wallet in the list of these wallets, from 0
 */
export const browserWalletId = (index: number): string => (index === 0 ? ID : `${ID}-${index + 1}`);

/** True if the id has the form of such an id. */
export const isBrowserWallet = (id: string): boolean => /^browser(-\d+)?$/.test(id);
