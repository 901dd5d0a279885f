/** Writes the HTML of the cart and of an order, and the text of a receipt. An order’s amounts come from the order. */
import { centsOf, dollars, MOST, products, type Line, type Product } from './catalogue.js';
import type { Order } from './orders.js';
import { standings } from './standings.js';

type Networks = Readonly<Record<number, string>>;

/**
 * The cart, the products beside it, and the sum. A cart that is paid, or whose payment is on its way, cannot change, so
 * its buttons are disabled.
 */
export function cartHtml(order: Order): string {
  const { lines, payment, isBound } = order;
  const others = products.filter((product) => lines.every((line) => line.product !== product.id));
  const isOver = payment !== null || isBound;
  return `
    ${noticeHtml(order)}
    <fieldset class="lines"${isOver ? ' disabled' : ''}>
      <legend class="unseen">Products in the cart</legend>
      ${lines.map(lineHtml).join('')}
    </fieldset>
    ${totalHtml(order)}
    ${others.length === 0 || isOver ? '' : `<h2>Goes well with it</h2>${others.map(offerHtml).join('')}`}`;
}

/** The sum of the cart, on a page that cannot change it. */
export const sumHtml = (order: Order): string => `${noticeHtml(order)}${totalHtml(order)}`;

/** Says that the cart is empty or paid, or what is known about its payment. */
function noticeHtml({ id, lines, payment, reason, isBound }: Order): string {
  if (lines.length === 0) return '<p>Your cart is empty.</p>';
  if (!payment && !isBound) return '';
  return `<p class="paid">Order ${numberOf(id)}${payment ? ' is paid.' : `: ${standings[reason].text}`}
      <a href="/orders/${id}">See your order</a></p>
    <form method="post" action="/cart"><button>Start a new cart</button></form>`;
}

const totalHtml = ({ lines, shipping, total }: Order): string =>
  lines.length === 0 ? '' : `<dl class="sum">${sumRows(lines, shipping)}${row('Total', total, 'total')}</dl>`;

/** The page of an order: its state, its lines and its payment. */
export function orderHtml(template: string, order: Order, networks: Networks): string {
  const { id, lines, shipping, payment, reason } = order;
  const { heading, text } = payment ? PAID : standings[reason];
  const isSettled = payment !== null || reason === 'none';
  const again = `<p><a href="/orders/${id}">Check again</a></p>`;
  const parts: Record<string, string> = {
    NUMBER: numberOf(id),
    HEADING: heading,
    TEXT: `<p>${text}</p>${isSettled ? '' : again}${payment && reason === 'second' ? TWICE : ''}`,
    SUM: `<dl class="sum">${sumRows(lines, shipping)}${endRows(order)}</dl>`,
    PAYMENT: payment ? paymentHtml(order, networks) : '',
    NEXT: payment ? 'Back to the shop' : 'Back to the cart',
  };
  return template.replaceAll(/\$([A-Z]+)/gu, (whole, name: string) => parts[name] ?? whole);
}

/** The receipt as plain text, one line for each row of the order's page. */
export function receiptText(order: Order, networks: Networks): string {
  const { id, lines, shipping, total, payment } = order;
  const rows: [string, bigint][] = [
    ...lines.map(({ name, quantity, cents }): [string, bigint] => [`${quantity} x ${name}`, cents]),
    ['Shipping', shipping],
    ...endOf(order),
  ];
  const written = rows.map(([label, cents]) => `${label.padEnd(32)}${dollars(cents).padStart(10)}`);
  const paid = payment ? [`Paid with: ${paidWith(order, networks)}`, `Payment id: ${payment.requestId}`] : [];
  const sent = transactionsOf(order).map((hash) => `Transaction: ${hash}`);
  const head = ['Acme Coffee', `Receipt for order ${numberOf(id)}`, `Price of the order: ${dollars(total)}`];
  return [...head, '', ...written, '', ...paid, ...sent, ''].join('\n');
}

const PAID = { heading: 'Thank you', text: 'Your order is paid. We ship it tomorrow.' };
const TWICE = `<p role="alert">${standings.second.heading}. ${standings.second.text}</p>`;

function lineHtml({ product, name, quantity, cents }: Line): string {
  const shown = products.find(({ id }) => id === product);
  const button = (to: number, sign: string, label: string): string =>
    `<button name="quantity" value="${to}" aria-label="${label}: ${escaped(name)}"
       ${to > MOST ? 'disabled' : ''}>${sign}</button>`;
  return `
    <form class="product" method="post" action="/cart" id="line-${product}" tabindex="-1">
      <input type="hidden" name="product" value="${product}" />
      ${shown ? pictureOf(shown) : ''}
      <div>
        <h2>${escaped(name)}</h2>
        <p>${escaped(shown?.text ?? '')}</p>
        <p class="quantity">
          ${button(quantity - 1, '−', 'One less')}
          <span><span class="unseen">Quantity:</span> ${quantity}</span>
          ${button(quantity + 1, '+', 'One more')}
          <button class="plain" name="quantity" value="0" aria-label="Remove: ${escaped(name)}">Remove</button>
        </p>
      </div>
      <p class="price">${dollars(cents)}</p>
    </form>`;
}

function offerHtml(product: Product): string {
  const name = escaped(product.name);
  return `
    <form class="product offer" method="post" action="/cart">
      <input type="hidden" name="product" value="${product.id}" />
      ${pictureOf(product)}
      <div><h3>${name}</h3><p>${escaped(product.text)}</p></div>
      <p class="price">${dollars(product.cents)}
        <button name="quantity" value="1" aria-label="Add to the cart: ${name}">Add</button></p>
    </form>`;
}

const pictureOf = ({ image, imageText }: Product): string =>
  `<img src="/shop/${image}" width="72" height="72" alt="${escaped(imageText)}" />`;

/** The rows after the shipping. The fees are what the payer paid above the price, so the rows add up to the eye. */
function endOf({ total, payment }: Order): [string, bigint][] {
  const usd = payment?.result?.paid.amountUsd;
  if (!usd) return [['Total', total]];
  const paid = centsOf(usd);
  const fees = paid - total;
  if (fees === 0n) return [['Total paid', paid]];
  return [
    [fees > 0n ? 'Fees of the payment' : 'Exchange difference', fees],
    ['Total paid', paid],
  ];
}

const endRows = (order: Order): string =>
  endOf(order)
    .map(([label, cents]) => row(label, cents, label.startsWith('Total') ? 'total' : ''))
    .join('');

const sumRows = (lines: readonly Line[], shipping: bigint): string =>
  [...lines.map(({ name, quantity, cents }) => row(`${quantity} × ${name}`, cents)), row('Shipping', shipping)].join(
    '',
  );

const row = (label: string, cents: bigint, name = ''): string =>
  `<dt class="${name}">${escaped(label)}</dt><dd class="${name}">${dollars(cents)}</dd>`;

function paymentHtml(order: Order, networks: Networks): string {
  const { id, payment } = order;
  const hashes = transactionsOf(order).map((hash) => `<li><code>${escaped(hash)}</code></li>`);
  return `
    <p id="paid-with">Paid with ${escaped(shortened(paidWith(order, networks)))}.
      ${payment!.result?.paid.amountUsd ? 'Your wallet may have paid a network fee as well.' : ''}</p>
    <p><a id="receipt" href="/orders/${id}/receipt">Receipt</a></p>
    <details>
      <summary>Payment details</summary>
      <p>Payment id: <code>${escaped(payment!.requestId)}</code></p>
      <p>Transactions:</p>
      <ul>${hashes.join('')}</ul>
    </details>`;
}

function paidWith({ payment }: Order, networks: Networks): string {
  const { amountFormatted = null, symbol = '', chainId = 0 } = payment?.result?.paid ?? {};
  const amount = amountFormatted === null ? 'an unknown amount' : `${amountFormatted} ${symbol}`;
  return `${amount} on ${networks[chainId] ?? 'another network'}`;
}

function transactionsOf({ payment }: Order): string[] {
  const { origin = [], destination = [] } = payment?.result ?? {};
  return [...new Set([...origin, ...destination].map(({ hash }) => hash))];
}

/** Shortens the token amount to six digits, as the element does. The receipt has every digit. */
const shortened = (text: string): string => text.replace(/^[\d.]+/u, (amount) => SHORT.format(amount as `${number}`));

const SHORT = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

/** The number that a customer reads: `1042` for `order-1042`. */
const numberOf = (id: string): string => escaped(id.replace(/^order-/u, ''));

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
