/** Properties and attributes: what reaches the session, what is refused, and in which order they may be set. */
import { expect } from '@open-wc/testing';
import { stub, restore } from 'sinon';
import { properties } from '../../src/element/properties.js';
import type { Registry } from '../../src/types.js';
import { asset, attributes, cleanUp, create, markup, pay, record, rendered, type TestPay } from '../support/element.js';

const registry: Registry = { chains: [{ id: 1, vmType: 'evm' }] };

describe('attributes', () => {
  let warnings: string[];

  beforeEach(() => {
    warnings = [];
    stub(console, 'warn').callsFake((message: unknown) => void warnings.push(String(message)));
  });

  afterEach(() => {
    cleanUp();
    restore();
  });

  it('reach the session under their camelCase names, what is not set being absent', async () => {
    const element = await pay({
      'origin-chain-id': '8453',
      'origin-currency': 'ETH',
      origins: ' 8453  10 ',
      'refund-to': '0x1',
      'slippage-tolerance': '50',
      referrer: 'acme',
      reference: 'order-1',
      'trade-type': 'EXPECTED_OUTPUT',
      resume: 'off',
      attestation: 'warn',
    });
    expect(element.fake.options).to.deep.equal({
      baseUrl: 'https://shop.example/hub',
      destinationChainId: 1,
      destinationCurrency: 'USDC',
      amount: '25.00',
      recipient: attributes['recipient'],
      originChainId: 8453,
      originCurrency: 'ETH',
      origins: [8453, 10],
      refundTo: '0x1',
      slippageTolerance: '50',
      referrer: 'acme',
      reference: 'order-1',
      tradeType: 'EXPECTED_OUTPUT',
      resume: 'off',
      attestation: 'warn',
    });
  });

  it('reach the session that say who pays the fees, false being absent from the quote', async () => {
    const element = await pay({
      'subsidize-fees': '',
      'sponsored-fee-components': ' execution  relay ',
      'max-subsidization-amount': '5',
      'topup-gas': '',
      'topup-gas-amount': '500000',
    });
    expect(element.fake.options).to.deep.include({
      subsidizeFees: true,
      sponsoredFeeComponents: ['execution', 'relay'],
      maxSubsidizationAmount: '5',
      topupGas: true,
      topupGasAmount: '500000',
    });
    Object.assign(element, {
      sponsoredFeeComponents: ['app'],
      topupGas: false,
      appFees: [{ recipient: '0x1', fee: '9' }],
    });
    await element.updateComplete;
    expect(element.fake.configured.at(-1)).not.to.have.property('topupGas');
    expect(element.fake.configured.at(-1)).to.deep.include({
      sponsoredFeeComponents: ['app'],
      appFees: [{ recipient: '0x1', fee: '9' }],
    });
  });

  it('have a property of the same meaning, set before or after the element is in the page', async () => {
    const element = create({ amount: null });
    element.amount = '3.50';
    document.body.append(element);
    element.destinationChainId = 10;
    await element.updateComplete;
    expect(element.fake.options).to.include({ amount: '3.50', destinationChainId: 10 });
    element.remove();
  });

  it('that are numbers may be set as text, as frameworks and forms give it', async () => {
    const element = await pay();
    Object.assign(element, { destinationChainId: '42161', originChainId: ' 8453 ', originCurrency: 'ETH' });
    await element.updateComplete;
    expect(element.fake.configured.at(-1)).to.include({ destinationChainId: 42161, originChainId: 8453 });
    Object.assign(element, { destinationChainId: 'Arbitrum', originChainId: null });
    await element.updateComplete;
    expect(element.fake.configured.at(-1)).to.have.property('destinationChainId').that.is.NaN;
    expect(element.fake.configured.at(-1)).not.to.have.property('originChainId');
  });

  it('count when their properties were set before the element was upgraded', async () => {
    const element = document.createElement('late-pay');
    Object.assign(element, { baseUrl: 'https://shop.example/hub', amount: '7', registry, open: true });
    document.body.append(element);
    customElements.define('late-pay', class extends (customElements.get('test-pay') as typeof TestPay) {});
    await element.updateComplete;
    await rendered(element);
    expect(element.fake.options).to.include({ amount: '7', registry });
    expect(Object.hasOwn(element, 'amount')).to.equal(false);
    expect(element.open).to.equal(true);
    element.remove();
  });

  it('that are changed one after the other in a task reach a running session once, together', async () => {
    const element = await pay();
    element.setAttribute('amount', '30.00');
    element.destinationCurrency = 'DAI';
    element.removeAttribute('recipient');
    await rendered(element);
    expect(element.fake.configured).to.have.lengthOf(1);
    expect(element.fake.configured[0]).to.include({ amount: '30.00', destinationCurrency: 'DAI' });
    expect(element.fake.configured[0]).not.to.have.property('recipient');
  });

  it('that are set again to the same content change nothing: a framework makes new objects each time', async () => {
    const provider = { request: () => Promise.resolve() };
    const info = { rdns: 'a.b', name: 'A', icon: '' };
    const set = (element: TestPay): void => {
      Object.assign(element, {
        origins: [1, 2],
        registry: structuredClone(registry),
        quoteOptions: { protocolVersion: 'v2' },
        amount: '25.00',
        wallets: [{ info: { ...info }, provider }],
      });
    };
    const element = create();
    set(element);
    document.body.append(element);
    await element.updateComplete;
    element.fake.goTo('reviewing');
    set(element);
    await rendered(element);
    expect(element.fake.configured).to.deep.equal([]);
    expect(element.state.name).to.equal('reviewing');
    element.wallets = [{ info, provider: { request: () => Promise.resolve() } }];
    await rendered(element);
    expect(element.fake.configured).to.have.lengthOf(1);
    element.remove();
  });

  it('that only concern the looks never reach the session', async () => {
    const element = await pay();
    Object.assign(element, {
      merchant: 'Other',
      theme: 'dark',
      locale: 'de',
      summary: [],
      messages: {},
      remoteImages: 'on',
    });
    await rendered(element);
    expect(element.fake.configured).to.deep.equal([]);
  });

  it('load no token’s logo before remote-images says on', async () => {
    const element = await pay({ 'remote-images': 'off', layout: 'panel' });
    const logo = 'https://logos.invalid/eth.png';
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'assets-loaded', assets: [{ ...asset, logo }], done: true });
    const sources = async (): Promise<string[]> => {
      await rendered(element);
      return [...(element.shadowRoot?.querySelectorAll('img') ?? [])].map(({ src }) => src);
    };
    expect(await sources()).to.deep.equal([]);
    expect(element.find('asset') === null).to.equal(false);
    element.remoteImages = undefined;
    expect(await sources()).to.deep.equal([]);
    element.remoteImages = 'on';
    expect(await sources()).to.deep.equal([logo]);
  });

  it('of the list of public names are observed, all of them and no others', () => {
    const observed = (customElements.get('test-pay') as typeof TestPay).observedAttributes;
    const declared = Object.values(properties).flatMap(({ attribute }) => attribute || []);
    expect([...observed].sort()).to.deep.equal(declared.sort());
  });

  it('pass the fetch property to the session, as it is at the moment of asking', async () => {
    const element = await pay();
    const asked: string[] = [];
    element.fetch = (input) => {
      asked.push(new Request(input).url);
      return Promise.resolve(new Response('{}'));
    };
    await element.fake.deps.fetch?.('https://shop.example/hub/chains');
    expect(asked).to.deep.equal(['https://shop.example/hub/chains']);
  });

  const wrong: readonly (readonly [attribute: string, value: string])[] = [
    ['layout', 'modal'],
    ['theme', 'midnight'],
    ['locale', 'not a tag'],
    ['resume', 'yes'],
    ['attestation', 'on'],
    ['remote-images', 'true'],
  ];
  for (const [attribute, value] of wrong) {
    it(`${attribute}="${value}" warns once, is a config error, asks for nothing and shows the fallback`, async () => {
      const element = create({ [attribute]: value });
      element.append(markup('<a href="#other">Pay another way</a>'));
      const events = record(element, 'hub-error');
      document.body.append(element);
      await element.updateComplete;
      element.requestUpdate();
      await rendered(element);
      expect(events.map(({ detail }) => [detail.code, detail.attribute])).to.deep.equal([['config', attribute]]);
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.contain(attribute).and.to.contain(value);
      expect(element.sessions).to.have.lengthOf(0);
      expect(element.state).to.deep.include({ name: 'idle' });
      expect(element.querySelector('a')?.getClientRects().length).to.be.greaterThan(0);
      expect(element.find('button') === null).to.equal(true);
      element.remove();
    });
  }

  const wrongProperties: readonly (readonly [name: string, value: unknown])[] = [
    ['registry', []],
    ['wallets', {}],
    ['summary', 'Coffee'],
    ['messages', 5],
    ['txs', 'x'],
    ['quoteOptions', 'x'],
    ['fetch', 'x'],
  ];
  for (const [name, value] of wrongProperties) {
    it(`${name} never throws for ${JSON.stringify(value)} and names itself`, async () => {
      const element = create();
      const events = record(element, 'hub-error');
      Object.assign(element, { [name]: value });
      document.body.append(element);
      await element.updateComplete;
      expect(events.map(({ detail }) => [detail.code, detail.attribute])).to.deep.equal([['config', name]]);
      element.remove();
    });
  }

  it('that are put right again start the payment', async () => {
    const element = await pay({ theme: 'midnight', layout: 'panel' });
    element.theme = 'dark';
    await rendered(element);
    expect(element.state.name).to.equal('selecting');
  });

  it('that turn wrong do not hide a payment that is under way', async () => {
    const element = await pay();
    element.fake.goTo('processing');
    element.setAttribute('theme', 'midnight');
    await rendered(element);
    expect(element.state.name).to.equal('processing');
  });
});
