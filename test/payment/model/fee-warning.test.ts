import { expect } from 'chai';
import { lackValues } from '../../../src/shared/amounts.js';
import { feeWarning, feeWarningIn, isFeeWarning, withFeeWarning } from '../../../src/payment/model/fee-warning.js';
import { quote, states } from '../../support/samples.js';

const eth = { symbol: 'ETH', decimals: 18 };
const warning = feeWarning(lackValues({ costs: 2_000_000_000_000_000n, held: 1n }, eth));
const other = { rule: 'G60', path: 'attestation', message: 'is missing' };

describe('feeWarning', () => {
  it('P-61 names the costs, what the account has, and what is missing', () => {
    expect(warning.values).to.deep.equal({
      native: 'ETH',
      costs: '0.002 ETH',
      held: '0.000000000000000001 ETH',
      amount: '0.001999999999999999 ETH',
    });
    expect(warning.message).to.contain('0.002 ETH');
    expect([warning, other].map(isFeeWarning)).to.deep.equal([true, false]);
  });
});

describe('withFeeWarning', () => {
  it('replaces the warning, and removes it without a new one', () => {
    const shown = withFeeWarning({ ...quote, warnings: [other] }, warning);
    expect(shown.warnings).to.deep.equal([other, warning]);
    const newer = feeWarning(lackValues({ costs: 3n, held: 1n }, eth));
    expect(withFeeWarning(shown, newer).warnings).to.deep.equal([other, newer]);
    expect(withFeeWarning(shown, null).warnings).to.deep.equal([other]);
  });

  it('returns the very same quote when nothing changes', () => {
    expect(withFeeWarning(quote, null)).to.equal(quote);
  });
});

describe('feeWarningIn', () => {
  it('returns the warning only while a review shows it', () => {
    const warned = withFeeWarning(quote, warning);
    expect(feeWarningIn({ ...states.reviewing, quote: warned })).to.equal(warning);
    expect(feeWarningIn(states.reviewing)).to.equal(undefined);
    expect(feeWarningIn(states.selecting)).to.equal(undefined);
  });
});
