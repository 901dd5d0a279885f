/**
 * Tests properties and attributes: which values reach the session, which are rejected, and in which order they can be
 * set.
 */
import { expect, oneEvent } from '@open-wc/testing';
import { createPaymentSession } from '../../src/payment/session/session.js';
import { restore } from 'sinon';
import { properties } from '../../src/element/property-list.js';
import { settableTable } from '../../src/element/reference.js';
import type { Registry } from '../../src/types.js';
import {
  asset,
  attributes,
  cleanUp,
  create,
  markup,
  pay,
  record,
  recordWarnings,
  rendered,
  type TestPay,
} from '../support/pages/element.js';

const registry: Registry = { chains: [{ id: 1, vmType: 'evm' }] };

describe('the declared properties', () => {
  it('are those of the reference, with the same attributes', () => {
    const listed = settableTable.filter(({ property }) => property !== 'open');
    const { open: _, ...declared } = properties;
    expect(
      Object.fromEntries(Object.entries(declared).map(([name, kind]) => [name, kind.attribute || null])),
    ).to.deep.equal(Object.fromEntries(listed.map(({ property, attribute }) => [property, attribute])));
  });
});

describe('a boolean property', () => {
  afterEach(cleanUp);

  it('is false before the page sets it, as the reference says', () => {
    const element = create();
    const flags = settableTable.filter(({ type }) => type === 'boolean');
    expect(flags.map(({ property }) => [property, element[property as keyof TestPay]])).to.deep.equal(
      flags.map(({ property }) => [property, false]),
    );
    expect(flags.map((flag) => flag.default)).to.deep.equal(flags.map(() => 'false'));
  });
});

describe('attributes', () => {
  let warnings: string[];

  beforeEach(() => {
    warnings = recordWarnings();
  });

  afterEach(() => {
    cleanUp();
    restore();
  });

  it('reach the session under camelCase names, without the unset ones', async () => {
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

  it('pass the sponsorship of fees to the session and leave false out', async () => {
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

  it('pass the tokens that the payer may pay with as a list', async () => {
    const element = await pay({ tokens: ' USDC  -ETH 10:USDT ' });
    expect(element.fake.options).to.deep.include({ tokens: ['USDC', '-ETH', '10:USDT'] });
    element.tokens = ['*', '-ETH'];
    await element.updateComplete;
    expect(element.fake.configured.at(-1)).to.deep.include({ tokens: ['*', '-ETH'] });
  });

  it('have an equivalent property that works before and after the element is in the page', async () => {
    const element = create({ amount: null });
    element.amount = '3.50';
    document.body.append(element);
    element.destinationChainId = 10;
    await element.updateComplete;
    expect(element.fake.options).to.include({ amount: '3.50', destinationChainId: 10 });
    element.remove();
  });

  it('accept a number as text when it is set as a property', async () => {
    const element = await pay();
    Object.assign(element, { destinationChainId: '42161', originChainId: ' 8453 ', originCurrency: 'ETH' });
    await element.updateComplete;
    expect(element.fake.configured.at(-1)).to.include({ destinationChainId: 42161, originChainId: 8453 });
    Object.assign(element, { destinationChainId: 'Arbitrum', originChainId: null });
    await element.updateComplete;
    expect(element.fake.configured.at(-1)).to.have.property('destinationChainId', 'Arbitrum');
    expect(element.fake.configured.at(-1)).not.to.have.property('originChainId');
  });

  it('keep the text of a wrong chain id, so that the error shows it', async () => {
    const element = await pay({ 'destination-chain-id': 'arbitrum', origins: '31337,31338 10' });
    expect(element.fake.options).to.deep.include({ destinationChainId: 'arbitrum', origins: ['31337,31338', 10] });
  });

  it('take effect when their properties were set before the upgrade of the element', async () => {
    const element = document.createElement('late-pay');
    Object.assign(element, {
      baseUrl: 'https://shop.example/hub',
      amount: '7',
      recipient: 'payer',
      registry,
      open: true,
    });
    document.body.append(element);
    customElements.define('late-pay', class extends (customElements.get('test-pay') as typeof TestPay) {});
    await element.updateComplete;
    await rendered(element);
    expect(element.fake.options).to.include({ amount: '7', registry });
    expect(Object.hasOwn(element, 'amount')).to.equal(false);
    expect(element.open).to.equal(true);
    element.remove();
  });

  it('reach a running session once and together when several change in one task', async () => {
    const element = await pay({ 'refund-to': '0x1' });
    element.setAttribute('amount', '30.00');
    element.destinationCurrency = 'DAI';
    element.removeAttribute('refund-to');
    await rendered(element);
    expect(element.fake.configured).to.have.lengthOf(1);
    expect(element.fake.configured[0]).to.include({ amount: '30.00', destinationCurrency: 'DAI' });
    expect(element.fake.configured[0]).not.to.have.property('refundTo');
  });

  it('change nothing when they are set again to equal content in new objects', async () => {
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

  it('do not reach the session when they only concern the appearance', async () => {
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

  it('load no token logo unless remote-images is on', async () => {
    const element = await pay({ 'remote-images': 'off', layout: 'panel' });
    const logo = 'https://logos.invalid/demo.png';
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'assets-loaded', assets: [{ ...asset, symbol: 'DEMO', logo }], done: true });
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

  it('are observed exactly as the property table declares them', () => {
    const observed = (customElements.get('test-pay') as typeof TestPay).observedAttributes;
    const declared = Object.values(properties).flatMap(({ attribute }) => attribute || []);
    expect([...observed].sort()).to.deep.equal(declared.sort());
  });

  it('pass the current fetch property to the session at the time of each request', async () => {
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
    ['remote-images', 'true'],
  ];
  for (const [attribute, value] of wrong) {
    it(`report a config error once, send no request and show the fallback when ${attribute}="${value}"`, async () => {
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
    ['quoteOptions', 'x'],
    ['fetch', 'x'],
  ];
  for (const [name, value] of wrongProperties) {
    it(`report a config error for ${name} without throwing when it is ${JSON.stringify(value)}`, async () => {
      const element = create();
      const events = record(element, 'hub-error');
      Object.assign(element, { [name]: value });
      document.body.append(element);
      await element.updateComplete;
      expect(events.map(({ detail }) => [detail.code, detail.attribute])).to.deep.equal([['config', name]]);
      element.remove();
    });
  }

  for (const [name, value] of [
    ['resume', 'yes'],
    ['attestation', 'on'],
    ['txs', 'x'],
  ] as const) {
    it(`report a config error that the session finds once, send no request and show the fallback when ${name} is "${value}"`, async () => {
      const element = create({ layout: 'panel' });
      element.realSession = createPaymentSession;
      let requests = 0;
      element.fetch = () => {
        requests += 1;
        return Promise.reject(new Error('no request is expected'));
      };
      element.append(markup('<a href="#other">Pay another way</a>'));
      const events = record(element, 'hub-error');
      Object.assign(element, { [name]: value });
      const reported = oneEvent(element, 'hub-error');
      document.body.append(element);
      await reported;
      element.requestUpdate();
      await rendered(element);
      expect(events.map(({ detail }) => [detail.code, detail.attribute])).to.deep.equal([['config', name]]);
      expect(warnings).to.have.lengthOf(1);
      expect(warnings[0]).to.contain(name);
      expect(requests).to.equal(0);
      expect(element.state).to.deep.include({ name: 'idle' });
      expect(element.querySelector('a')?.getClientRects().length).to.be.greaterThan(0);
      element.remove();
    });
  }

  it('start the payment when an invalid value is corrected', async () => {
    const element = await pay({ theme: 'midnight', layout: 'panel' });
    element.theme = 'dark';
    await rendered(element);
    expect(element.state.name).to.equal('selecting');
  });

  it('leave an ongoing payment visible when a value becomes invalid', async () => {
    const element = await pay();
    element.fake.goTo('processing');
    element.setAttribute('theme', 'midnight');
    await rendered(element);
    expect(element.state.name).to.equal('processing');
  });
});
