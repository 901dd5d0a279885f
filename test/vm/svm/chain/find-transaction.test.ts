import { expect } from 'chai';
import type { ExpectedMessage, TransactionLookup } from '../../../../src/vm/family/abilities.js';
import { findTransaction } from '../../../../src/vm/svm/chain/find-transaction.js';
import { ids } from '../../../support/quotes.js';
import { make, svm, svmAmounts } from '../../../support/svm-quotes.js';
import { mined, type Mined } from './history.js';
import { BLOCKHASH, svmNode, type SvmNode } from '../node.js';

const expected: ExpectedMessage = {
  from: svm.payer,
  orderId: ids.order,
  blockhash: BLOCKHASH,
  lastValidBlockHeight: '5150',
};
const OTHER_BLOCK = 'So11111111111111111111111111111111111111112';
const ours: Mined = { instructions: [make.depositNative()], blockhash: OTHER_BLOCK };
const foreign: Mined = { instructions: [make.memo()], blockhash: OTHER_BLOCK };

/** A node with this history, the newest transaction first. */
const nodeWith = (...history: Mined[]): SvmNode =>
  svmNode({
    getBlockHeight: () => 5_301,
    getSignaturesForAddress: () => history.map((_, at) => ({ signature: `hash-${at}` })),
    getTransaction: ([hash]) => mined({ ...history[Number(String(hash).slice(5))], hash: String(hash) }),
  });
const search = (node: SvmNode, belongsToOther = (_hash: string) => false): Promise<TransactionLookup> =>
  findTransaction({ nonce: null, expected, belongsToOther }, node.access);

describe('findTransaction', () => {
  it('finds the deposit for the order, also with another blockhash', async () => {
    const node = nodeWith(foreign, ours);
    expect(await search(node)).to.deep.equal({ outcome: 'confirmed', hash: 'hash-1' });
    expect(node.calls[1]!.params).to.deep.equal([svm.payer, { commitment: 'confirmed', limit: 25 }]);
  });

  it('says that the transaction has failed', async () => {
    expect(await search(nodeWith({ ...ours, err: { InstructionError: [0, 'Custom'] } }))).to.deep.equal({
      outcome: 'reverted',
      hash: 'hash-0',
    });
  });

  it('finds the transaction that paid beside one of the same order that has failed', async () => {
    const failed: Mined = { ...ours, err: { InstructionError: [0, 'Custom'] } };
    expect(await search(nodeWith(failed, foreign, ours))).to.deep.equal({ outcome: 'confirmed', hash: 'hash-2' });
    expect(await search(nodeWith(ours, failed))).to.deep.equal({ outcome: 'confirmed', hash: 'hash-0' });
    expect(await search(nodeWith(failed, failed))).to.deep.equal({ outcome: 'reverted', hash: 'hash-0' });
  });

  it('finds a transaction without a deposit by its blockhash', async () => {
    expect(await search(nodeWith(foreign, { instructions: [make.exchange(svm.recipient)] }))).to.deep.equal({
      outcome: 'confirmed',
      hash: 'hash-1',
    });
  });

  it('takes no deposit for another order, not even with the same blockhash', async () => {
    expect(await search(nodeWith({ instructions: [make.depositNative(svmAmounts.sol, ids.other)] }))).to.equal(null);
  });

  it('takes no id that another program was called with', async () => {
    const copy = { ...make.depositNative(), programId: svm.attacker };
    expect(await search(nodeWith({ instructions: [copy], blockhash: OTHER_BLOCK }))).to.equal(null);
  });

  it('takes no transaction that belongs to another payment', async () => {
    const node = nodeWith(ours);
    expect(await search(node, (hash) => hash === 'hash-0')).to.equal(null);
    expect(node.methods()).to.deep.equal(['getBlockHeight', 'getSignaturesForAddress']);
  });

  it('is unseen when the account has sent more transactions than were searched', async () => {
    expect(await search(nodeWith(...Array.from({ length: 25 }, () => foreign)))).to.deep.equal({ outcome: 'unseen' });
    expect(await search(nodeWith(...Array.from({ length: 24 }, () => foreign)))).to.equal(null);
  });

  it('is unseen when a payment without a deposit may be among the transactions since the prompt', async () => {
    const direct: Mined = {
      instructions: [make.pay(svm.recipient, svmAmounts.sol)],
      blockhash: OTHER_BLOCK,
    };
    const find = (since: string | undefined, ...history: Mined[]): Promise<TransactionLookup> =>
      findTransaction(
        { nonce: null, expected: { ...expected, ...(since && { since }) }, belongsToOther: () => false },
        nodeWith(...history).access,
      );
    expect(await find('4000', direct)).to.deep.equal({ outcome: 'unseen' });
    expect(await find('4001', direct)).to.equal(null);
    expect(await find(undefined, direct)).to.equal(null);
    expect(await find('4000', { ...direct, err: 'x' })).to.equal(null);
    const other = { instructions: [make.depositNative(svmAmounts.sol, ids.other)], blockhash: OTHER_BLOCK };
    expect(await find('4000', other)).to.equal(null);
    expect(await find('4000', direct, { instructions: [make.exchange(svm.recipient)] })).to.deep.equal({
      outcome: 'confirmed',
      hash: 'hash-1',
    });
  });

  it('is hidden until the blockhash, and a newer one that the wallet can have taken, have expired', async () => {
    const node = nodeWith(foreign);
    for (const [height, found] of [
      [5_000, { outcome: 'hidden' }],
      [5_300, { outcome: 'hidden' }],
      [5_301, null],
    ] as const) {
      node.answers['getBlockHeight'] = () => height;
      expect(await search(node)).to.deep.equal(found);
    }
    expect(node.calls[0]!.params).to.deep.equal([{ commitment: 'finalized' }]);
  });

  it('is unseen when the node cannot return a transaction of the history, and finds the payment behind it', async () => {
    const node = nodeWith(foreign, ours);
    const { getTransaction } = node.answers;
    for (const answer of [null, new Error('down'), { slot: 'x' }]) {
      node.answers['getTransaction'] = ([hash]) => (hash === 'hash-0' ? answer : getTransaction!([hash]));
      expect(await search(node)).to.deep.equal({ outcome: 'confirmed', hash: 'hash-1' });
      node.answers['getTransaction'] = () => answer;
      expect(await search(node)).to.deep.equal({ outcome: 'unseen' });
    }
  });

  it('I2 does not say reverted when the node does not return a newer transaction', async () => {
    const failed: Mined = { ...ours, err: { InstructionError: [0, 'Custom'] } };
    const node = nodeWith(ours, failed);
    const { getTransaction } = node.answers;
    node.answers['getTransaction'] = ([hash]) => (hash === 'hash-0' ? null : getTransaction!([hash]));
    expect(await search(node)).to.deep.equal({ outcome: 'unseen' });
  });

  it('throws when the chain cannot be read', async () => {
    const node = nodeWith(ours);
    node.isDown = true;
    expect(await search(node).catch((error: unknown) => error)).to.be.an('error');
    const odd = svmNode({ getBlockHeight: () => 5_301, getSignaturesForAddress: () => ({}) });
    expect(await search(odd).catch((error: unknown) => error)).to.be.an('error');
  });
});
