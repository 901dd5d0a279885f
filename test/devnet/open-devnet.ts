/** Opens devnets on chains that all test files of a process share, because their start takes longer than most tests. */
import { startEvmChains, type EvmChains } from '../../demo/devnet/evm/chains.js';
import { startDevnet, type Devnet } from '../../demo/devnet/index.js';
import { atEnd } from '../runner/at-end.mjs';

let chains: Promise<EvmChains> | undefined;

let isOpen = false;

/**
 * Opens a devnet that no test has used.
 * @throws if the devnet before is not stopped, because this one puts its chains back to their start
 */
export async function openDevnet(): Promise<Devnet> {
  if (isOpen) throw new Error('The devnet of another test still runs. Stop it first.');
  isOpen = true;
  if (!chains) {
    chains = startEvmChains();
    atEnd(async () => (await chains)?.stop());
  }
  const devnet = await startDevnet({ evmChains: await chains });
  const stop = async (): Promise<void> => {
    await devnet.stop();
    isOpen = false;
  };
  return { ...devnet, stop };
}
