/** Renders the screen "Paid" with the amounts, the fees and the transactions of the payment. */
import { html } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import type { GuardNote, TransactionRef } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { copyField } from '../parts/copy-field.js';
import { feeText } from '../parts/fee-table.js';
import { icon } from '../parts/icon.js';
import { lazyDepositNotes } from '../parts/notice.js';
import { otherPaymentNote } from '../parts/other-payment.js';
import { transactionLink } from '../parts/transaction-link.js';
import { descriptionList } from '../parts/description-list.js';
import type { Fact } from '../parts/description-list.js';
import type { Piece, View } from '../context/view.js';
import { noticeLine } from '../parts/warnings.js';
import { withAmount } from '../../shared/amounts.js';
import { amountPhrase, chainPhrase, pricePhrase } from '../context/phrases.js';

export const succeededScreen: ScreenOn<'succeeded'> = {
  id: 'succeeded',
  on: ['succeeded'],
  render: receiptView,
  announcement(state, ctx) {
    const values = { amount: pricePhrase(state, ctx) ?? undefined, merchant: ctx.config.merchant };
    return `${ctx.t('receipt.title')}. ${ctx.t('receipt.to', values)}`;
  },
};

function receiptView(state: StateOf<'succeeded'>, ctx: ViewContext): View {
  const { t, format, config, close } = ctx;
  const { payment, receipt, at } = state;
  // The receipt shows the amount that the sponsor has paid or, if unknown, the amount that the quote promised.
  const quote = { ...payment.quote, sponsored: receipt.sponsored ?? payment.quote.sponsored };
  const paid = amountPhrase(receipt.paid, 'up', ctx);
  const linked = (
    key: 'receipt.sent' | 'receipt.delivered' | 'receipt.second-sent',
    all: readonly TransactionRef[],
  ): Fact[] =>
    all.slice(-1).map((transaction) => ({
      name: t(key, { chain: chainPhrase(transaction.chainId, ctx) }),
      value: transactionLink(transaction, ctx),
    }));
  const amount = pricePhrase(state, ctx) ?? undefined;
  const returnUrl = config.returnUrl && withId(config.returnUrl, receipt.requestId);
  return {
    heading: t('receipt.title'),
    hero: html`<div class="hero good">${icon('check')}</div>`,
    body: html`<p>${t('receipt.to', { amount, merchant: config.merchant })}</p>
      ${deliveryNotes(state, ctx)}${otherPaymentNote(state, ctx)}${lazyDepositNotes(state, ctx)}
      <slot name="success"></slot>
      ${descriptionList(
        [
          ...(paid ? [{ name: t('receipt.paid'), value: paid }] : []),
          ...topupFacts(state, ctx),
          // A page that found the payment by its request id does not know the fees of the quote.
          ...(Object.keys(quote.fees).length > 0 ? [{ name: t('fees.title'), value: feeText(quote, ctx) }] : []),
          { name: t('receipt.date'), value: format.date(at) },
          ...linked(
            'receipt.sent',
            receipt.origin.filter(({ hash }) => hash === payment.payingHash),
          ),
          ...linked('receipt.delivered', receipt.destination),
          ...(receipt.warnings?.some(isSecond) ? linked('receipt.second-sent', receipt.origin) : []),
        ],
        'receipt',
      )}${copyField(t('review.id'), receipt.requestId, ctx)}`,
    ...(returnUrl
      ? { primary: { label: t('receipt.back', { merchant: config.merchant }), href: returnUrl } }
      : config.layout === 'button' && { primary: { label: t('done'), press: close } }),
    ...(!config.fixedAmount && { secondary: { label: t('another'), event: { type: 'reset' } } }),
  };
}

/** Adds the request id, with which the merchant's server can verify the payment. */
function withId(address: string, requestId: string): string {
  const url = new URL(address);
  url.searchParams.set('requestId', requestId);
  return url.href;
}

/**
 * Returns the row about the top-up, which is native currency for network fees, or no row without a top-up. If the
 * arrived amount is unknown, the row shows the amount that the quote promised, with another name.
 */
function topupFacts({ payment: { quote }, receipt: { topup } }: StateOf<'succeeded'>, ctx: ViewContext): Fact[] {
  const { t } = ctx;
  const promised = quote.topup && amountPhrase(quote.topup, 'down', ctx);
  if (!quote.topup || promised === undefined) return [];
  const arrived = topup && amountPhrase(topup, 'down', ctx);
  if (!topup?.amount || arrived === undefined) return [{ name: t('receipt.topup-promised'), value: promised }];
  const isLess = BigInt(topup.amount) < BigInt(quote.topup.amount);
  return [
    { name: t('receipt.topup'), value: isLess ? t('receipt.topup-part', { amount: arrived, promised }) : arrived },
  ];
}

const isSecond = ({ path }: GuardNote): boolean => path === 'origin';

/**
 * Renders a note if the destination chain shows less than the promised delivery or none, and another if the payer sent
 * a second transaction.
 */
function deliveryNotes({ receipt: { received, warnings = [] } }: StateOf<'succeeded'>, ctx: ViewContext): Piece {
  const chain = chainPhrase(received.chainId, ctx);
  const promised = received.minimumAmount && amountPhrase(withAmount(received, received.minimumAmount), 'down', ctx);
  return warnings.map((note) =>
    noticeLine(
      isSecond(note)
        ? ctx.t('receipt.second', { merchant: ctx.config.merchant })
        : note.path === 'received.amount'
          ? ctx.t('receipt.less', { amount: promised, chain })
          : ctx.t('receipt.unseen', { chain }),
    ),
  );
}
