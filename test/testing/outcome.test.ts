/** Tests how a test names the outcome of the next payments. */
import { expect } from 'chai';
import { planOf, setTestOutcome } from '../../src/testing/outcome.js';

describe('setTestOutcome', () => {
  it('sets the outcome of one element, and delivers after three seconds without it', () => {
    const [element, other] = [{} as Element, {} as Element];
    setTestOutcome(element, 'refund', 10);
    expect(planOf(element)).to.deep.equal({ outcome: 'refund', delayMs: 10 });
    expect(planOf(other)).to.deep.equal({ outcome: 'success', delayMs: 3_000 });
    setTestOutcome(element, 'failure');
    expect(planOf(element)).to.deep.equal({ outcome: 'failure', delayMs: 3_000 });
  });

  it('reaches an element of another copy of the package', async () => {
    const element = {} as Element;
    setTestOutcome(element, 'refund');
    expect(Object.getOwnPropertySymbols(element)).to.deep.equal([Symbol.for('hub-pay.test-plan')]);
  });
});
