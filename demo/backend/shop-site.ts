/**
 * The shop's pages that depend on the visitor: the cart and the orders. A cookie names the visitor's session. The forms
 * of the pages work without a script.
 */
import { randomUUID } from 'node:crypto';
import type { FetchHandler } from '../../src/server/index.js';
import { decimalOf, dollars, sampleCart, withQuantity } from './catalogue.js';
import type { OrderApi } from './order-api.js';
import type { Order, Orders } from './orders.js';
import { cartHtml, orderHtml, receiptText } from './shop-html.js';

/** The pages of the shop with placeholders such as `$CART`. */
export interface Templates {
  readonly cart: string;
  readonly order: string;
}

export interface ShopSiteOptions {
  orders: Orders;
  check: OrderApi['check'];
  /** Names of the networks by chain id, as the shop's customers know them. */
  networks: Readonly<Record<number, string>>;
}

/** Serves the cart at `/`, takes changes of the cart at `/cart`, and serves orders below `/orders/`. */
export function createShopSite({ orders, check, networks }: ShopSiteOptions): (templates: Templates) => FetchHandler {
  const cartPage = async (session: string, template: string): Promise<Response> => {
    const order = (await orders.latest(session)) ?? (await orders.create(session, sampleCart));
    return page(withOrder(template, order), { 'set-cookie': `${COOKIE}=${session}; Path=/; HttpOnly; SameSite=Lax` });
  };

  const changeCart = async (session: string, form: URLSearchParams): Promise<Response> => {
    const order = await orders.latest(session);
    const product = form.get('product');
    // The cart of a paid order is over. The next change begins a new cart.
    const items = order && !order.proof ? order.items : [];
    if (product === null) {
      await orders.create(session, sampleCart);
      return seeCart('cart-title');
    }
    const changed = withQuantity(items, product, Number(form.get('quantity')));
    const isLeft = changed.some((item) => item.product === product);
    await orders.create(session, changed);
    return seeCart(isLeft ? `line-${product}` : 'cart-title');
  };

  const orderPage = async (session: string | null, id: string, what: string, template: string): Promise<Response> => {
    const found = await orders.find(id);
    if (!found || found.session === null || found.session !== session) return missing();
    const isPending = found.proof === null && (await check(id));
    const order = (await orders.find(id))!;
    if (what === '') return page(orderHtml(template, order, { isPending, networks }));
    if (order.proof === null) return missing();
    const headers = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
    return new Response(receiptText(order, networks), { headers });
  };

  return (templates) => async (request) => {
    const { pathname, origin } = new URL(request.url);
    const session = sessionOf(request);
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    if (pathname === '/' && isRead) return cartPage(session ?? randomUUID(), templates.cart);
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

const COOKIE = 'shop-session';

function sessionOf(request: Request): string | null {
  return (
    new RegExp(`(?:^|; )${COOKIE}=([0-9a-f-]{36})(?:;|$)`, 'u').exec(request.headers.get('cookie') ?? '')?.[1] ?? null
  );
}

/** Fills the page of the cart. The page of a cart that is empty or paid has no payment, so nobody pays it twice. */
function withOrder(template: string, order: Order): string {
  const whole =
    order.total > 0n && !order.proof ? template : template.replace(/<!-- payment -->[\s\S]*<!-- \/payment -->/u, '');
  return whole
    .replace('$CART', () => cartHtml(order))
    .replace('$AMOUNT', decimalOf(order.total))
    .replace('$TOTAL', () => dollars(order.total))
    .replaceAll('$ORDER', order.id);
}

const seeCart = (anchor: string): Response => new Response(null, { status: 303, headers: { location: `/#${anchor}` } });

const page = (html: string, headers: Record<string, string> = {}): Response =>
  new Response(html, {
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });

const missing = (): Response =>
  new Response('No such page.\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } });
