import { expect } from 'chai';
import { isPressFresh } from '../../src/shared/press.js';
import { fakeActivation } from '../support/fakes/user-activation.js';

describe('isPressFresh', () => {
  it('repeats what the browser says, and is null when it says nothing', () => {
    const activation = fakeActivation();
    expect(isPressFresh()).to.equal(false);
    activation.press();
    expect(isPressFresh()).to.equal(true);
    Object.defineProperty(navigator, 'userActivation', { configurable: true, value: undefined });
    expect(isPressFresh()).to.equal(null);
    activation.restore();
  });
});
