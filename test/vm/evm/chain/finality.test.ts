import { expect } from 'chai';
import { finalityOf } from '../../../../src/vm/evm/chain/finality.js';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { VirtualClock } from '../../../support/clock.js';

const HASH = `0x${'ab'.repeat(32)}`;
const receipt = { transactionHash: HASH, blockHash: `0x${'1'.repeat(64)}`, blockNumber: '0x64', status: '0x1' };

/** A chain whose node gives these answers. */
const chain = (answers: Record<string, unknown>): ChainAccess => ({
  chain: { id: 1, vmType: 'evm' },
  fetch,
  signal: new AbortController().signal,
  clock: new VirtualClock(),
  request: (method) => Promise.resolve(answers[method]),
});

describe('finalityOf of an EVM chain', () => {
  const of = (changes: object | null, wanted: number | 'finalized' = 1, newest: unknown = '0x64', finalized = {}) =>
    finalityOf(
      HASH,
      wanted,
      chain({
        eth_getTransactionReceipt: changes && { ...receipt, ...changes },
        eth_blockNumber: newest,
        eth_getBlockByNumber: finalized,
      }),
    );

  it('counts the block of the transaction as its first confirmation', async () => {
    expect(await of({}, 1)).to.equal('final');
    expect(await of({}, 2)).to.equal('waiting');
    expect(await of({}, 2, '0x65')).to.equal('final');
    expect(await of({}, 1, '0x63'), 'a node that is behind').to.equal('waiting');
  });

  it('compares the block with the finalized block', async () => {
    expect(await of({}, 'finalized', '0xff', { number: '0x63' })).to.equal('waiting');
    expect(await of({}, 'finalized', '0xff', { number: '0x64' })).to.equal('final');
  });

  it('says absent without a block, and failed after a revert', async () => {
    expect(await of(null)).to.equal('absent');
    expect(await of({ blockNumber: null, blockHash: null })).to.equal('absent');
    expect(await of({ status: '0x0' })).to.equal('failed');
    expect(await of({ transactionHash: HASH.toUpperCase().replace('X', 'x') })).to.equal('final');
  });

  it('throws when the node answers something else', async () => {
    const wrong: [object, ...unknown[]][] = [[{ transactionHash: '0x1' }], [{ blockNumber: 'x' }], [{}, 1, null]];
    for (const [changes, wanted = 1, newest = '0x64'] of wrong)
      expect(
        await of(changes, wanted as number, newest).catch((error: unknown) => error),
        JSON.stringify(changes),
      ).to.be.instanceOf(Error);
    expect(await of({}, 'finalized', '0xff', {}).catch((error: unknown) => error)).to.be.instanceOf(Error);
  });
});
