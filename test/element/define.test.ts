/** Tests the registration of the element's name. A second registration does not replace the first. */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { define } from '../../src/element/define.js';
import { HubPay } from '../../src/element/hub-pay.js';
import { TestPay } from '../support/pages/element.js';

describe('define', () => {
  afterEach(restore);

  it('F-172 keeps the existing element and warns without throwing when the name is taken', () => {
    const warn = stub(console, 'warn');
    define('test-pay', class extends HTMLElement {}, customElements);
    expect(warn.callCount).to.equal(1);
    expect(customElements.get('test-pay')).to.equal(TestPay);
  });

  it('does not warn when the same class is defined twice', () => {
    const warn = stub(console, 'warn');
    HubPay.define('twice-pay');
    HubPay.define('twice-pay');
    expect(warn.callCount).to.equal(0);
  });

  it('registers the element under a second name', () => {
    HubPay.define('first-pay');
    HubPay.define('second-pay');
    expect(document.createElement('first-pay')).to.be.instanceOf(HubPay);
    expect(document.createElement('second-pay')).to.be.instanceOf(HubPay);
  });
});
