import { expect } from 'chai';
import { emptySelection, hasMissingField, reviewAgain } from '../../../src/payment/model/selection.js';
import type { PaymentEvent, PaymentState } from '../../../src/payment/model/state.js';
import type { Asset } from '../../../src/types.js';
import {
  account,
  asset,
  otherAccount,
  payment,
  problemOf,
  quote,
  selection,
  states,
  usdc,
} from '../../support/samples.js';
import { run, nameAfter } from './run.js';

describe('selection with a price impact warning', () => {
  const refusal = problemOf('price-impact');
  const warned = run(states.quoting, { type: 'quote-refused', problem: refusal });
  const accept = { type: 'loss-accepted', refusal } as const;

  it('F-27 keeps the chosen asset and disables no row when the quote is refused with the warning', () => {
    expect(warned).to.deep.equal({ ...states.selecting, asset: selection.asset, problem: refusal });
  });

  it('F-27 sets the override for one quote when the payer accepts, and omits it for the next', () => {
    const quoting = run(warned, accept);
    expect(quoting).to.deep.include({ name: 'quoting', asset });
    expect(quoting).to.have.nested.property('intent.overridePriceImpact', true);
    expect(quoting).not.to.have.nested.property('selection.intent.overridePriceImpact');
    const { intent } = quoting as Extract<PaymentState, { name: 'quoting' }>;
    const aged = run(quoting, { type: 'quote-guarded', intent, quote }, { type: 'quote-aged' });
    expect(aged).to.have.property('name', 'quoting');
    expect(aged).not.to.have.nested.property('intent.overridePriceImpact');
  });

  it('F-27 ignores the acceptance when it names another refusal or its refusal is gone', () => {
    for (const other of [problemOf('price-impact'), problemOf('no-route')]) {
      expect(run(warned, { type: 'loss-accepted', refusal: other })).to.equal(warned);
    }
    for (const gone of [{ type: 'back' }, { type: 'wallet-dropped' }, { type: 'connected', account: otherAccount }]) {
      const left = run(warned, gone as PaymentEvent);
      expect(run(left, accept), gone.type).to.equal(left);
    }
  });
});

describe('selection', () => {
  it('F-39 drops the quote and the chosen asset when another account connects', () => {
    for (const from of [states.quoting, states.reviewing, states.confirming]) {
      const next = run(from, { type: 'connected', account: otherAccount });
      expect(next).to.deep.include({
        name: 'selecting',
        accounts: [otherAccount],
        assets: [],
        asset: null,
        loading: 'assets',
      });
    }
  });

  it('F-42 keeps the state when the same account connects again', () => {
    for (const from of [states.selecting, states.quoting, states.reviewing]) {
      expect(run(from, { type: 'connected', account })).to.deep.equal(from);
    }
  });

  it('returns to the same list with no asset chosen when the payer goes back', () => {
    const next = run(states.reviewing, { type: 'back' });
    expect(next).to.deep.equal({ name: 'selecting', ...selection, asset: null });
  });

  it('removes the chosen asset and account from the intent when the payer goes back', () => {
    const picked = run(states.selecting, { type: 'asset-picked', chainId: 8453, currency: asset.currency });
    expect(picked).to.have.nested.property('intent.originChainId', 8453);
    expect(picked).to.have.nested.property('intent.user', account.address);
    const back = run(picked, { type: 'back' });
    expect(back).to.have.property('intent').that.deep.equals(selection.intent);
  });

  it('keeps the state when the picked asset is disabled or not in the list', () => {
    const poor: PaymentState = { ...states.selecting, assets: [{ ...asset, disabled: 'insufficient-funds' }] };
    const pick = { type: 'asset-picked', chainId: asset.chainId, currency: asset.currency } as const;
    expect(run(poor, pick)).to.equal(poor);
    expect(run(states.selecting, { ...pick, chainId: 1 })).to.equal(states.selecting);
  });

  it('disables the row when the quote is refused because of the asset, but not when the service is down', () => {
    const refused = run(states.quoting, { type: 'quote-refused', problem: problemOf('no-route') });
    expect(refused).to.have.nested.property('assets[0].disabled', 'no-route');
    const down = run(states.quoting, { type: 'quote-refused', problem: problemOf('service-down') });
    expect(down).to.have.nested.property('assets[0].disabled', null);
    expect(down).to.have.nested.property('problem.code', 'service-down');
  });

  it('requests no quote when a field is still to be typed', () => {
    const { amount: _, ...openIntent } = selection.intent;
    const open: PaymentState = { ...states.selecting, intent: openIntent, payerFields: ['amount'] };
    const pick = { type: 'asset-picked', chainId: asset.chainId, currency: asset.currency } as const;
    expect(hasMissingField(open)).to.equal(true);
    const waiting = run(open, pick);
    expect(waiting).to.deep.include({ name: 'selecting', asset: selection.asset });
    expect(nameAfter(waiting, { type: 'quote-asked' })).to.equal('selecting');
    expect(nameAfter(waiting, { type: 'amount-typed', amount: '7' }, { type: 'quote-asked' })).to.equal('quoting');
    expect(
      nameAfter(
        waiting,
        { type: 'amount-typed', amount: '7' },
        { type: 'amount-typed', amount: null },
        { type: 'quote-asked' },
      ),
    ).to.equal('selecting');
  });

  for (const [disabled, isAgain] of [
    ['insufficient-funds', true],
    ['amount-too-high', true],
    ['no-route', true],
    ['chain-paused', false],
    ['quote-unsafe', false],
    ['service-down', false],
  ] as const)
    it(`${isAgain ? 'offers' : 'does not offer'} an asset again for another amount when it was disabled with ${disabled}`, () => {
      const { amount: _, ...openIntent } = selection.intent;
      const assets: Asset[] = [{ ...asset, disabled }];
      const open: PaymentState = { ...states.selecting, intent: openIntent, payerFields: ['amount'], assets };
      const typing = run({ ...open, asset: selection.asset }, { type: 'amount-typed', amount: '7' });
      expect(typing).to.have.nested.property('assets[0].disabled', isAgain ? null : disabled);
      expect(nameAfter(typing, { type: 'quote-asked' })).to.equal(isAgain ? 'quoting' : 'selecting');
    });

  it('restores the review with its list, quote and problem when the wallet rejects', () => {
    const next = run(states.authorizing, { type: 'rejected', problem: problemOf('wallet-rejected') });
    expect(next).to.deep.include({ name: 'reviewing', quote, account, asset, selection, confirming: false });
    expect(next).to.have.nested.property('problem.code', 'wallet-rejected');
  });

  it('S-1 asks for nothing of the payment when the page was reloaded', () => {
    const { selection: _, ...reloaded } = states.processing;
    const next = run(reloaded, { type: 'cancelled', requestId: payment.requestId, problem: problemOf('replaced') });
    expect(next).to.deep.include({ name: 'selecting', intent: emptySelection.intent, accounts: [], loading: 'chains' });
    expect(next).to.have.nested.property('problem.code', 'replaced');
  });

  it('S-1 returns to its own list when the payment has another recipient than the page asks for', () => {
    const other = { ...payment, intent: { ...payment.intent, recipient: account.address } };
    const event = { type: 'reverted', requestId: payment.requestId, problem: problemOf('reverted') } as const;
    expect(run({ ...states.processing, payment: other }, event)).to.deep.include({
      name: 'selecting',
      intent: selection.intent,
    });
    expect(run(states.processing, event)).to.include({ name: 'reviewing' });
  });

  it('replaces only the account of the same kind when another wallet connects', () => {
    const svm = { address: 'So1', vmType: 'svm' as const, wallet: 'two.test' };
    const both: PaymentState = { ...states.selecting, accounts: [account, svm] };
    expect(run(both, { type: 'connected', account: otherAccount })).to.have.deep.property('accounts', [
      otherAccount,
      svm,
    ]);
  });

  it('removes the account and its assets when the wallet disconnects', () => {
    for (const from of [states.selecting, states.quoting, states.reviewing]) {
      expect(run(from, { type: 'disconnected', vmType: 'evm' })).to.deep.include({
        name: 'selecting',
        accounts: [],
        assets: [],
        asset: null,
      });
    }
  });

  it('S-6 calls the token of a review unverified when the list no longer has the token', () => {
    const shown = (assets: readonly Asset[]): PaymentState =>
      reviewAgain(payment, problemOf('wallet-rejected'), { ...selection, assets, intent: payment.intent });
    expect(shown([asset])).to.have.nested.property('asset.verified', asset.verified);
    expect(shown([])).to.have.nested.property('asset.verified', false);
  });

  it('keeps every digit when the payer types an amount', () => {
    const { amount: _, ...openIntent } = selection.intent;
    const open: PaymentState = {
      ...states.selecting,
      intent: openIntent,
      payerFields: ['amount'],
      receives: usdc('', ''),
    };
    const text = '123456789012345678901234567890';
    expect(run(open, { type: 'amount-typed', amount: text })).to.have.nested.property('intent.amount', text);
  });
});
