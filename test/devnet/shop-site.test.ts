/** Tests the pages of the shop's server, without chains: sessions, carts, orders and their sums. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { centsOf, dollars, MOST, sampleCart, sumOf, unitsOf, withQuantity } from '../../demo/backend/catalogue.js';
import { openBackend, type Backend } from '../../demo/backend/index.js';
import type { Order } from '../../demo/backend/orders.js';
import { orderHtml, receiptText } from '../../demo/backend/shop-html.js';
import type { FetchHandler, LedgerPayment } from '../../src/server/index.js';

const SHOP = 'http://shop.example';
const PAYMENT = '<!-- payment --><hub-pay amount="$AMOUNT" reference="$ORDER"></hub-pay><!-- /payment -->';
const TERMS = {
  recipient: `0x${'11'.repeat(20)}`,
  chainId: 31338,
  currency: `0x${'22'.repeat(20)}`,
  amount: '25000000',
};

/** The service's record of a payment of 25.00 to the shop. */
function recordOf(id: string, status: string, amount = TERMS.amount): object {
  const { recipient, currency, chainId } = TERMS;
  const token = {
    currency: { chainId, address: currency, symbol: 'USDC', decimals: 6 },
    amount,
    amountFormatted: '25',
  };
  const payments = [{ recipient, currency, minimumAmount: amount, expectedAmount: amount }];
  return {
    ...{ id, status, user: recipient, recipient },
    protocol: { v2: { orderData: { output: { chainId: 'test', payments, calls: [] } } } },
    data: {
      inTxs: [{ chainId: 31337, hash: id }],
      outTxs: [{ chainId, hash: '0x02' }],
      metadata: { recipient, currencyIn: token, currencyOut: token },
    },
  };
}

describe('shop server', () => {
  let backend: Backend;
  let site: FetchHandler;
  /** The service's records by request id. */
  const records = new Map<string, object>();
  const service = { isDown: false };

  before(async () => {
    const fetch = (input: RequestInfo | URL): Promise<Response> => {
      const record = records.get(new URL(new Request(input).url).searchParams.get('id') ?? '');
      return Promise.resolve(
        Response.json({ requests: record ? [record] : [] }, { status: service.isDown ? 503 : 200 }),
      );
    };
    backend = await openBackend({ baseUrl: 'http://hub.example', apiKey: 'key', origin: SHOP, terms: TERMS, fetch });
    site = backend.site({
      cart: `$CART${PAYMENT}`,
      sponsor: `sponsored $SUM${PAYMENT}`,
      order: '$NUMBER $HEADING $TEXT $SUM',
    });
  });
  after(() => backend.close());

  const store = async (order: string, requestId: string, cookie = ''): Promise<Response> =>
    backend.handlers['/api/'](
      new Request(`${SHOP}/api/orders/${order}/payment`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ requestId }),
      }),
    );
  let ids = 0;
  /** Stores a new payment for the newest cart of the visitor, and returns the order and the request id. */
  const stored = async (cookie: string): Promise<{ order: string; id: string }> => {
    const { reference: order = '' } = await tagOf(cookie);
    ids += 1;
    const id = `0x${String(ids).padStart(64, '0')}`;
    const answer = await store(order, id, cookie);
    assert.equal(answer.status, 204, await answer.text());
    return { order, id };
  };

  const get = (path: string, cookie = ''): Promise<Response> => site(new Request(SHOP + path, { headers: { cookie } }));
  const change = (cookie: string, form: Record<string, string>, origin = SHOP): Promise<Response> =>
    site(new Request(`${SHOP}/cart`, { method: 'POST', headers: { cookie, origin }, body: new URLSearchParams(form) }));
  /** Opens the shop as a new visitor. Returns the cookie. */
  const visit = async (): Promise<string> => (await get('/')).headers.get('set-cookie')?.replace(/;.*$/u, '') ?? '';
  const tagOf = async (cookie: string, path = '/'): Promise<{ amount?: string; reference?: string }> => ({
    .../amount="(?<amount>.*)" reference="(?<reference>.*)"/u.exec(await (await get(path, cookie)).text())?.groups,
  });

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

  it('has no payment when the cart is empty, and stores no payment for the empty order', async () => {
    const cookie = await visit();
    const { reference = '' } = await tagOf(cookie);
    await change(cookie, { product: 'guji', quantity: '0' });
    assert.deepEqual(await tagOf(cookie), {});
    const empty = `order-${Number(reference.slice('order-'.length)) + 1}`;
    assert.equal((await store(empty, `0x${'ab'.repeat(32)}`, cookie)).status, 404);
  });

  it('charges the same order on the page without fees', async () => {
    const cookie = await visit();
    await change(cookie, { product: 'mug', quantity: '1' });
    const { amount, reference } = await tagOf(cookie);
    assert.equal(amount, '39.00');
    assert.deepEqual(await tagOf(cookie, '/sponsor.html'), { amount, reference });
    assert.match(await (await get('/sponsor.html', cookie)).text(), /1 × Enamel mug[\s\S]*\$39\.00/u);
    const { id } = await stored(cookie);
    records.set(id, recordOf(id, 'success', '39000000'));
    const paid = await (await get('/sponsor.html', cookie)).text();
    assert.match(paid, /is paid\./u);
    assert.doesNotMatch(paid, /<hub-pay/u);
  });

  it('stores a payment only for the visitor of the order, who alone sees its status', async () => {
    const cookie = await visit();
    const { reference = '' } = await tagOf(cookie);
    const id = `0x${'cd'.repeat(32)}`;
    const read = async (as: string): Promise<number> => {
      const request = new Request(`${SHOP}/api/orders/${reference}`, { headers: { cookie: as } });
      return (await backend.handlers['/api/'](request)).status;
    };
    for (const other of ['', await visit()])
      assert.deepEqual([(await store(reference, id, other)).status, await read(other)], [403, 403]);
    assert.deepEqual([(await store(reference, id, cookie)).status, await read(cookie)], [204, 200]);
  });

  it('shows an order that the URL of the page named to its own visitor, and keeps the cart', async () => {
    const [cookie, id] = [await visit(), `0x${'ef'.repeat(32)}`];
    const before = await tagOf(cookie);
    assert.equal((await store('named-7', id, cookie)).status, 204);
    assert.deepEqual(await tagOf(cookie), before);
    assert.equal((await get('/orders/named-7', cookie)).status, 200);
    assert.equal((await get('/orders/named-7', await visit())).status, 404);
  });

  it('offers no payment of a cart that no page reported as paid, and copies nothing of it into the next cart', async () => {
    for (const load of ['page', 'change'] as const) {
      const cookie = await visit();
      const { order, id } = await stored(cookie);
      records.set(id, recordOf(id, 'success'));
      if (load === 'page') assert.deepEqual(await tagOf(cookie), {});
      await change(cookie, { product: 'mug', quantity: '1' });
      const next = await tagOf(cookie);
      assert.equal(next.amount, '18.00', load);
      assert.notEqual(next.reference, order);
      assert.match(await (await get(`/orders/${order}`, cookie)).text(), /Thank you/u);
    }
  });

  it('freezes the cart and stores no other payment while the payment of the order is on its way', async () => {
    const cookie = await visit();
    const [{ order, id }, second] = [await stored(cookie), await stored(cookie)];
    records.set(id, recordOf(id, 'pending'));
    const html = await (await get('/', cookie)).text();
    assert.match(html, /Do not pay again[\s\S]*<fieldset class="lines" disabled>[\s\S]*<hub-pay/u);
    for (const other of [second.id, `0x${'12'.repeat(32)}`]) {
      const answer = await store(order, other, cookie);
      assert.deepEqual([answer.status, /on its way/u.test(await answer.text())], [409, true]);
    }
    await change(cookie, { product: 'mug', quantity: '1' });
    assert.equal((await tagOf(cookie)).amount, '18.00', 'the next cart is not a copy');
  });

  it('says not to pay again only when money is on its way, has arrived, or cannot be seen', async () => {
    const cookie = await visit();
    const { order, id } = await stored(cookie);
    const pageOf = async (record?: object): Promise<string> => {
      if (record) records.set(id, record);
      return (await get(`/orders/${order}`, cookie)).text();
    };
    assert.match(await pageOf(), /This order is not paid <p>No payment has reached us\. (?!.*not pay again)/u);
    service.isDown = true;
    assert.match(await pageOf(), /cannot see your payment.*If you have paid, do not pay again/u);
    service.isDown = false;
    for (const [record, text] of [
      [{ ...recordOf(id, 'success'), protocol: {} }, /cannot see your payment.*Do not pay again/u],
      [recordOf(id, 'pending'), /waiting for your payment.*Do not pay again/u],
      [recordOf(id, 'failure'), /did not arrive.*Do not pay again/u],
      [recordOf(id, 'refund'), /sent back <p>(?!.*not pay again)/u],
    ] as const)
      assert.match(await pageOf(record), text);
    const less = await stored(cookie);
    records.set(less.id, recordOf(less.id, 'success', '24990000'));
    assert.match(await pageOf(), /cannot accept your payment.*Do not pay again/u);
    assert.deepEqual(await tagOf(cookie), {}, 'the cart takes no second payment');
  });

  it('tells the payer and the shop when an order was paid twice, even if no page reports it', async (test) => {
    const cookie = await visit();
    const [{ order, id }, second] = [await stored(cookie), await stored(cookie)];
    records.set(id, recordOf(id, 'success'));
    assert.equal((await backend.ledger.check(order)).status, 'paid');
    records.set(second.id, recordOf(second.id, 'success'));
    const told = new Promise<unknown>((resolve) => test.mock.method(console, 'warn', resolve));
    await backend.ledger.check(order);
    const stop = backend.ledger.run();
    assert.match(String(await told), new RegExp(`^${order}, payment ${second.id}: .*paid before.*Return`, 'u'));
    await stop();
    assert.match(await (await get(`/orders/${order}`, cookie)).text(), /Thank you.*You have paid this order twice/u);
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
    const at = { chainId: 1, hash: '0xhash', url: null };
    const order = (paidUsd: string | null): Order => {
      const paid = { chainId: 1, currency: '0x', symbol: '<ETH>', decimals: 18, amount: '1' };
      const payment = {
        requestId: '0xid',
        status: 'paid',
        result: {
          paid: { ...paid, amountFormatted: '0.0083800000001', ...(paidUsd && { amountUsd: paidUsd }) },
          origin: [at],
          destination: [at],
        },
      } as unknown as LedgerPayment;
      const known = { id: 'order-7', session: null, items: sampleCart, reason: 'none', isBound: false } as const;
      return { ...known, ...sumOf(sampleCart), payment };
    };
    const html = (paidUsd: string | null): string => orderHtml('$SUM$PAYMENT', order(paidUsd), { 1: 'Base' });
    assert.match(html('25.141'), /Fees of the payment<\/dt><dd class="">\$0\.14<.*Total paid<\/dt>.*\$25\.14/u);
    assert.match(html('24.99'), /Exchange difference<\/dt><dd class="">-\$0\.01<.*\$24\.99/u);
    assert.doesNotMatch(html(null), /Fees|Total paid/u);
    assert.match(html(null), /Paid with 0\.00838 &#60;ETH&#62; on Base\./u);
    assert.match(receiptText(order(null), {}), /Paid with: 0\.0083800000001 <ETH> on another network\n/u);
  });
});
