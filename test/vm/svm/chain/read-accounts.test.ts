import { expect } from 'chai';
import { naturalOf, readAccount, readAccounts, valueOf } from '../../../../src/vm/svm/chain/read-accounts.js';
import { svm } from '../../../support/svm-quotes.js';
import { accountOf, at, svmNode } from '../node.js';

const rejected = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('it resolved'),
    (error: unknown) => error,
  );

describe('readAccounts', () => {
  it('returns the accounts in their order, and null for one that does not exist', async () => {
    const node = svmNode({
      getMultipleAccounts: ([keys]) =>
        at((keys as string[]).map((key) => (key === svm.payer ? accountOf(Uint8Array.of(1, 2)) : null))),
    });
    const found = await readAccounts([svm.recipient, svm.payer], node.access);
    expect(found[0]).to.equal(null);
    expect(found[1]).to.deep.include({ lamports: 1_000_000n });
    expect([...found[1]!.data]).to.deep.equal([1, 2]);
    expect(node.calls[0]!.params[1]).to.deep.equal({ commitment: 'confirmed', encoding: 'base64' });
  });

  it('asks for at most 100 accounts at once', async () => {
    const node = svmNode();
    const many = Array.from({ length: 250 }, () => svm.payer);
    expect(await readAccounts(many, node.access)).to.have.length(250);
    expect(node.calls.map(({ params }) => (params[0] as unknown[]).length)).to.deep.equal([100, 100, 50]);
    expect(await readAccounts([], node.access)).to.deep.equal([]);
    expect(node.calls).to.have.length(3);
  });

  it('throws when the node is down or returns another number of accounts', async () => {
    const node = svmNode({ getMultipleAccounts: () => at([]) });
    expect(await rejected(readAccounts([svm.payer], node.access))).to.be.an('error');
    node.isDown = true;
    expect(await rejected(readAccounts([svm.payer], node.access))).to.be.an('error');
  });
});

describe('readAccount', () => {
  it('throws when the value is no account', () => {
    for (const value of [
      undefined,
      1,
      {},
      { lamports: 1, owner: 'a' },
      { lamports: '1', owner: 'a', data: ['', 'base64'] },
    ]) {
      expect(() => readAccount(value)).to.throw();
    }
  });
});

describe('naturalOf', () => {
  it('reads only exact natural numbers', () => {
    expect(naturalOf(0)).to.equal(0n);
    expect(naturalOf(2 ** 53 - 1)).to.equal(9_007_199_254_740_991n);
    for (const value of [2 ** 53, -1, 1.5, '1', null, Number.NaN]) expect(() => naturalOf(value)).to.throw();
  });
});

describe('valueOf', () => {
  it('is undefined without a context', () => {
    expect(valueOf(at(7))).to.equal(7);
    expect([valueOf(7), valueOf(null), valueOf([])]).to.deep.equal([undefined, undefined, undefined]);
  });
});
