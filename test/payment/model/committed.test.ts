import { expect } from 'chai';
import { eth, idOf, NOW, paymentOf, problemOf, receiptOf, states } from '../../support/samples.js';
import { run } from './run.js';

describe('committed payment', () => {
  it('keeps the status unknown when the service reports waiting, and ends it when a deposit or hash is found', () => {
    const uncertain = run(states.authorizing, { type: 'outcome-unknown', at: NOW });
    expect(run(uncertain, { type: 'status', status: 'waiting' })).to.have.property('status', 'unknown');
    expect(run(uncertain, { type: 'status', status: 'depositing' })).to.have.property('status', 'depositing');
    const hash = { chainId: 8453, hash: idOf(9), url: null };
    const found = run(uncertain, { type: 'step-submitted', payment: paymentOf(1, [hash]), paying: true, at: NOW });
    expect(found).to.deep.include({ name: 'processing', status: 'waiting' });
    expect(found).to.have.deep.nested.property('payment.submissions', [hash]);
  });

  it('P-27 asks about a batch that the payer no longer sees in the wallet, unless the service has seen its deposit', () => {
    const batch = run(states.processing, { type: 'payment-updated', payment: { ...paymentOf(1), batched: true } });
    expect(run(batch, { type: 'wallet-closed' })).to.have.property('status', 'unknown');
    for (const status of ['pending', 'failure']) {
      const seen = run(batch, { type: 'status', status });
      expect(run(seen, { type: 'wallet-closed' })).to.equal(seen);
    }
  });

  it('F-63 keeps the payment that is being authorized when a late answer names another payment', () => {
    const other = paymentOf(2, [{ chainId: 8453, hash: idOf(9), url: null }]);
    expect(run(states.authorizing, { type: 'step-submitted', payment: other, paying: true, at: NOW })).to.equal(
      states.authorizing,
    );
    expect(run(states.authorizing, { type: 'payment-updated', payment: other })).to.equal(states.authorizing);
  });

  it('ignores an outcome when it names another payment', () => {
    const refund = { requestId: idOf(2), reference: null, returned: null };
    for (const from of [states.processing, states.failed, states.refunded]) {
      expect(run(from, { type: 'refunded', refund })).to.equal(from);
      expect(run(from, { type: 'succeeded', receipt: receiptOf(paymentOf(2)), at: NOW })).to.equal(from);
      expect(run(from, { type: 'reverted', requestId: idOf(2), problem: problemOf('reverted') })).to.equal(from);
    }
  });

  it('F-110 adds the refunded amount when it arrives after the refund', () => {
    const returned = eth('8000000000000000', '0.008');
    const next = run(states.refunded, { type: 'refunded', refund: { ...states.refunded.refund, returned } });
    expect(next).to.deep.include({ name: 'refunded', refund: { ...states.refunded.refund, returned } });
  });
});
