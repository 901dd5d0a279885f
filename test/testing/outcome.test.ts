/** Tests how a test names the outcome of the next payments. */
import { expect } from 'chai';
import { PLAN_CHANGED, planOf, setTestOutcome } from '../../src/testing/outcome.js';

describe('setTestOutcome', () => {
  it('sets the outcome of one element, and delivers after three seconds without it', () => {
    const [element, other] = [new EventTarget() as Element, new EventTarget() as Element];
    setTestOutcome(element, 'refund', 10);
    expect(planOf(element)).to.deep.equal({ outcome: 'refund', delayMs: 10 });
    expect(planOf(other)).to.deep.equal({ outcome: 'success', delayMs: 3_000 });
    setTestOutcome(element, 'failure');
    expect(planOf(element)).to.deep.equal({ outcome: 'failure', delayMs: 3_000 });
  });

  it('throws an error that names the allowed words, or that there is no element, and sets nothing', () => {
    const element = new EventTarget() as Element;
    expect(() => setTestOutcome(element, 'refunded' as never)).to.throw(
      TypeError,
      'setTestOutcome: outcome "refunded" is none of success, refund, failure',
    );
    expect(planOf(element).outcome).to.equal('success');
    for (const [none, what] of [
      [null, 'null'],
      [undefined, 'of type undefined'],
      ['hub-pay', 'of type string'],
    ])
      expect(() => setTestOutcome(none as never, 'refund')).to.throw(
        TypeError,
        `setTestOutcome: the element is ${what}`,
      );
  });

  it('tells the element that the plan has changed', () => {
    const element = new EventTarget() as Element;
    const plans: unknown[] = [];
    element.addEventListener(PLAN_CHANGED, () => plans.push(planOf(element)));
    setTestOutcome(element, 'refund', 10);
    expect(plans).to.deep.equal([{ outcome: 'refund', delayMs: 10 }]);
  });

  it('reaches an element of another copy of the package', async () => {
    const element = new EventTarget() as Element;
    setTestOutcome(element, 'refund');
    expect(Object.getOwnPropertySymbols(element)).to.include(Symbol.for('hub-pay.test-plan'));
    expect(PLAN_CHANGED).to.equal('hub-pay.test-plan');
  });
});
