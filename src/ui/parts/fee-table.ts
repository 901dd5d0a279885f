/** The fees: one row that says what the payer pays, opened to the parts it is made of and who pays each. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { usdMicros, usdText } from '../../payment/amounts.js';
import { feesOf, sumsOf } from '../../payment/fees.js';
import type { FeeRow } from '../../payment/fees.js';
import type { QuoteSummary, TokenAmount } from '../../types.js';
import type { ViewContext } from '../context.js';
import { fold } from './fold.js';
import { pairs } from './pairs.js';

export function feeTable(quote: QuoteSummary, ctx: ViewContext): TemplateResult {
  const { t } = ctx;
  const payee = { merchant: ctx.config.merchant };
  const { rows, sponsored } = feesOf(quote);
  const name = t('fees.title');
  const value = feeWords(quote, ctx);
  if (rows.length === 0) return pairs([{ name, value }], 'fees');
  const body = html`<dl>
    ${rows.map((row) => feeRow(t(`fees.${row.name}`), feeAmount(row.amount, ctx)))}
    ${sponsored ? feeRow(t('fees.subsidized', payee), `−${feeAmount(sponsored.total, ctx)}`) : nothing}
  </dl>`;
  return fold(name, body, { value, part: 'fees', ...(sponsored && { valuePart: 'sponsor' }) });
}

/** What the fees come to for the payer, in one line. */
export function feeWords(quote: QuoteSummary, ctx: ViewContext): string {
  const { t, config } = ctx;
  const { rows, free, sponsored } = feesOf(quote);
  if (free) return t('fees.free', { merchant: config.merchant });
  if (sponsored?.capHit) {
    const [covered, paid] = [feeAmount(sponsored.total, ctx), feeAmount(sponsored.userPays, ctx)];
    return t('fees.capped', { merchant: config.merchant, sponsored: covered, paid });
  }
  if (sponsored) return feeAmount(sponsored.userPays, ctx);
  return rows.length > 0 ? totalWords(rows, ctx) : t('fees.none');
}

const feeRow = (name: string, value: string): TemplateResult =>
  html`<div part="fee" class="pair">
    <dt>${name}</dt>
    <dd><bdi>${value}</bdi></dd>
  </div>`;

const feeAmount = (amount: TokenAmount, { format }: ViewContext): string =>
  format.usd(amount.amountUsd, 'up') ?? format.token(amount, 'up');

/** The sum: in dollars as far as prices are known, the rest in its own currency. */
function totalWords(rows: readonly FeeRow[], { format }: ViewContext): string {
  const dollars = (amount: TokenAmount): string | null => format.usd(amount.amountUsd, 'up');
  const amounts = rows.map(({ amount }) => amount);
  const priced = amounts.filter((amount) => dollars(amount) !== null);
  const sum = priced.reduce((total, { amountUsd }) => total + (usdMicros(amountUsd) ?? 0n), 0n);
  const rest = sumsOf(amounts.filter((amount) => dollars(amount) === null));
  const words = [
    priced.length > 0 ? format.usd(usdText(sum), 'up') : null,
    ...rest.map((each) => format.token(each, 'up')),
  ];
  return words.filter((each) => each !== null).join(' + ');
}
