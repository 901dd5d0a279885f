/** Tests the React component in a page: hydration, attributes, properties, handlers and the reference. */
import { expect } from '@open-wc/testing';
import { Activity, createElement, createRef, StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { restore, spy, stub, type SinonStub } from 'sinon';
import { HubPay, type HubPayElement, type HubPayProps } from '../../src/react.js';
import { requestId } from '../support/pages/element.js';

const intent: HubPayProps = {
  baseUrl: 'https://shop.example/hub',
  destinationChainId: 42161,
  destinationCurrency: 'USDC',
  amount: '25.00',
  recipient: '0x00000000000000000000000000000000000000aa',
  reference: 'order-1042',
};

const child = createElement('a', { href: '/other' }, 'Pay another way');

/** Dispatches an event as the element does. */
const success = (element: HubPayElement): boolean =>
  element.dispatchEvent(new CustomEvent('hub-success', { detail: { requestId }, bubbles: true, composed: true }));

describe('hub-pay/react', () => {
  let host: HTMLElement;
  let root: Root | undefined;
  let errors: SinonStub;
  let warnings: SinonStub;
  const element = createRef<HubPayElement>();
  const inPage = (): HubPayElement => element.current!;

  beforeEach(() => {
    root = undefined;
    stub(globalThis, 'fetch').rejects(new Error('no network in this test'));
    errors = stub(console, 'error');
    warnings = stub(console, 'warn');
    host = document.body.appendChild(document.createElement('div'));
  });

  afterEach(() => {
    root?.unmount();
    host.remove();
    const messages = [...errors.args, ...warnings.args];
    restore();
    expect(messages).to.deep.equal([]);
  });

  function render(props: HubPayProps, wrap: (node: ReactNode) => ReactNode = (node) => node): void {
    root ??= createRoot(host);
    flushSync(() => root?.render(wrap(createElement(HubPay, { ...props, ref: element }))));
  }

  /** Hydrates the server's HTML. Resolves when the effects of the component have run. */
  function hydrate(props: HubPayProps): Promise<void> {
    host.append(document.createRange().createContextualFragment(renderToString(createElement(HubPay, props))));
    return new Promise((resolve) => {
      const ref = (found: HubPayElement | null): void => {
        element.current = found;
        resolve();
      };
      root = hydrateRoot(host, createElement(HubPay, { ...props, ref }), {
        onRecoverableError: (error) => console.error(error),
      });
    });
  }

  it('registers the element after the first component has set its properties and its handlers', async () => {
    expect(customElements.get('hub-pay')).to.equal(undefined);
    const steps: string[] = [];
    const define = stub(customElements, 'define').callsFake((name, made) => {
      const [found] = host.children as unknown as HubPayElement[];
      steps.push(name, found?.getAttribute('amount') ?? '', JSON.stringify(found?.registry));
      success(found!);
      define.wrappedMethod.call(customElements, name, made);
    });
    await hydrate({ ...intent, registry: { chains: [] }, onSuccess: ({ type }) => steps.push(type) });
    expect(steps).to.deep.equal(['hub-pay', '25.00', '{"chains":[]}', 'hub-success']);
    expect(inPage().disabled).to.equal(false);
    expect(inPage().registry).to.deep.equal({ chains: [] });
  });

  it('hydrates the server’s HTML without a message, and keeps its element', async () => {
    const served = hydrate({ ...intent, layout: 'panel', required: true, children: child });
    const before = host.querySelector('hub-pay');
    await served;
    await inPage().updateComplete;
    expect(inPage()).to.equal(before);
    const { attributes } = inPage();
    expect(Object.fromEntries([...attributes].map(({ name, value }) => [name, value]))).to.deep.equal({
      'base-url': 'https://shop.example/hub',
      'destination-chain-id': '42161',
      'destination-currency': 'USDC',
      amount: '25.00',
      recipient: '0x00000000000000000000000000000000000000aa',
      reference: 'order-1042',
      layout: 'panel',
      required: '',
    });
    expect(inPage().textContent).to.equal('Pay another way');
  });

  it('leaves an element that the merchant has disabled disabled', async () => {
    await hydrate({ ...intent, disabled: true });
    expect(inPage().disabled).to.equal(true);
    expect(inPage().hasAttribute('disabled')).to.equal(true);
  });

  it('opens the sheet that the server’s HTML opens', async () => {
    await hydrate({ ...intent, open: true });
    expect(inPage().open).to.equal(true);
    inPage().close();
  });

  it('writes texts, numbers and flags as attributes, and all else as properties', () => {
    const summary = [{ label: 'Socks', amount: '25.00' }];
    render({ ...intent, required: true, origins: [1, 8453], summary, statusStreamUrl: 'wss://hub.example' });
    expect(inPage().getAttribute('amount')).to.equal('25.00');
    expect(inPage().getAttribute('destination-chain-id')).to.equal('42161');
    expect(inPage().getAttribute('required')).to.equal('');
    expect(inPage().hasAttribute('disabled')).to.equal(false);
    expect(inPage().destinationChainId).to.equal(42161);
    expect(inPage().required).to.equal(true);
    expect(inPage().origins).to.deep.equal([1, 8453]);
    expect(inPage().summary).to.equal(summary);
    expect(inPage().statusStreamUrl).to.equal('wss://hub.example');
  });

  it('writes only what changes, and removes what the page leaves out', () => {
    const registry = { chains: [] };
    render({ ...intent, required: true, registry, messages: { 'button.pay': 'Buy' } });
    const write = spy(inPage(), 'setAttribute');
    render({ ...intent, amount: '30.00', registry: '/registry.json', messages: undefined });
    expect(write.args).to.deep.equal([
      ['amount', '30.00'],
      ['registry', '/registry.json'],
    ]);
    expect([inPage().amount, inPage().required, inPage().messages]).to.deep.equal(['30.00', false, undefined]);
    expect(inPage().registry).to.equal('/registry.json');
    render({ ...intent, registry });
    expect(inPage().hasAttribute('registry')).to.equal(false);
    expect(inPage().registry).to.equal(registry);
  });

  it('does not open a sheet again that the payer has closed', () => {
    render({ ...intent, open: true });
    inPage().close();
    render({ ...intent, open: true, className: 'wide' });
    expect(inPage().open).to.equal(false);
    expect(inPage().className).to.equal('wide');
  });

  it('calls the newest handler, with the event of the element', () => {
    const heard: string[] = [];
    render({ ...intent, onSuccess: () => heard.push('old') });
    render({ ...intent, onSuccess: ({ detail }) => heard.push(detail.requestId) });
    success(inPage());
    render(intent);
    success(inPage());
    expect(heard).to.deep.equal([requestId]);
  });

  it('a handler can stop what the element is about to do', () => {
    render({ ...intent, onConfirm: (event) => event.preventDefault() });
    const confirm = new CustomEvent('hub-confirm', { cancelable: true });
    expect(inPage().dispatchEvent(confirm)).to.equal(false);
  });

  it('calls no handler for a field that the page has put into a slot', () => {
    const heard = spy();
    const field = createElement('input', { slot: 'footer', defaultValue: 'a tip' });
    render({ ...intent, onChange: heard, children: field });
    inPage()
      .querySelector('input')
      ?.dispatchEvent(new Event('change', { bubbles: true }));
    expect(heard.callCount).to.equal(0);
    inPage().dispatchEvent(new Event('change', { bubbles: true }));
    expect(heard.callCount).to.equal(1);
  });

  it('passes on the attributes and the handlers of every element', () => {
    const clicked = spy();
    render({ ...intent, className: 'wide', style: { '--hub-radius': '4px' }, hidden: false, onClick: clicked });
    expect(inPage().className).to.equal('wide');
    expect(inPage().style.getPropertyValue('--hub-radius')).to.equal('4px');
    expect(inPage().hidden).to.equal(false);
    inPage().click();
    expect(clicked.callCount).to.equal(1);
  });

  it('calls the handlers in a hidden Activity too, where React keeps the element but cleans up the effects', () => {
    const heard: string[] = [];
    const props: HubPayProps = {
      ...intent,
      onSuccess: () => heard.push('success'),
      onConfirm: (event) => event.preventDefault(),
    };
    const show = (mode: 'visible' | 'hidden'): void =>
      render(props, (node) => createElement(StrictMode, null, createElement(Activity, { mode, children: node })));
    show('visible');
    const shown = inPage();
    show('hidden');
    expect(element.current).to.equal(null);
    expect(shown.isConnected).to.equal(true);
    success(shown);
    expect(heard).to.deep.equal(['success']);
    expect(shown.dispatchEvent(new CustomEvent('hub-confirm', { cancelable: true }))).to.equal(false);
    show('visible');
    expect(inPage()).to.equal(shown);
    success(shown);
    expect(heard).to.deep.equal(['success', 'success']);
    show('hidden');
    root?.unmount();
    root = undefined;
    success(shown);
    expect(heard).to.have.length(2);
  });

  it('calls no handler and has no reference when the component is removed', () => {
    const heard = spy();
    render({ ...intent, onSuccess: heard }, (node) => createElement(StrictMode, null, node));
    const removed = inPage();
    success(removed);
    expect(heard.callCount).to.equal(1);
    root?.unmount();
    root = undefined;
    success(removed);
    expect(heard.callCount).to.equal(1);
    expect(element.current).to.equal(null);
  });
});
