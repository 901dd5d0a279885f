/** The EVM chains of the devnet, with their contracts and balances. One start can serve several devnets in turn. */
import type { Hex } from 'viem';
import { loadContracts } from '../base/compile-contracts.js';
import { alignClock, deployAndFund, startChain, type EvmChain } from './start-evm.js';

export interface EvmChains {
  readonly chains: readonly EvmChain[];
  /** Puts the state and the clock of each chain back to the start. */
  reset(): Promise<void>;
  /** Ends the processes of the chains. The caller may call `stop` more than once. */
  stop(): Promise<void>;
}

/**
 * Payers hold more money on the first chain, so the element offers an asset of this chain first. The shop receives
 * payments on the second chain.
 */
const CHAINS = [
  { id: 31337, name: 'Base', holdings: { tokens: '10000', native: '10' } },
  { id: 31338, name: 'Ethereum', holdings: { tokens: '5000', native: '5' } },
  { id: 999, name: 'Venue EVM', holdings: { tokens: '1000', native: '1' } },
];

export async function startEvmChains(): Promise<EvmChains> {
  const starting = CHAINS.map(({ id, name }) => startChain(id, name));
  const stop = async (): Promise<void> => {
    for (const result of await Promise.allSettled(starting))
      if (result.status === 'fulfilled') await result.value.stop();
  };
  try {
    const [contracts, ...chains] = await Promise.all([loadContracts(), ...starting]);
    await Promise.all(chains.map((chain, index) => deployAndFund(chain, contracts, CHAINS[index]?.holdings)));
    let starts = await Promise.all(chains.map(({ test }) => test.snapshot()));
    return {
      chains,
      async reset() {
        starts = await Promise.all(chains.map((chain, index) => resetChain(chain, starts[index]!)));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the id of a new snapshot, because a chain forgets a snapshot that it has gone back to. */
async function resetChain({ id, test }: EvmChain, snapshot: Hex): Promise<Hex> {
  await test.setIntervalMining({ interval: 0 });
  await test.setAutomine(true);
  // viem's own function drops the answer.
  const isBack = await test.request<{ Method: 'evm_revert'; Parameters: [Hex]; ReturnType: boolean }>({
    method: 'evm_revert',
    params: [snapshot],
  });
  if (!isBack) throw new Error(`Chain ${id} did not go back to its start.`);
  await alignClock(test);
  return test.snapshot();
}
