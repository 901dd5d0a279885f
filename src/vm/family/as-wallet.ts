/** Narrows a connected wallet to a wallet of one family, for the code that sends requests to it. */
import type { EvmWallet, SvmWallet, Wallet } from '../../wallets/wallet.js';

/**
 * Returns the wallet as a wallet of EVM chains.
 * @throws TypeError if the wallet is of another family
 */
export function asEvmWallet(wallet: Wallet): EvmWallet {
  if (wallet.vmType !== 'evm') throw new TypeError(`${wallet.name} does not pay from EVM chains`);
  return wallet as EvmWallet;
}

/**
 * Returns the wallet as a wallet of SVM chains.
 * @throws TypeError if the wallet is of another family
 */
export function asSvmWallet(wallet: Wallet): SvmWallet {
  if (wallet.vmType !== 'svm') throw new TypeError(`${wallet.name} does not pay from SVM chains`);
  return wallet as SvmWallet;
}
