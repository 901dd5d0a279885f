/** Tests the chains of the devnet without a service. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { alignClock, startChain } from '../../demo/devnet/evm/start-evm.js';

it('a chain of the devnet has the time of the machine when its clock was slow', async () => {
  const chain = await startChain(31337, 'Chain');
  try {
    const now = Math.floor(Date.now() / 1_000);
    await fetch(chain.httpRpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_setTime', params: [now - 100] }),
    });
    await alignClock(chain.test);
    await chain.test.mine({ blocks: 1 });
    const { timestamp } = await chain.read.getBlock();
    assert.ok(timestamp >= BigInt(now), `${timestamp} is before ${now}`);
  } finally {
    await chain.stop();
  }
});
