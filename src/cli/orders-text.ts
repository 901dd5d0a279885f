/** Writes orders, and what needs a person, for a terminal. */
import { ASK_FIRST, describeAmount, describeAttention, minuteOf } from '../server/ledger/describe-attention.js';
import type { Attention, LedgerOrder } from '../server/ledger/types.js';
import { visibleText } from '../shared/text/visible-text.js';
import type { Registry, TokenAmount } from '../types.js';

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

/** The heading of the list of orders. */
export const ORDERS_HEADING = `${'Status'.padEnd(10)}${'Paid'.padEnd(22)}Order  Amount\n`;

/** Writes one line about an order. The id and the amount come last, because their lengths differ most. */
export function orderLine(order: LedgerOrder, registry: Registry | undefined): string {
  const { id, status, paidAt, chainId, currency, amount } = order;
  const price: TokenAmount = { chainId, currency, symbol: '', decimals: 0, amount, amountFormatted: null };
  const paid = paidAt === null ? '-' : timeOf(paidAt);
  const columns = `${visibleText(status).padEnd(10)}${paid.padEnd(22)}${visibleText(id)}`;
  return `${columns}  ${phraseOf(describeAmount(price, registry))}\n`;
}
