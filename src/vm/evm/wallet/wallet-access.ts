/** Reads a chain through the payer's wallet, a second source that usually does not depend on the chain's RPC. */
import { readChainId } from '../../../wallets/read-answer.js';
import { asEvmWallet } from '../../family/as-wallet.js';
import type { Wallet } from '../../../wallets/wallet.js';
import type { ChainAccess } from '../../family/sources.js';
import { rpc } from '../../family/rpc.js';

/**
 * Returns an access that reads the same chain through the wallet's provider. Its reads fail if the wallet later
 * switches to another chain. Returns null if the wallet is of another family, is on another chain or does not answer.
 * Opens no prompt, and does not switch the wallet's chain.
 * @throws only after an abort
 */
export async function walletAccess(wallet: Wallet, access: ChainAccess): Promise<ChainAccess | null> {
  if (wallet.vmType !== 'evm') return null;
  const { provider } = asEvmWallet(wallet);
  const { signal, chain } = access;
  const ask = (method: string, params?: readonly unknown[]): Promise<unknown> =>
    provider.request({ method, ...(params && { params }) });
  const assertChain = async (): Promise<void> => {
    if (readChainId(await ask('eth_chainId')) !== chain.id) throw new Error('The wallet is on another chain');
  };
  const through: ChainAccess = {
    ...access,
    async request(method, params) {
      const result = await ask(method, params);
      await assertChain();
      if (result === undefined) throw new Error(`${method} answered without a result`);
      return result;
    },
  };
  try {
    // Returns the access only if the wallet answers this first read.
    await rpc(through, 'eth_blockNumber', []);
    return through;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
