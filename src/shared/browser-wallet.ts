/** Creates and recognizes the ids of wallets that only set `window.ethereum`. */

const ID = 'browser';

/** Returns the id of such a wallet: `browser`, then `browser-2` and so on. */
export const browserWalletId = (index: number): string => (index === 0 ? ID : `${ID}-${index + 1}`);

/** True for the id of such a wallet. */
export const isBrowserWallet = (id: string): boolean => /^browser(-\d+)?$/.test(id);
