/** Tests the pages of the shop's server, without chains: sessions, carts, orders and their sums. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { centsOf, dollars, MOST, sampleCart, sumOf, unitsOf, withQuantity } from '../../demo/backend/catalogue.js';
import { openBackend, type Backend } from '../../demo/backend/index.js';
import type { Order } from '../../demo/backend/orders.js';
import { orderHtml, receiptText } from '../../demo/backend/shop-html.js';
import type { FetchHandler } from '../../src/server/index.js';

const SHOP = 'http://shop.example';
const CART = '$CART<!-- payment --><hub-pay amount="$AMOUNT" reference="$ORDER"></hub-pay><!-- /payment -->';

describe('shop server', () => {
  let backend: Backend;
  let site: FetchHandler;

  before(async () => {
    const terms = { recipient: `0x${'11'.repeat(20)}`, chainId: 31338, currency: `0x${'22'.repeat(20)}`, amount: '1' };
    backend = await openBackend({ baseUrl: 'http://127.0.0.1:9', apiKey: 'key', origin: SHOP, terms });
    site = backend.site({ cart: CART, order: '$NUMBER $HEADING $SUM' });
  });
  after(() => backend.close());

  const get = (path: string, cookie = ''): Promise<Response> => site(new Request(SHOP + path, { headers: { cookie } }));
  const change = (cookie: string, form: Record<string, string>, origin = SHOP): Promise<Response> =>
    site(new Request(`${SHOP}/cart`, { method: 'POST', headers: { cookie, origin }, body: new URLSearchParams(form) }));
  /** Opens the shop as a new visitor. Returns the cookie. */
  const visit = async (): Promise<string> => (await get('/')).headers.get('set-cookie')?.replace(/;.*$/u, '') ?? '';
  const tagOf = async (cookie: string): Promise<{ amount?: string; reference?: string }> =>
    /amount="(?<amount>.*)" reference="(?<reference>.*)"/u.exec(await (await get('/', cookie)).text())?.groups ?? {};

  it('keeps the order of a session when the page is opened again, and makes another order for another cart', async () => {
    const cookie = await visit();
    const first = await tagOf(cookie);
    assert.deepEqual([first.amount, await tagOf(cookie)], ['25.00', first]);
    assert.equal((await change(cookie, { product: 'mug', quantity: '2' })).headers.get('location'), '/#line-mug');
    const second = await tagOf(cookie);
    assert.equal(second.amount, '53.00');
    assert.notEqual(second.reference, first.reference);
    assert.notEqual((await tagOf(await visit())).reference, second.reference);
  });

  it('takes prices from the catalogue only, and refuses a form of another site', async () => {
    const cookie = await visit();
    await change(cookie, { product: 'guji', quantity: '2', cents: '1', amount: '1', price: '1' });
    assert.equal((await tagOf(cookie)).amount, '46.00');
    for (const [form, status] of [
      [{ product: 'gold', quantity: '1' }, 400],
      [{ product: 'guji', quantity: '-1' }, 400],
      [{ product: 'guji', quantity: '0.5' }, 400],
    ] as const)
      assert.equal((await change(cookie, form)).status, status, JSON.stringify(form));
    assert.equal((await change(cookie, { product: 'guji', quantity: '0' }, 'http://other.example')).status, 403);
    assert.equal((await tagOf(cookie)).amount, '46.00');
  });

  it('has no payment when the cart is empty, and reserves no payment for the empty order', async () => {
    const cookie = await visit();
    const { reference = '' } = await tagOf(cookie);
    await change(cookie, { product: 'guji', quantity: '0' });
    assert.deepEqual(await tagOf(cookie), {});
    const empty = `order-${Number(reference.slice('order-'.length)) + 1}`;
    const response = await backend.handlers['/api/'](
      new Request(`${SHOP}/api/orders/${empty}/payment`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ requestId: `0x${'ab'.repeat(32)}` }),
      }),
    );
    assert.equal(response.status, 409);
  });

  it('shows an order to its own visitor only, and no receipt when nothing is paid', async () => {
    const cookie = await visit();
    const { reference = '' } = await tagOf(cookie);
    const own = await get(`/orders/${reference}`, cookie);
    assert.match(await own.text(), /^\d+ This order is not paid .*<dd class="total">\$25\.00<\/dd>/u);
    for (const path of [`/orders/${reference}/receipt`, '/orders/order-1', '/orders/', '/elsewhere'])
      assert.equal((await get(path, cookie)).status, 404, path);
    assert.equal((await get(`/orders/${reference}`, await visit())).status, 404);
    assert.equal((await get(`/orders/${reference}`)).status, 404);
  });

  it('adds up cents exactly, and limits a quantity', () => {
    assert.deepEqual(['25', '25.1', '25.004999', '25.005', '0.009'].map(centsOf), [2_500n, 2_510n, 2_500n, 2_501n, 1n]);
    assert.deepEqual([0n, 5n, 2_500n, -3n].map(dollars), ['$0.00', '$0.05', '$25.00', '-$0.03']);
    assert.equal(unitsOf(sumOf(sampleCart).total), '25000000');
    assert.deepEqual(withQuantity([], 'mug', 999), [{ product: 'mug', quantity: MOST }]);
    assert.equal(sumOf([]).total, 0n);
  });

  it('writes rows that add up when the payer paid more, less or an unknown value', () => {
    const order = (paidUsd: string | null): Order => ({
      ...{ id: 'order-7', session: null, items: sampleCart, ...sumOf(sampleCart) },
      proof: { requestId: '0xid', paid: '0.0083800000001 <ETH>', paidUsd, chainId: 1, transactions: ['0xhash'] },
    });
    const html = (paidUsd: string | null): string =>
      orderHtml('$SUM$PAYMENT', order(paidUsd), { isPending: false, networks: { 1: 'Base' } });
    assert.match(html('25.141'), /Fees of the payment<\/dt><dd class="">\$0\.14<.*Total paid<\/dt>.*\$25\.14/u);
    assert.match(html('24.99'), /Exchange difference<\/dt><dd class="">-\$0\.01<.*\$24\.99/u);
    assert.doesNotMatch(html(null), /Fees|Total paid/u);
    assert.match(html(null), /Paid with 0\.00838 &#60;ETH&#62; on Base\./u);
    assert.match(receiptText(order(null), {}), /Paid with: 0\.0083800000001 <ETH> on another network\n/u);
  });
});
