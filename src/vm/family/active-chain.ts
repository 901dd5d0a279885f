/** Reads the active chain of an EVM wallet. */
import { HubPayError } from '../../errors.js';
import { readChainId } from '../../wallets/read-answer.js';
import { asEvmWallet } from './as-wallet.js';
import type { Wallet } from '../../wallets/wallet.js';

/**
 * Reads the id of the wallet's active chain without a prompt.
 * @throws HubPayError `wallet-locked` if the wallet does not report a valid chain id
 */
export async function activeChain(wallet: Wallet): Promise<number> {
  const answer = await asEvmWallet(wallet)
    .provider.request({ method: 'eth_chainId' })
    .catch(() => null);
  const id = readChainId(answer);
  if (id !== null) return id;
  throw new HubPayError('wallet-locked', `${wallet.name} does not report its chain`);
}
