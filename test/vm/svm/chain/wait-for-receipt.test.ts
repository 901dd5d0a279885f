import { expect } from 'chai';
import type { ExpectedMessage } from '../../../../src/vm/family/abilities.js';
import type { Receipt, SecondSource } from '../../../../src/vm/family/sources.js';
import { isExpired, waitForReceipt } from '../../../../src/vm/svm/chain/wait-for-receipt.js';
import { ids } from '../../../support/quotes.js';
import { make, svm, svmAmounts } from '../../../support/svm-quotes.js';
import { HASH, mined, type Mined } from './history.js';
import { at, BLOCKHASH, svmNode, type SvmNode } from '../node.js';

const expected: ExpectedMessage = {
  from: svm.payer,
  orderId: ids.order,
  blockhash: BLOCKHASH,
  lastValidBlockHeight: '5150',
};
const OTHER_BLOCK = 'So11111111111111111111111111111111111111112';
type Chain = { node: SvmNode; height: number; status: unknown; transaction: Mined | null };

function chainWith(status: unknown, height = 5_000): Chain {
  const chain: Chain = { node: svmNode(), height, status, transaction: { instructions: [make.depositNative()] } };
  chain.node.answers['getTransaction'] = () => chain.transaction && mined(chain.transaction);
  chain.node.answers['getBlockHeight'] = () => chain.height;
  chain.node.answers['getSignatureStatuses'] = () => at([chain.status]);
  return chain;
}
const landed = (err: unknown, confirmationStatus = 'confirmed', slot = 5_010): unknown => ({
  slot,
  err,
  confirmationStatus,
  confirmations: 1,
});

/** Starts the wait. `result` is set when it ends. */
function waiting(
  { node }: Chain,
  second?: SecondSource,
  asked = expected,
): { result: Receipt | null; ended: () => boolean } {
  const state = { result: null as Receipt | null, ended: () => state.result !== null };
  void waitForReceipt({ hash: HASH }, asked, node.access, undefined, second).then(
    (receipt) => (state.result = receipt),
    () => undefined,
  );
  return state;
}

describe('waitForReceipt', () => {
  it('is confirmed when two polls show it, and leaves the letters of the signature as they are', async () => {
    const chain = chainWith(landed(null));
    const wait = waiting(chain);
    await chain.node.clock.advance(900);
    expect(wait.result).to.equal(null);
    await chain.node.clock.advance(200);
    expect(wait.result).to.deep.equal({ outcome: 'confirmed', hash: HASH });
    expect(chain.node.calls[1]!.params).to.deep.equal([[HASH], { searchTransactionHistory: true }]);
  });

  it('is reverted when the transaction has failed', async () => {
    const chain = chainWith(landed({ InstructionError: [0, { Custom: 1 }] }, 'finalized'));
    const wait = waiting(chain);
    await chain.node.clock.until(wait.ended);
    expect(wait.result).to.deep.equal({ outcome: 'reverted', hash: HASH });
  });

  it('waits while the transaction is unknown or only processed', async () => {
    const chain = chainWith(null);
    const wait = waiting(chain);
    await chain.node.clock.advance(60_000);
    chain.status = landed(null, 'processed');
    await chain.node.clock.advance(60_000);
    expect(wait.result).to.equal(null);
    chain.status = landed(null);
    await chain.node.clock.until(wait.ended);
    expect(wait.result?.outcome).to.equal('confirmed');
  });

  it('starts again when a fork moves the transaction', async () => {
    const chain = chainWith(landed({ InstructionError: [0, 'x'] }, 'confirmed', 5_010));
    const wait = waiting(chain);
    await chain.node.clock.advance(500);
    chain.status = landed(null, 'confirmed', 5_011);
    await chain.node.clock.until(wait.ended);
    expect(wait.result?.outcome).to.equal('confirmed');
  });

  it('expires only after the last valid block is final, and when two polls do not find the transaction', async () => {
    const chain = chainWith(null, 5_150);
    const wait = waiting(chain);
    await chain.node.clock.advance(120_000);
    expect(wait.result).to.equal(null);
    chain.height = 5_151;
    await chain.node.clock.until(wait.ended);
    expect(wait.result).to.deep.equal({ outcome: 'expired', hash: HASH });
    const heights = chain.node.calls.filter(({ method }) => method === 'getBlockHeight');
    expect(heights.every(({ params }) => JSON.stringify(params) === '[{"commitment":"finalized"}]')).to.equal(true);
  });

  it('sees a transaction that was mined in the last valid block', async () => {
    const chain = chainWith(null, 5_151);
    const wait = waiting(chain);
    await chain.node.clock.advance(500);
    chain.status = landed(null);
    await chain.node.clock.until(wait.ended);
    expect(wait.result?.outcome).to.equal('confirmed');
  });

  const direct = { ...expected, since: '4000' };
  const transfer: Mined = { instructions: [make.pay(svm.recipient, svmAmounts.sol)], blockhash: OTHER_BLOCK };
  for (const [title, transaction, asked] of [
    ['is not known to the node yet', null, expected],
    ['has a deposit for another order', { instructions: [make.depositNative(svmAmounts.sol, ids.other)] }, expected],
    ['has no deposit, and another blockhash', transfer, expected],
    ['is of a stranger', { ...transfer, keys: [svm.attacker, svm.recipient] }, direct],
    ['names the payer, whose key did not sign', { ...transfer, keys: [svm.attacker, svm.payer] }, direct],
    ['is older than the prompt', { ...transfer, slot: 3_999 }, direct],
    ['has a deposit, and the payment has none', { instructions: [make.depositNative(1n, ids.other)] }, direct],
  ] as const)
    it(`shows no outcome of a transaction that ${title}, whether it succeeded or failed`, async () => {
      for (const err of [null, { InstructionError: [0, 'x'] }]) {
        const chain = chainWith(landed(err));
        chain.transaction = transaction && { ...transaction, err };
        const wait = waiting(chain, undefined, asked);
        await chain.node.clock.advance(120_000);
        expect(wait.result).to.equal(null);
      }
    });

  it('is confirmed by a payment without a deposit that the payer signed after the prompt, with any blockhash', async () => {
    const chain = chainWith(landed(null));
    chain.transaction = transfer;
    const wait = waiting(chain, undefined, direct);
    await chain.node.clock.until(wait.ended);
    expect(wait.result?.outcome).to.equal('confirmed');
  });

  it('expires when the wallet has named another transaction, and the last valid block is final', async () => {
    const chain = chainWith(landed(null), 5_151);
    chain.transaction = transfer;
    const wait = waiting(chain);
    await chain.node.clock.until(wait.ended);
    expect(wait.result).to.deep.equal({ outcome: 'expired', hash: HASH });
  });

  it('goes on while the node is down', async () => {
    const chain = chainWith(landed(null));
    chain.node.isDown = true;
    const wait = waiting(chain);
    await chain.node.clock.advance(600_000);
    expect(wait.result).to.equal(null);
    chain.node.isDown = false;
    await chain.node.clock.until(wait.ended);
    expect(wait.result?.outcome).to.equal('confirmed');
  });

  it('takes no answer without a status for an expired transaction', async () => {
    const chain = chainWith(null, 9_000);
    chain.node.answers['getSignatureStatuses'] = () => at([]);
    const wait = waiting(chain);
    await chain.node.clock.advance(60_000);
    chain.node.answers['getSignatureStatuses'] = () => at(['?']);
    await chain.node.clock.advance(60_000);
    expect(wait.result).to.equal(null);
  });

  it('asks a third source before an outcome that did not pay, and tells it how long the node shows the outcome', async () => {
    for (const status of [null, landed({ InstructionError: [0, 'x'] })]) {
      const chain = chainWith(status, 9_000);
      const asked: number[] = [];
      let agrees = false;
      const wait = waiting(chain, {
        access: () => Promise.resolve(null),
        confirms: (_receipt, { lasts }) => {
          asked.push(lasts);
          return Promise.resolve(agrees);
        },
      });
      await chain.node.clock.advance(120_000);
      expect(wait.result).to.equal(null);
      expect(asked.length).to.be.greaterThan(2);
      expect(asked.at(-1)).to.be.greaterThan(60_000);
      agrees = true;
      await chain.node.clock.until(wait.ended);
      expect(wait.result?.outcome).to.equal(status === null ? 'expired' : 'reverted');
    }
  });

  it('needs no third source for a payment', async () => {
    const chain = chainWith(landed(null));
    const wait = waiting(chain, { access: () => Promise.resolve(null), confirms: () => expect.fail('it was asked') });
    await chain.node.clock.until(wait.ended);
    expect(wait.result?.outcome).to.equal('confirmed');
  });

  it('rejects after an abort with its reason', async () => {
    const { node } = chainWith(null);
    const end = waitForReceipt({ hash: HASH }, expected, node.access).catch((error: unknown) => error);
    node.stop.abort(new Error('over'));
    expect(await end).to.have.property('message', 'over');
  });
});

describe('isExpired', () => {
  it('is true when the last valid block is final and a later one exists', async () => {
    expect(await isExpired(expected, chainWith(null, 5_150).node.access)).to.equal(false);
    expect(await isExpired(expected, chainWith(null, 5_151).node.access)).to.equal(true);
  });

  it('is false when the node is down, and throws after an abort', async () => {
    const { node } = chainWith(null, 9_000);
    node.isDown = true;
    expect(await isExpired(expected, node.access)).to.equal(false);
    node.stop.abort(new Error('over'));
    expect(await isExpired(expected, node.access).catch((error: unknown) => error)).to.have.property('message', 'over');
  });
});
