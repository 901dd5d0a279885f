import { expect } from 'chai';
import { send } from '../../../../src/vm/svm/chain/send.js';
import { svmNode } from '../node.js';
import type { SignedTransaction } from '../../../../src/vm/family/abilities.js';

const signed: SignedTransaction = {
  hash: 'abc',
  bytes: Uint8Array.of(1, 2, 3),
  expected: { from: 'a', orderId: '0x', blockhash: 'b', lastValidBlockHeight: '1' },
};

describe('send', () => {
  it('sends the bytes once, without another simulation and without repeats of the node', async () => {
    const node = svmNode({ sendTransaction: () => 'abc' });
    await send(signed, node.access);
    expect(node.calls).to.deep.equal([
      { method: 'sendTransaction', params: ['AQID', { encoding: 'base64', skipPreflight: true, maxRetries: 0 }] },
    ]);
  });

  it('sends nothing when the wallet has sent the transaction', async () => {
    const node = svmNode();
    await send({ ...signed, bytes: null }, node.access);
    expect(node.calls).to.deep.equal([]);
  });

  it('accepts that the node already has the transaction, and throws every other error', async () => {
    const node = svmNode({ sendTransaction: () => new Error('This transaction has already been processed') });
    await send(signed, node.access);
    node.answers['sendTransaction'] = () => new Error('Node is behind by 900 slots');
    const thrown: unknown = await send(signed, node.access).catch((error: unknown) => error);
    expect(thrown).to.be.an('error');
    node.isDown = true;
    expect(await send(signed, node.access).catch((error: unknown) => error)).to.be.an('error');
  });
});
