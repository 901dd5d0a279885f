/** Creates a fake chain, and the parameters to read this chain. */
import type { ChainAccess } from '../../src/vm/family/sources.js';
import { VirtualClock } from '../support/clock.js';
import { fakeChain, type FakeChain } from '../support/fake-chain.js';

/** An abort of `stop` ends every read with `access()`. */
export type ReadableChain = { chain: FakeChain; stop: AbortController; access: () => ChainAccess };

export function readableChain(): ReadableChain {
  const chain = fakeChain();
  const stop = new AbortController();
  const access = (): ChainAccess => ({
    chain: { id: chain.id, vmType: 'evm', httpRpcUrl: 'http://node.example' },
    fetch: chain.fetch,
    signal: stop.signal,
    clock: new VirtualClock(),
  });
  return { chain, stop, access };
}
