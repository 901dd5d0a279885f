/** Reads a chain through the payer's wallet, as a source that does not depend on the chain's RPC. */
import type { Wallet } from '../../../wallets/wallet.js';
import type { ChainAccess } from '../../adapter.js';
import { quantity, rpc } from '../chain/rpc.js';

/**
 * Access to the same chain through the wallet's provider. Null if the wallet is on another chain or does not answer.
 * Opens no prompt and switches no chain. Each read fails if the wallet has left the chain meanwhile.
 * @throws only after an abort
 */
export async function walletAccess({ provider }: Wallet, access: ChainAccess): Promise<ChainAccess | null> {
  const { signal, chain } = access;
  const ask = (method: string, params?: readonly unknown[]): Promise<unknown> =>
    provider.request({ method, ...(params && { params }) });
  const assertChain = async (): Promise<void> => {
    if (quantity(await ask('eth_chainId')) !== BigInt(chain.id)) throw new Error('The wallet is on another chain');
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
    // The first read also shows that the wallet answers.
    await rpc(through, 'eth_blockNumber', []);
    return through;
  } catch {
    signal.throwIfAborted();
    return null;
  }
}
