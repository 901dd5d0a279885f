/** Tests which unknown attributes cause a warning. */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { meantAttribute } from '../../../src/element/checkout/page-mistakes.js';
import { Checkout } from '../../../src/element/checkout/checkout.js';
import { cleanUp, create, pay, rendered } from '../../support/pages/element.js';
import { called } from '../../support/until.js';

describe('page-mistakes', () => {
  afterEach(() => {
    cleanUp();
    restore();
  });

  it('S-20 finds the attribute that a name misspells', () => {
    for (const [name, meant] of [
      ['recipent', 'recipient'],
      ['recipients', 'recipient'],
      ['baseurl', 'base-url'],
      ['destination-chainid', 'destination-chain-id'],
      ['destinationcurrency', 'destination-currency'],
      ['amout', 'amount'],
      ['refrence', 'reference'],
      ['refund-too', 'refund-to'],
    ] as const)
      expect(meantAttribute(name), name).to.equal(meant);
  });

  it('S-20 finds none for known attributes and for attributes of HTML and of frameworks', () => {
    const others = ['id', 'class', 'style', 'slot', 'part', 'title', 'lang', 'dir', 'role', 'hidden', 'tabindex', 'is'];
    const more = ['data-amount', 'aria-label', 'data-v-7ba5bd90', '_ngcontent-ng-c1', 'recipient', 'open', 'nonce'];
    expect([...others, ...more, 'inert', 'popover', 'translate', 'itemprop'].filter(meantAttribute)).to.deep.equal([]);
  });

  it('S-20 the element warns once on the console, with the name that was meant', async () => {
    const warn = stub(console, 'warn');
    const warned = called(warn);
    for (const open of ['', '']) await rendered(await pay({ 'slippage-tolerence': '50', open }));
    await warned;
    const named = warn.args.flat().filter((message) => String(message).includes('slippage-tolerence'));
    expect(named).to.deep.equal([
      '<hub-pay> the attribute "slippage-tolerence" is unknown and does nothing. Did you mean "slippage-tolerance"?',
    ]);
  });

  it('S-20 the check of an idle page names the attribute before the payer opens the sheet', async () => {
    const warn = stub(console, 'warn');
    const warned = called(warn);
    expect(Checkout.hasProblem(create({ 'topup-gass': '' }))).to.equal(false);
    await warned;
    expect(warn.firstCall.args[0]).to.contain('Did you mean "topup-gas"?');
  });
});
