/**
 * The shop's pages that depend on the visitor: the cart and the orders. A cookie names the visitor's session. The forms
 * of the pages work without a script.
 */
import { randomUUID } from 'node:crypto';
import type { FetchHandler } from '../../src/server/index.js';
import { decimalOf, dollars, sampleCart, withQuantity } from './catalogue.js';
import type { Order, Orders } from './orders.js';
import { cookieOf, sessionOf } from './session-cookie.js';
import { cartHtml, orderHtml, receiptText, sumHtml } from './shop-html.js';
import type { Reason } from './standings.js';

/** The pages of the shop with placeholders such as `$CART`. */
export interface Templates {
  readonly cart: string;
  /** The checkout of the same cart whose fees the shop pays. */
  readonly sponsor: string;
  readonly order: string;
}

export interface ShopSiteOptions {
  orders: Orders;
  /** Names of the networks by chain id, as the shop's customers know them. */
  networks: Readonly<Record<number, string>>;
}

/**
 * Serves the cart at `/` and `/sponsor.html`, takes changes of the cart at `/cart`, and serves orders below `/orders/`.
 */
export function createShopSite({ orders, networks }: ShopSiteOptions): (templates: Templates) => FetchHandler {
  /** Returns the cart of the session, after its payments are verified. */
  const cartOf = async (session: string): Promise<Order> =>
    orders.check(((await orders.latest(session)) ?? (await orders.create(session, sampleCart))).id);

  const cartPage = async (session: string, template: string): Promise<Response> => {
    return page(withOrder(template, await cartOf(session)), { 'set-cookie': cookieOf(session) });
  };

  const changeCart = async (session: string, form: URLSearchParams): Promise<Response> => {
    const product = form.get('product');
    if (product === null) {
      await orders.create(session, sampleCart);
      return seeCart('cart-title');
    }
    const order = await cartOf(session);
    // The cart of an order is over when the order is paid or its payment is on its way. A copy would be paid twice.
    const items = order.payment || order.isBound ? [] : order.items;
    const changed = withQuantity(items, product, Number(form.get('quantity')));
    const isLeft = changed.some((item) => item.product === product);
    await orders.create(session, changed);
    return seeCart(isLeft ? `line-${product}` : 'cart-title');
  };

  const orderPage = async (session: string | null, id: string, what: string, template: string): Promise<Response> => {
    const found = await orders.find(id);
    if (!found || found.session === null || found.session !== session) return missing();
    const order = await orders.check(id);
    if (what === '') return page(orderHtml(template, order, networks));
    if (order.payment === null) return missing();
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(receiptText(order, networks), { headers });
  };

  return (templates) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    const session = sessionOf(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const cart = { '/': templates.cart, '/sponsor.html': templates.sponsor }[pathname];
    if (cart !== undefined && isRead) return cartPage(session ?? randomUUID(), cart);
    if (pathname === '/cart' && request.method === 'POST' && session !== null) {
      // A form of another site must not change the cart.
      if (request.headers.get('origin') !== origin) return new Response('Wrong origin.\n', { status: 403 });
      const form = new URLSearchParams(await request.text());
      return changeCart(session, form).catch((error: unknown) => new Response(`${String(error)}\n`, { status: 400 }));
    }
    const [, id, what = ''] = /^\/orders\/([\w-]{1,64})(\/receipt)?$/u.exec(pathname) ?? [];
    return id !== undefined && isRead ? orderPage(session, id, what, templates.order) : missing();
  };
}

/** The page of a cart that is empty, paid or paid wrongly has no payment. A payment on its way shows its progress. */
function withOrder(template: string, order: Order): string {
  const isOpen = order.total > 0n && !order.payment && (!order.isBound || ONGOING.includes(order.reason));
  const whole = isOpen ? template : template.replace(/<!-- payment -->[\s\S]*<!-- \/payment -->/u, '');
  return whole
    .replace('$CART', () => cartHtml(order))
    .replace('$SUM', () => sumHtml(order))
    .replace('$AMOUNT', decimalOf(order.total))
    .replace('$TOTAL', () => dollars(order.total))
    .replaceAll('$ORDER', order.id);
}

/** Of these payments the element knows the outcome first. The server reserves no other payment meanwhile. */
const ONGOING: readonly Reason[] = ['pending', 'confirming', 'failed', 'unreadable'];

const seeCart = (anchor: string): Response => new Response(null, { status: 303, headers: { location: `/#${anchor}` } });

const page = (html: string, headers: Record<string, string> = {}): Response =>
  new Response(html, {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });

const missing = (): Response =>
  new Response('No such page.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
