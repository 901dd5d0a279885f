/**
 * Tests that the element sends no request before it is opened. It also finds no wallet and loads no wallet or chain
 * code.
 */
import { expect } from '@open-wc/testing';
import { restore, spy, stub } from 'sinon';
import '../../src/index.js';
import { attributes } from '../support/pages/element.js';
import { called } from '../support/until.js';

const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name).pathname)
    .filter((path) => /\/src\/(?:wallets\/(?:discover|connect)|vm\/evm)/u.test(path));

describe('hub-pay entry', () => {
  afterEach(restore);

  it('sends no request, discovers no wallet and loads no chain code until the element is opened', async () => {
    const fetch = stub(globalThis, 'fetch');
    const asked = called(fetch, () => Promise.reject(new Error('no network in this test')));
    const listen = spy(window, 'dispatchEvent');
    const element = document.createElement('hub-pay');
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
    await element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve));
    expect(fetch.callCount).to.equal(0);
    expect(listen.getCalls().filter(({ args: [event] }) => event.type.startsWith('eip6963'))).to.deep.equal([]);
    expect(loadedFiles()).to.deep.equal([]);

    element.show();
    const [url] = await asked;
    expect(url).to.equal('https://shop.example/hub/chains');
    element.remove();
  });
});
