import { expect } from 'chai';
import { estimateFee, keptAmount, networkFee } from '../../../../src/vm/svm/chain/estimate-fee.js';
import { edited } from '../../../support/quotes.js';
import { ataOf, make, svm, svmNativeCase, svmTokenCase, svmTokens, TOKEN, vault } from '../../../support/svm-quotes.js';
import { tokenAccount } from '../accounts-data.js';
import { accountOf, at, svmNode } from '../node.js';
import { requestOf } from '../requests.js';

const { usdc, pyusd } = svmTokens;
const RENT = 890_880n + 6_960n * 165n;

describe('networkFee', () => {
  it('is the price of each signature and the priority fee', () => {
    const simple = svmNativeCase(make.limit(100_000n), make.price(20_000n));
    expect(networkFee(requestOf(simple))).to.equal(5_000n + 2_000n);
    expect(networkFee(requestOf(edited(simple, ['intent.depositFeePayer', svm.feePayer])))).to.equal(10_000n + 2_000n);
  });
});

describe('estimateFee', () => {
  it('adds the rent of each account that the payer creates and that does not exist', async () => {
    const known = ataOf(vault, usdc.address);
    const node = svmNode({
      getMultipleAccounts: ([keys]) =>
        at(
          (keys as string[]).map((key) =>
            key === known ? accountOf(tokenAccount(usdc.address, vault, 0n), { owner: TOKEN }) : null,
          ),
        ),
    });
    const request = requestOf(
      svmTokenCase(usdc, make.create(vault, usdc.address), make.create(svm.payer, usdc.address)),
    );
    expect(await estimateFee([request], node.access)).to.equal(5_000n + RENT);
  });

  it('reserves the rent of extensions for a token of Token-2022', async () => {
    const request = requestOf(svmTokenCase(pyusd, make.create(vault, pyusd.address)));
    expect(await estimateFee([request], svmNode().access)).to.equal(5_000n + RENT + 6_960n * 120n);
  });

  it('asks no node when nothing is created, and is zero when another account pays', async () => {
    const node = svmNode();
    const sponsored = edited(svmTokenCase(usdc, make.create(vault, usdc.address, { payer: svm.feePayer })), [
      'intent.depositFeePayer',
      svm.feePayer,
    ]);
    expect(await estimateFee([requestOf(sponsored)], node.access)).to.equal(0n);
    expect(await estimateFee([requestOf(svmNativeCase())], node.access)).to.equal(5_000n);
    expect(node.calls).to.deep.equal([]);
  });

  it('is null when the chain cannot be read, and throws after an abort', async () => {
    const node = svmNode();
    node.isDown = true;
    const request = requestOf(svmTokenCase(usdc, make.create(vault, usdc.address)));
    expect(await estimateFee([request], node.access)).to.equal(null);
    node.stop.abort(new Error('over'));
    const thrown: unknown = await estimateFee([request], node.access).catch((error: unknown) => error);
    expect(thrown).to.be.an('error').with.property('message', 'over');
  });
});

describe('keptAmount', () => {
  it('P-61 is the rent of an empty account for a payer who pays the fee', async () => {
    expect(await keptAmount([requestOf(svmTokenCase())], svmNode().access)).to.equal(890_880n);
  });

  it('is zero when another account pays the fee, and null when the chain cannot be read', async () => {
    const node = svmNode();
    const sponsored = edited(svmTokenCase(), ['intent.depositFeePayer', svm.feePayer]);
    expect(await keptAmount([requestOf(sponsored)], node.access)).to.equal(0n);
    node.isDown = true;
    expect(await keptAmount([requestOf(svmTokenCase())], node.access)).to.equal(null);
  });
});
