import { expect } from 'chai';
import type { ChainAccess } from '../../../../src/vm/family/sources.js';
import { finalityOf } from '../../../../src/vm/svm/chain/finality.js';
import { VirtualClock } from '../../../support/clock.js';

/** A chain whose node gives this answer. */
const chain = (answer: unknown): ChainAccess => ({
  chain: { id: 792703809, vmType: 'svm' },
  fetch,
  signal: new AbortController().signal,
  clock: new VirtualClock(),
  request: () => Promise.resolve(answer),
});

describe('finalityOf of an SVM chain', () => {
  const of = (status: unknown, wanted: number | 'finalized' = 1) => finalityOf('x', wanted, chain({ value: [status] }));

  it('counts the blocks after that of the transaction, until it is finalized', async () => {
    const status = { err: null, confirmations: 3, confirmationStatus: 'confirmed' };
    expect(await of(status, 4)).to.equal('final');
    expect(await of(status, 5)).to.equal('waiting');
    expect(await of(status, 'finalized')).to.equal('waiting');
    const finalized = { err: null, confirmations: null, confirmationStatus: 'finalized' };
    expect(await of(finalized, 'finalized')).to.equal('final');
    expect(await of(finalized, 1_000)).to.equal('final');
  });

  it('says absent when the node does not know the transaction, and failed when it failed', async () => {
    expect(await of(null)).to.equal('absent');
    expect(await of({ err: { InstructionError: [0, 'x'] }, confirmationStatus: 'finalized' })).to.equal('failed');
  });

  it('throws when the node answers something else', async () => {
    for (const answer of [null, {}, { value: [] }, { value: null }, { value: ['x'] }])
      expect(
        await finalityOf('x', 1, chain(answer)).catch((error: unknown) => error),
        JSON.stringify(answer),
      ).to.be.instanceOf(Error);
    // A status without the member `err` says neither that the transaction succeeded nor that it failed.
    const unclear = of({ confirmations: 3, confirmationStatus: 'finalized' });
    expect(await unclear.catch((error: unknown) => error)).to.be.instanceOf(Error);
  });
});
