/** Loads the wallet discovery of a chain family on first use. */
import { loaded } from '../shared/load-code.js';
import type { WalletDiscovery, WalletFamily } from './wallet.js';

/** The functions that load wallet discovery, by family. The first family is the family that most pages need. */
export const loadDiscovery: Readonly<Record<WalletFamily, () => Promise<WalletDiscovery>>> = {
  evm: () => loaded(import('./discover-evm.js'), 'finds wallets'),
  svm: () => loaded(import('./discover-svm.js'), 'finds SVM wallets'),
};
