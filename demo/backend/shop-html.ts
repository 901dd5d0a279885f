/** Writes the HTML of the cart and of an order, and the text of a receipt. An order’s amounts come from the order. */
import { centsOf, dollars, MOST, products, type Line, type Product } from './catalogue.js';
import type { Order } from './orders.js';
import { standings, type Reason } from './standings.js';

type Networks = Readonly<Record<number, string>>;

/**
 * The cart, the products beside it, and the sum. A cart that is paid, or whose payment is on its way, cannot change, so
 * its buttons are disabled.
 */
export function cartHtml(order: Order, reason: Reason): string {
  const { lines, proof } = order;
  const others = products.filter((product) => lines.every((line) => line.product !== product.id));
  const isOver = proof !== null || standings[reason].isBound;
  return `
    ${noticeHtml(order, reason)}
    <fieldset class="lines"${isOver ? ' disabled' : ''}>
      <legend class="unseen">Products in the cart</legend>
      ${lines.map(lineHtml).join('')}
    </fieldset>
    ${totalHtml(order)}
    ${others.length === 0 || isOver ? '' : `<h2>Goes well with it</h2>${others.map(offerHtml).join('')}`}`;
}

/** The sum of the cart, on a page that cannot change it. */
export const sumHtml = (order: Order, reason: Reason): string => `${noticeHtml(order, reason)}${totalHtml(order)}`;

/** Says that the cart is empty or paid, or what is known about its payment. */
function noticeHtml({ id, lines, proof }: Order, reason: Reason): string {
  if (lines.length === 0) return '<p>Your cart is empty.</p>';
  const { isBound, text } = standings[reason];
  if (!proof && !isBound) return '';
  return `<p class="paid">Order ${numberOf(id)}${proof ? ' is paid.' : `: ${text}`}
      <a href="/orders/${id}">See your order</a></p>
    <form method="post" action="/cart"><button>Start a new cart</button></form>`;
}

const totalHtml = ({ lines, shipping, total }: Order): string =>
  lines.length === 0 ? '' : `<dl class="sum">${sumRows(lines, shipping)}${row('Total', total, 'total')}</dl>`;

/** The page of an order: its state, its lines and its payment. */
export function orderHtml(template: string, order: Order, shown: { reason: Reason; networks: Networks }): string {
  const { id, lines, shipping, proof } = order;
  const { heading, text } = proof ? PAID : standings[shown.reason];
  const isSettled = proof !== null || shown.reason === 'none';
  const again = `<p><a href="/orders/${id}">Check again</a></p>`;
  const parts: Record<string, string> = {
    NUMBER: numberOf(id),
    HEADING: heading,
    TEXT: `<p>${text}</p>${isSettled ? '' : again}${proof && shown.reason === 'second' ? TWICE : ''}`,
    SUM: `<dl class="sum">${sumRows(lines, shipping)}${endRows(order)}</dl>`,
    PAYMENT: proof ? paymentHtml(order, shown.networks) : '',
    NEXT: proof ? 'Back to the shop' : 'Back to the cart',
  };
  return template.replaceAll(/\$([A-Z]+)/gu, (whole, name: string) => parts[name] ?? whole);
}

/** The receipt as plain text, one line for each row of the order's page. */
export function receiptText(order: Order, networks: Networks): string {
  const { id, lines, shipping, total, proof } = order;
  const rows: [string, bigint][] = [
    ...lines.map(({ name, quantity, cents }): [string, bigint] => [`${quantity} x ${name}`, cents]),
    ['Shipping', shipping],
    ...endOf(order),
  ];
  const written = rows.map(([label, cents]) => `${label.padEnd(32)}${dollars(cents).padStart(10)}`);
  const paid = proof ? [`Paid with: ${paidWith(order, networks)}`, `Payment id: ${proof.requestId}`] : [];
  const sent = (proof?.transactions ?? []).map((hash) => `Transaction: ${hash}`);
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
function endOf({ total, proof }: Order): [string, bigint][] {
  if (!proof?.paidUsd) return [['Total', total]];
  const paid = centsOf(proof.paidUsd);
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
  const { id, proof } = order;
  const hashes = proof!.transactions.map((hash) => `<li><code>${escaped(hash)}</code></li>`).join('');
  return `
    <p id="paid-with">Paid with ${escaped(shortened(paidWith(order, networks)))}.
      ${proof!.paidUsd === null ? '' : 'Your wallet may have paid a network fee as well.'}</p>
    <p><a id="receipt" href="/orders/${id}/receipt">Receipt</a></p>
    <details>
      <summary>Payment details</summary>
      <p>Payment id: <code>${escaped(proof!.requestId)}</code></p>
      <p>Transactions:</p>
      <ul>${hashes}</ul>
    </details>`;
}

function paidWith({ proof }: Order, networks: Networks): string {
  return `${proof?.paid ?? 'an unknown amount'} on ${networks[proof?.chainId ?? 0] ?? 'another network'}`;
}

/** Shortens the token amount to six digits, as the element does. The receipt has every digit. */
const shortened = (text: string): string => text.replace(/^[\d.]+/u, (amount) => SHORT.format(amount as `${number}`));

const SHORT = new Intl.NumberFormat('en', { maximumSignificantDigits: 6 });

/** The number that a customer reads: `1042` for `order-1042`. */
const numberOf = (id: string): string => escaped(id.replace(/^order-/u, ''));

const escaped = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => `&#${character.charCodeAt(0)};`);
