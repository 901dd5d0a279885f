/** A chain record with all that a wallet needs to add the chain. */
import type { ChainRecord } from '../../../../src/types.js';

export const chain: ChainRecord = {
  id: 8453,
  name: 'base',
  displayName: 'Base',
  vmType: 'evm',
  httpRpcUrl: 'https://pinned.example/rpc',
  explorerUrl: 'https://explorer.example',
  currency: { symbol: 'ETH', name: 'Ether', address: `0x${'00'.repeat(20)}`, decimals: 18 },
};
