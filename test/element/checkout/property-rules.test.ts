/** Tests the rules that stop a payment whose tag forgets the payee, or whose property arrived as text. */
import { expect } from '@open-wc/testing';
import { restore, stub } from 'sinon';
import { cleanUp, pay, rendered, type TestPay } from '../../support/element.js';

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
    warnings = [];
    stub(console, 'warn').callsFake((message: unknown) => void warnings.push(String(message)));
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
    ['registy', 'registry', {}],
    ['confirmurl', 'confirm-url', {}],
    ['diabled', 'disabled', {}],
    ['atestation', 'attestation', {}],
    ['refference', 'reference', { reference: null }],
    ['max-subsidisation-amount', 'max-subsidization-amount', {}],
  ] as const)
    it(`refuses the tag when it has "${name}" and no "${meant}", because a payment without "${meant}" is another payment`, async () => {
      expect(await refused({ ...extra, [name]: '1' })).to.equal(meant);
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
