import { expect } from 'chai';
import type { Account, Asset } from '../../../src/types.js';
import { emptySelection, openFields } from '../../../src/payment/model/selection.js';
import { transition } from '../../../src/payment/model/machine.js';
import type { PaymentEvent, PaymentState, StateOf } from '../../../src/payment/model/state.js';
import { people } from '../../support/quotes.js';
import { asset, usdc } from '../../support/samples.js';

const evm: Account = { address: people.payer, vmType: 'evm', wallet: 'one.test' };
const svm: Account = { address: people.svmRecipient, vmType: 'svm', wallet: 'Two' };
/** An SVM account of another person. */
const OTHER = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const sol: Asset = { ...asset, chainId: 792703809, currency: '1'.repeat(32), symbol: 'SOL', account: svm.address };

const state = (change: Partial<StateOf<'selecting'>> = {}): StateOf<'selecting'> => ({
  name: 'selecting',
  ...emptySelection,
  intent: { tradeType: 'EXACT_OUTPUT', amount: '25000000', destinationChainId: 10, recipient: people.recipient },
  receives: usdc('25000000', '25'),
  loading: null,
  accounts: [evm, svm],
  assets: [asset, sol],
  ...change,
});
const after = (start: PaymentState, ...events: PaymentEvent[]): PaymentState => events.reduce(transition, start);
const pick = ({ chainId, currency }: Asset): PaymentEvent => ({ type: 'asset-picked', chainId, currency });

describe('accounts of two families', () => {
  it('stay connected when a wallet of the other family connects, and their assets load together', () => {
    const both = after(state({ accounts: [evm], assets: [asset] }), { type: 'connected', account: svm });
    expect(both).to.deep.include({ accounts: [evm, svm], assets: [], loading: 'assets' });
    const again = after(both, { type: 'connected', account: { ...evm, address: people.recipient, wallet: 'x' } });
    expect((again as StateOf<'selecting'>).accounts.map(({ address }) => address)).to.deep.equal([
      people.recipient,
      svm.address,
    ]);
  });

  it('load an empty list of assets again when they connect again, and keep any other list', () => {
    const again: PaymentEvent = { type: 'connected', account: evm };
    expect(after(state({ assets: [] }), again)).to.deep.include({ assets: [], loading: 'assets' });
    expect(after(state(), again)).to.deep.include({ assets: [asset, sol], loading: null });
    const loading = state({ assets: [], loading: 'chains' });
    expect(after(loading, again)).to.deep.include({ loading: 'chains' });
  });

  it('pay with the account that holds the chosen asset', () => {
    expect(after(state(), pick(asset))).to.deep.include({ name: 'quoting', account: evm });
    const quoting = after(state(), pick(sol));
    expect(quoting).to.deep.include({ name: 'quoting', account: svm });
    expect(quoting).to.have.nested.property('intent.user', svm.address);
  });

  it('keep a quote of the other account when one connects or is dropped', () => {
    const quoting = after(state(), pick(asset));
    const dropped = after(quoting, { type: 'wallet-dropped', vmType: 'svm' });
    expect(dropped).to.deep.include({ name: 'quoting', account: evm });
    expect(dropped).to.have.nested.property('selection.accounts').that.deep.equals([evm]);
    expect(dropped).to.have.nested.property('selection.assets').that.deep.equals([asset]);
    const back = after(dropped, { type: 'connected', account: svm });
    expect(back).to.deep.include({ name: 'quoting', account: evm });
    expect(after(quoting, { type: 'disconnected', vmType: 'evm' })).to.deep.include({
      name: 'selecting',
      accounts: [svm],
    });
  });

  it('are dropped one by one, and all at once without a family', () => {
    const one = after(state({ asset }), { type: 'wallet-dropped', vmType: 'evm' });
    expect(one).to.deep.include({ accounts: [svm], assets: [sol], loading: 'assets', asset: null });
    expect(after(one, { type: 'disconnected', vmType: 'evm' })).to.deep.equal(one);
    const none = after(state(), { type: 'wallet-dropped' });
    expect(none).to.deep.include({ accounts: [], assets: [], loading: null });
  });

  it('give the recipient on an EVM chain when the payer is the recipient and pays from an SVM chain', () => {
    const { recipient: _, ...open } = state().intent;
    expect(after(state({ intent: open }), pick(sol))).to.have.nested.property('intent.recipient', evm.address);
    const asks = after(state({ intent: open, accounts: [svm], assets: [sol] }), pick(sol));
    expect(asks).to.deep.include({ name: 'selecting', payerFields: ['recipient'] });
    const typed = after(asks, { type: 'recipient-typed', recipient: people.recipient }, { type: 'quote-asked' });
    expect(typed).to.have.nested.property('intent.recipient', people.recipient);
  });

  it('give the recipient on an SVM chain, and the payer types one only if no SVM account is connected', () => {
    const { recipient: _, ...intent } = state().intent;
    const toSvm = { intent, payee: 'svm', payerFields: ['recipient'] } as const;
    // Without a recipient, the session fills in the account that pays.
    const own = after(state({ ...toSvm, accounts: [svm], assets: [sol] }), pick(sol));
    expect(own).to.include({ name: 'quoting' }).and.not.have.nested.property('intent.recipient');
    expect(after(state(toSvm), pick(asset))).to.have.nested.property('intent.recipient', svm.address);
    const alone = state({ ...toSvm, accounts: [evm], assets: [asset] });
    expect(after(alone, pick(asset))).to.include({ name: 'selecting' });
    expect(openFields(alone)).to.deep.equal(['recipient']);
    expect(openFields(state(toSvm))).to.deep.equal([]);
    const typed = after(alone, { type: 'recipient-typed', recipient: OTHER }, pick(asset));
    expect(typed).to.have.nested.property('intent.recipient', OTHER);
  });

  it('keep the typed recipient, and its field, when an account that could receive is connected later', () => {
    const { recipient: _, ...intent } = state().intent;
    const alone = state({ intent, payee: 'svm', payerFields: ['recipient'], accounts: [evm], assets: [asset] });
    const typed = after(alone, { type: 'recipient-typed', recipient: OTHER }, { type: 'connected', account: svm });
    expect(openFields(typed as StateOf<'selecting'>)).to.deep.equal(['recipient']);
    expect(typed).to.have.nested.property('intent.recipient', OTHER);
  });

  it('never replace what the payer typed as the recipient, whatever the payer then does with the field', () => {
    const { recipient: _, ...intent } = state().intent;
    const alone = state({ intent, payee: 'svm', payerFields: ['recipient'], accounts: [evm], assets: [asset] });
    const loaded: PaymentEvent = { type: 'assets-loaded', assets: [asset, sol], done: true };
    const typing: PaymentEvent = { type: 'recipient-typed', recipient: OTHER };
    const wrong = { fault: 'form', wanted: 'svm', message: '' } as const;
    const connecting: PaymentEvent = { type: 'connected', account: svm };
    const refused: PaymentEvent = { type: 'recipient-typed', recipient: null, wrong };
    const emptied: PaymentEvent = { type: 'recipient-typed', recipient: null };
    for (const events of [
      [typing, connecting, refused],
      [typing, connecting, emptied],
      [typing, refused, connecting],
      [typing, connecting, refused, emptied],
    ]) {
      const left = after(alone, ...events, loaded);
      expect(openFields(left as StateOf<'selecting'>)).to.deep.equal(['recipient']);
      for (const row of [asset, sol])
        expect(after(left, pick(row), { type: 'quote-asked' }).name).to.equal('selecting');
      expect(after(left, typing, pick(asset))).to.have.nested.property('intent.recipient', OTHER);
    }
  });

  it('discard a quote that pays from another account when its recipient changes or is dropped', () => {
    const { recipient: _, ...open } = state().intent;
    const quoting = after(state({ intent: open }), pick(sol));
    const other = { ...evm, address: people.recipient };
    const changed = after(quoting, { type: 'connected', account: other });
    expect(changed).to.deep.include({ name: 'selecting', accounts: [other, svm] });
    expect(after(changed, { type: 'assets-loaded', assets: [sol], done: true }, pick(sol))).to.have.nested.property(
      'intent.recipient',
      people.recipient,
    );
    expect(after(quoting, { type: 'wallet-dropped', vmType: 'evm' })).to.deep.include({
      name: 'selecting',
      accounts: [svm],
    });
    expect(after(quoting, { type: 'connected', account: evm })).to.include({ name: 'quoting' });
    const fixed = after(after(state(), pick(sol)), { type: 'connected', account: other });
    expect(fixed).to.include({ name: 'quoting' }).and.to.have.nested.property('intent.recipient', people.recipient);
  });

  it('get refunds on their own chain when the merchant’s refund address is of another family', () => {
    const intent = { ...state().intent, refundTo: people.payer };
    expect(after(state({ intent }), pick(sol))).to.not.have.nested.property('intent.refundTo');
    expect(after(state({ intent }), pick(asset))).to.have.nested.property('intent.refundTo', people.payer);
    const own = { ...intent, refundTo: people.svmRecipient };
    expect(after(state({ intent: own }), pick(sol))).to.have.nested.property('intent.refundTo', people.svmRecipient);
    expect(after(state({ intent: own }), pick(asset))).to.not.have.nested.property('intent.refundTo');
  });
});
