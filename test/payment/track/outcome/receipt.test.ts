import { expect } from 'chai';
import { receiptOf } from '../../../../src/payment/track/outcome/receipt.js';
import type { Payment, PaymentResult, TransactionRef } from '../../../../src/types.js';
import { idOf, paymentOf, quote } from '../../../support/samples.js';

const refs = (chainId: number, hashes: readonly string[]): TransactionRef[] =>
  hashes.map((hash) => ({ chainId, hash, url: null }));

const receipt = (payment: Payment, answer: { inTxHashes?: string[]; txHashes?: string[] }): PaymentResult =>
  receiptOf(
    { refs },
    payment,
    { status: 'success', ...answer },
    { paid: null, received: quote.receives, topup: null, sponsored: null, warnings: [] },
  );

const hashesOf = (list: readonly TransactionRef[]): string[] => list.map(({ hash }) => hash);

describe('receipt', () => {
  const own = { chainId: quote.pays.chainId, hash: idOf(2), url: null };
  const payment = paymentOf(1, [own]);

  it('names the transactions of this page first, and then those that only the service names', () => {
    const { origin, destination } = receipt(payment, { inTxHashes: [idOf(2), idOf(3)], txHashes: [idOf(4)] });
    expect(hashesOf(origin)).to.deep.equal([idOf(2), idOf(3)]);
    expect(destination).to.deep.equal([{ chainId: quote.receives.chainId, hash: idOf(4), url: null }]);
  });

  it('names a transaction once if the service writes its hash in other letters', () => {
    const upper = `0x${idOf(0xab).slice(2).toUpperCase()}`;
    const made = paymentOf(1, [{ ...own, hash: idOf(0xab) }]);
    expect(hashesOf(receipt(made, { inTxHashes: [upper] }).origin)).to.deep.equal([idOf(0xab)]);
  });

  it('shows the quoted amount if no chain shows the paid amount, and cannot be changed', () => {
    const { paid, ...rest } = receipt(payment, {});
    expect(paid).to.equal(payment.quote.pays);
    expect(rest).not.to.have.any.keys('topup', 'sponsored', 'warnings');
    expect(Object.isFrozen(receipt(payment, {}))).to.equal(true);
  });
});
