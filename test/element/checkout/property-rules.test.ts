/** Tests the rules that stop a payment whose tag forgets the payee, or whose property arrived as text. */
import { expect } from '@open-wc/testing';
import { restore } from 'sinon';
import { nameMistakes } from '../../../src/element/checkout/page-mistakes.js';
import { HubPay } from '../../../src/element/hub-pay.js';
import { properties, type PropertyName } from '../../../src/element/property-list.js';
import { cleanUp, create, pay, recordWarnings, rendered, type TestPay } from '../../support/pages/element.js';

/** The element before its code has loaded. */
class LoadingPay extends HubPay {
  protected override loadCode(): Promise<never> {
    return new Promise(() => undefined);
  }
}
LoadingPay.define('property-rules-pay');

/** Values that the element takes. */
const fine = { amount: '25.00', merchant: null, tokens: ['USDC'], origins: '1 10' };

/** The attribute or property that the element refuses. Undefined if it refuses none. */
async function refused(extra: Readonly<Record<string, string | null>>): Promise<string | undefined> {
  const element = await pay({ ...extra, open: '' });
  await rendered(element);
  const { state } = element;
  return state.name === 'idle' && state.problem?.code === 'config' ? state.problem.attribute : undefined;
}

describe('property-rules', () => {
  let warnings: string[];

  beforeEach(() => {
    warnings = recordWarnings();
  });

  afterEach(() => {
    cleanUp();
    restore();
  });

  for (const [beside, extra] of [
    ['an amount', { merchant: null, reference: null }],
    ['a merchant', { amount: null, merchant: 'Acme', reference: null }],
    ['a reference', { amount: null, merchant: null, reference: 'order-7' }],
  ] as const) {
    it(`S-20 refuses the tag when its recipient is misspelt beside ${beside}, and warns of the misspelt name`, async () => {
      expect(await refused({ ...extra, recipient: null, recipent: '0x1' })).to.equal('recipient');
      expect(await refused({ ...extra, recipient: 'payer' })).to.equal(undefined);
    });
  }

  for (const [name, meant, extra] of [
    ['ammount', 'amount', { amount: null }],
    ['recipent', 'recipient', { recipient: null }],
    ['recipent', 'recipient', { recipient: null, amount: null, merchant: null }],
    ['baseurl', 'base-url', { 'base-url': null }],
    ['registery', 'registry', {}],
    ['confirmurl', 'confirm-url', {}],
    ['diabled', 'disabled', {}],
    ['atestation', 'attestation', {}],
    ['refference', 'reference', { reference: null }],
    ['max-subsidisation-amount', 'max-subsidization-amount', {}],
  ] as const)
    it(`refuses the tag when it has "${name}" and no "${meant}", because a payment without "${meant}" is another payment`, async () => {
      const element = await pay({ ...extra, [name]: '1', open: '' });
      await rendered(element);
      nameMistakes(element);
      expect(element.state).to.have.nested.property('problem.attribute', meant);
      const [line = '', ...others] = warnings;
      expect(line).to.contain(`> ${meant}: the attribute "${name}" is unknown. Did you mean "${meant}"?`);
      expect(others).to.deep.equal([]);
    });

  for (const [attribute, extra] of [
    ['min-amount', { amount: null, 'min-amount': '5,00' }],
    ['max-amount', { amount: '25.00', 'max-amount': '50' }],
    ['presets', { amount: null, 'min-amount': '5', presets: '1 5' }],
  ] as const)
    it(`refuses ${attribute} in ${JSON.stringify(extra)}`, async () => {
      expect(await refused(extra)).to.equal(attribute);
      expect(await refused({ amount: null, 'min-amount': '5', 'max-amount': '50', presets: '5 50' })).to.equal(
        undefined,
      );
    });

  it('accepts an unknown attribute beside the one that it resembles, and one that resembles no risky attribute', async () => {
    expect(await refused({ ammount: '1', amount: '25.00' })).to.equal(undefined);
    expect(await refused({ refferrer: 'shop', title: 'Pay', 'data-amount': '1' })).to.equal(undefined);
  });

  for (const name of ['registry', 'appfees', 'app-fees', 'quoteoptions', 'wallets', 'txs', 'summary', 'messages']) {
    it(`S-21 refuses the tag when the property of ${name} is written as an attribute`, async () => {
      const property = { appfees: 'appFees', 'app-fees': 'appFees', quoteoptions: 'quoteOptions' }[name] ?? name;
      expect(await refused({ [name]: '[object Object]' })).to.equal(property);
    });
  }

  for (const text of ['registry.json', 'file:///registry.json', '/a registry.json', 'data:application/json,{}'])
    it(`refuses the registry "${text}", which names no file of this site`, async () => {
      expect(await refused({ registry: text })).to.equal('registry');
    });

  for (const text of ['https://other.example/confirm', '//other.example/confirm', 'https://'])
    it(`refuses the confirm-url "${text}", which is of another site`, async () => {
      expect(await refused({ 'confirm-url': text })).to.equal('confirm-url');
      expect(await refused({ 'confirm-url': '/api/orders/1042/payment' })).to.equal(undefined);
    });

  for (const text of ['javascript:alert(1)', 'https://', 'mailto:help@shop.example', 'data:text/html,x'])
    it(`refuses the return-url "${text}", which is no web address`, async () => {
      expect(await refused({ 'return-url': text })).to.equal('return-url');
      expect(await refused({ 'return-url': '/thanks?order=1042' })).to.equal(undefined);
    });

  for (const text of ['javascript:alert(1)', 'http://', 'tel:112'])
    it(`refuses the support-url "${text}", which is neither a web address nor a mail address`, async () => {
      expect(await refused({ 'support-url': text })).to.equal('support-url');
      expect(await refused({ 'support-url': 'mailto:help@shop.example' })).to.equal(undefined);
      expect(await refused({ 'support-url': 'https://other.example/help' })).to.equal(undefined);
    });

  const texts = Object.entries(properties)
    .filter(([, { converter }]) => typeof converter?.('7') === 'string')
    .map(([name]) => name as PropertyName);
  for (const name of texts)
    it(`refuses a number as ${name}, names it on the console, and throws nothing`, async () => {
      const element = create({ open: '' });
      Object.assign(element, { [name]: 7 });
      document.body.append(element);
      await rendered(element);
      expect(element.open).to.equal(element.layout !== 'panel');
      expect(element.state).to.have.nested.property('problem.code', 'config');
      expect(warnings).to.have.length(1);
      const attribute = properties[name].attribute as string;
      expect(warnings[0]).to.contain(`<test-pay> ${attribute}: 7 is a number: write "7"`);
      await element.load();
      element.remove();
    });

  it('refuses other values that are no text, but takes a list, and null as a property that is not set', async () => {
    const element = await pay({ open: '' });
    for (const [wrong, attribute] of [
      [{ amount: 25n }, 'amount'],
      [{ amount: ['25'] }, 'amount'],
      [{ merchant: true }, 'merchant'],
      [{ tokens: true }, 'tokens'],
    ] as const) {
      Object.assign(element, { ...fine, ...wrong });
      await rendered(element);
      expect(element.state).to.have.nested.property('problem.attribute', attribute);
    }
    Object.assign(element, fine);
    await rendered(element);
    expect(element.state).not.to.have.property('problem');
  });

  for (const [name, row] of Object.entries({
    null: null,
    undefined: undefined,
    'a text': 'Beans',
    'a list': [],
    'an empty object': {},
    'an object without an amount': { label: 'Beans' },
    'an object with a symbol': { label: Symbol('Beans'), amount: '25.00' },
  }))
    it(`refuses ${name} as a row of a summary, but ends no payment because of it`, async () => {
      const element = await pay({ layout: 'panel' });
      element.fake.goTo('processing');
      element.summary = [{ label: 'Tea', amount: '1.00' }, row] as never;
      await rendered(element);
      expect(element.state.name).to.equal('processing');
      element.fake.goTo('succeeded');
      element.reset();
      await rendered(element);
      expect(element.state).to.have.nested.property('problem.attribute', 'summary');
      expect(warnings.join()).to.contain('summary: a value of type object is no list of { label, amount }, both texts');
      element.summary = [{ label: 'Tea', amount: 1 as never }];
      await rendered(element);
      expect(element.state).not.to.have.property('problem');
    });

  it('renders a number as amount or merchant before the code of the checkout has loaded', async () => {
    const element = new LoadingPay();
    Object.assign(element, { amount: 25, merchant: 7, destinationCurrency: 'USDC', destinationChainId: 1 });
    document.body.append(element);
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('button')?.textContent.trim()).to.equal('Pay 7');
    Object.assign(element, { amount: '25', destinationCurrency: null });
    await element.updateComplete;
    expect(element.shadowRoot?.querySelector('button')?.textContent.trim()).to.equal('Pay 7');
    element.remove();
  });

  it('renders no link to an address that it refuses', async () => {
    const element: TestPay = await pay({ 'support-url': 'javascript:alert(1)', layout: 'panel' });
    await rendered(element);
    expect(element.shadowRoot?.querySelector('[data-view="unavailable"]')).to.exist;
    expect(element.shadowRoot?.querySelector('a')).to.equal(null);
  });

  it('names the values that an attribute can have', async () => {
    await refused({ theme: 'blue' });
    expect(warnings.join()).to.contain('theme: "blue" is none of auto, light, dark');
  });

  it('S-21 accepts the attribute when the property has its value, and stays refused when the property has text', async () => {
    const element: TestPay = await pay({ registry: '[object Object]', open: '' });
    await rendered(element);
    expect(element.state).to.have.nested.property('problem.attribute', 'registry');
    element.registry = { chains: [{ id: 1, vmType: 'evm' }] };
    await rendered(element);
    expect(element.session, 'a session with the registry').to.exist;
    element.registry = {} as never;
    await rendered(element);
    expect(warnings.join()).to.contain('registry: a value of type object is no registry');
    element.registry = '[object Object]';
    await rendered(element);
    expect(element.state).to.have.nested.property('problem.attribute', 'registry');
  });
});
