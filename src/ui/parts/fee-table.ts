/** Renders one row with the sum of the payer's fees. If there are fees, a press shows each fee, and who pays it. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { usdMicros, usdText } from '../../shared/amounts.js';
import { feesOf, sumsOf } from '../../payment/model/fees.js';
import type { FeeRow } from '../../payment/model/fees.js';
import type { KnownAmount, QuoteSummary } from '../../types.js';
import { joined } from '../context/phrases.js';
import type { ViewContext } from '../context/view-context.js';
import { disclosure } from './disclosure.js';
import { descriptionList } from './description-list.js';

type Fees = Pick<QuoteSummary, 'fees' | 'sponsored'>;

export function feeTable(quote: Fees, ctx: ViewContext): TemplateResult {
  const { t } = ctx;
  const payee = { merchant: ctx.config.merchant };
  const { rows, sponsored } = feesOf(quote);
  const name = t('fees.title');
  const value = feeText(quote, ctx);
  if (rows.length === 0) return descriptionList([{ name, value }], 'fees');
  const body = html`<dl>
    ${rows.map((row) => feeRow(t(`fees.${row.name}`), rowText(row, ctx)))}
    ${sponsored ? feeRow(t('fees.subsidized', payee), `−${feeAmount(sponsored.total, ctx)}`) : nothing}
  </dl>`;
  return disclosure(name, body, { value, part: 'fees', ...(sponsored && { valuePart: 'sponsor' }) });
}

/** Returns the payer's fees as one line of text. */
export function feeText(quote: Fees, ctx: ViewContext): string {
  const { t, config } = ctx;
  const { merchant } = config;
  const { rows, free, sponsored } = feesOf(quote);
  const network = rows.filter(({ name }) => name === 'gas').map(({ amount }) => amount);
  if (free && network.every(isTiny)) return t('fees.free', { merchant });
  if (free) return t('fees.free-service', { merchant, paid: sumText(network, ctx) });
  if (sponsored && BigInt(sponsored.total.amount) > 0n) {
    const [covered, paid] = [feeAmount(sponsored.total, ctx), feeAmount(sponsored.userPays, ctx)];
    return t('fees.capped', { merchant, sponsored: covered, paid });
  }
  if (rows.length === 0) return t('fees.none');
  // Leave a network fee below one cent out of the sum of other fees. The sum is rounded up to whole cents, so this fee
  // could add a whole cent.
  const large = rows.filter(({ name, amount }) => name !== 'gas' || !isTiny(amount));
  return sumText(
    (large.length > 0 ? large : rows).map(({ amount }) => amount),
    ctx,
  );
}

/**
 * Whether a network fee is below one cent. If the payer pays no other fee, because a sponsor pays those of the service,
 * the row says that the payment is free.
 */
function isTiny({ amountUsd }: KnownAmount): boolean {
  const micros = usdMicros(amountUsd);
  return micros !== null && micros < CENT;
}

const CENT = 10_000n;

/** Returns the fee as text, with the merchant's name if the merchant pays all or a part of it. */
function rowText({ amount, sponsored }: FeeRow, ctx: ViewContext): string {
  const words = feeAmount(amount, ctx);
  const { merchant } = ctx.config;
  if (!sponsored) return words;
  return sponsored.amount === amount.amount
    ? ctx.t('fees.paid-by', { amount: words, merchant })
    : ctx.t('fees.partly-by', { amount: words, merchant, sponsored: feeAmount(sponsored, ctx) });
}

const feeRow = (name: string, value: string): TemplateResult =>
  html`<div part="fee" class="pair">
    <dt>${name}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`;

const feeAmount = (amount: KnownAmount, { format }: ViewContext): string =>
  format.usd(amount.amountUsd, 'up') ?? format.token(amount, 'up');

/** Returns the sum of the amounts as text in US dollars. Amounts of unknown price follow in their own currencies. */
function sumText(amounts: readonly KnownAmount[], { format }: ViewContext): string {
  const dollars = (amount: KnownAmount): string | null => format.usd(amount.amountUsd, 'up');
  const priced = amounts.filter((amount) => dollars(amount) !== null);
  const sum = priced.reduce((total, { amountUsd }) => total + (usdMicros(amountUsd) ?? 0n), 0n);
  const rest = sumsOf(amounts.filter((amount) => dollars(amount) === null));
  const words = [
    priced.length > 0 ? format.usd(usdText(sum), 'up') : null,
    ...rest.map((each) => format.token(each, 'up')),
  ];
  return joined(words, ' + ');
}
