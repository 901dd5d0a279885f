/** Writes orders, and what needs a person, for a terminal. */
import { ASK_FIRST, describeAmount, describeAttention, minuteOf } from '../server/ledger/describe-attention.js';
import { expectedAmount } from '../server/ledger/attention.js';
import type { Attention } from '../server/ledger/attention-types.js';
import type { LedgerOrder } from '../server/ledger/types.js';
import { visibleText } from '../shared/text/visible-text.js';
import type { Registry } from '../types.js';

/** Writes what needs a person: the number of payments, and then one block of lines for each event. */
export function attentionText(list: readonly Attention[], registry: Registry | undefined): string {
  if (list.length === 0) return 'Nothing needs a person.\n';
  // A payment can have several events, for example if it waited for finality before `onPaid` failed.
  const payments = new Set(list.map(({ requestId }) => requestId)).size;
  const count = payments === 1 ? '1 payment needs a person.' : `${payments} payments need a person.`;
  return `${[count, ...list.map((each) => blockOf(each, registry))].join('\n\n')}\n`;
}

function blockOf(attention: Attention, registry: Registry | undefined): string {
  const { title, what, advice, orderId, requestId, at, amounts, payer, transactions } = describeAttention(
    attention,
    registry,
  );
  const lines = [
    ['What happened', what],
    ['What to do', advice],
    ...amounts.map(({ name, ...amount }) => [name, phraseOf(amount)]),
    ...(payer ? [['Paid from', `${placed(payer.address, payer.chain)} ${ASK_FIRST}`]] : []),
    ['Payment', requestId],
    ...transactions.map(({ chain, hash, url }) => ['Transaction', url ?? placed(hash, chain)]),
    ['Noticed', timeOf(at)],
  ];
  return [`Order ${orderId}: ${title}`, ...lines.map(([name = '', text = '']) => `  ${name.padEnd(15)}${text}`)].join(
    '\n',
  );
}

/**
 * Returns an amount with its chain and the address of its token, if they are known. The address is necessary, because
 * any token can have the symbol of another one.
 */
const phraseOf = ({ text, currency, chain }: Omit<ReturnType<typeof describeAmount>, 'name'>): string =>
  placed(text, chain) + (currency && `, token ${currency}`);

const placed = (text: string, chain: string): string => (chain ? `${text} on ${chain}` : text);

const timeOf = (iso: string): string => visibleText(minuteOf(iso));

/** The largest width of the column of ids. A longer id moves the price of its own line. */
const MOST_OF_ID = 40;

const columns = (status: string, paid: string, id: string, width: number): string =>
  `${status.padEnd(10)}${paid.padEnd(22)}${id.padEnd(Math.min(Math.max(width, 5), MOST_OF_ID))}  `;

/** The heading of the list of orders. `width` is the length of the longest id. */
export const ordersHeading = (width: number): string => `${columns('Status', 'Paid', 'Order', width)}Amount\n`;

/** Writes one line about an order. The decimals of its price come from the registry, or else from a payment. */
export function orderLine(order: LedgerOrder, registry: Registry | undefined, width = 0): string {
  const { id, status, paidAt, payments } = order;
  const prices = [UNPAID, ...payments].map((payment) => expectedAmount(order, payment, registry));
  const price = prices.find(({ amountFormatted }) => amountFormatted !== null) ?? prices[0];
  const paid = paidAt === null ? '-' : timeOf(paidAt);
  const start = columns(visibleText(status), paid, visibleText(id), width);
  return `${start}${price ? phraseOf(describeAmount(price, registry)) : ''}\n`;
}

/** Stands for a payment that says nothing about the decimals. */
const UNPAID = { received: null, isTest: false };
