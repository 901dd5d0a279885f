/** Tests the React component on a server: its HTML, and that a server needs no document. */
import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { eventTable, propertyTable } from '../../src/element/reference.js';
import { HubPay, type HubPayProps } from '../../src/react.js';

/** Returns the HTML of the component, and what React or the component wrote to the console. */
function rendered(props: HubPayProps): { html: string; messages: unknown[] } {
  const messages: unknown[] = [];
  const spies = (['error', 'warn'] as const).map((method) =>
    mock.method(console, method, (text: unknown) => messages.push(text)),
  );
  const html = renderToString(createElement(HubPay, props));
  for (const spy of spies) spy.mock.restore();
  return { html, messages };
}

test('the server renders texts, numbers and flags as attributes, and React writes nothing to the console', () => {
  const { html, messages } = rendered({
    baseUrl: 'https://shop.example/hub',
    destinationChainId: 42161,
    amount: '25.00',
    reference: 'a "quoted" order',
    required: true,
    usePermit: false,
    registry: '/registry.json',
    className: 'wide',
    id: 'pay',
    'aria-label': 'Pay',
    style: { '--hub-radius': '4px' },
    children: createElement('a', { href: '/other', slot: 'help' }, 'Pay another way'),
  });
  assert.equal(
    html,
    '<hub-pay id="pay" aria-label="Pay" style="--hub-radius:4px" class="wide" ' +
      'disabled="" base-url="https://shop.example/hub" amount="25.00" ' +
      'reference="a &quot;quoted&quot; order" destination-chain-id="42161" required="" registry="/registry.json">' +
      '<a href="/other" slot="help">Pay another way</a></hub-pay>',
  );
  assert.deepEqual(messages, []);
});

test('the server’s HTML has no object, function, list or absent value', () => {
  const { html, messages } = rendered({
    registry: { chains: [] },
    origins: [1, 8453],
    summary: [{ label: 'Socks', amount: '25.00' }],
    fetch: () => Promise.reject(new Error('no network')),
    venueInfoUrl: 'https://venue.example/info',
    merchant: undefined,
    layout: 'panel',
    onSuccess: () => undefined,
    onClose: () => undefined,
  });
  assert.equal(html, '<hub-pay disabled="" layout="panel"></hub-pay>');
  assert.deepEqual(messages, []);
});

test('every attribute of the element is a prop that the server renders', () => {
  for (const { property, attribute, type, readonly } of propertyTable) {
    if (attribute === null || readonly) continue;
    const value = type === 'boolean' ? true : 'x';
    assert.match(rendered({ [property]: value }).html, new RegExp(` ${attribute}="${value === true ? '' : 'x'}"`, 'u'));
  }
});

test('the name of a handler never reaches the HTML, for every event of the element', () => {
  assert.equal(eventTable.length, 18);
  for (const { name } of eventTable) {
    const word = name === 'hub-statechange' ? 'stateChange' : name.replace(/^hub-/u, '');
    const handler = `on${word.charAt(0).toUpperCase()}${word.slice(1)}`;
    assert.equal(rendered({ [handler]: 'never' }).html, '<hub-pay disabled=""></hub-pay>', handler);
  }
});

test('the import on a server creates no document and registers no element', () => {
  assert.equal('document' in globalThis, false);
  assert.equal(customElements.get('hub-pay'), undefined);
});
