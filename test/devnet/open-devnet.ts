/** Opens devnets on chains that all test files of a process share, because their start takes longer than most tests. */
import { startEvmChains, type EvmChains } from '../../demo/devnet/evm/chains.js';
import { startDevnet, type Devnet } from '../../demo/devnet/index.js';
import { atEnd } from '../runner/at-end.mjs';

let chains: Promise<EvmChains> | undefined;

/** Opens a devnet that no test has used. The caller stops it before the next one opens. */
export async function openDevnet(): Promise<Devnet> {
  if (!chains) {
    chains = startEvmChains();
    atEnd(async () => (await chains)?.stop());
  }
  return startDevnet({ evmChains: await chains });
}
