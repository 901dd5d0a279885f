/** Renders the details of a past payment that the payer has opened. */
import { html, nothing } from 'lit';
import type { PastPayment } from '../../payment/history/list-payments.js';
import type { ViewContext } from '../context/view-context.js';
import { copyField } from '../parts/copy-field.js';
import { transactionLink } from '../parts/transaction-link.js';
import { descriptionList, type Fact } from '../parts/description-list.js';
import { noticeLine } from '../parts/warnings.js';
import type { View } from '../context/view.js';
import { amountPhrase, chainPhrase } from '../context/phrases.js';
import type { HistoryActions, HistoryScreen, HistoryState } from './history-state.js';
import { status, whenText } from './outcome.js';

export const historyPaymentScreen: HistoryScreen = {
  id: 'history-payment',
  when: ({ opened }) => opened !== null,
  render: ({ opened }: HistoryState & { opened: PastPayment }, actions, ctx) => paymentView(opened, actions, ctx),
};

function paymentView(payment: PastPayment, actions: HistoryActions, ctx: ViewContext): View {
  const { t } = ctx;
  const { quote, requestId, submissions } = payment;
  const resume = actions.resume(payment);
  const amounts = [
    ['receipt.paid', amountPhrase(quote.pays, 'up', ctx)],
    // Show the received amount only for a delivered payment, because nobody has received it before.
    ['history.received', payment.status === 'success' ? amountPhrase(quote.receives, 'down', ctx) : ''],
  ] as const;
  const when = whenText(payment, ctx);
  const facts: Fact[] = [
    { name: t('history.state'), value: status(payment, ctx) },
    ...amounts.flatMap(([key, value]) => (value ? [{ name: t(key), value }] : [])),
    ...(when ? [{ name: t('receipt.date'), value: when }] : []),
    ...submissions.slice(-1).map((sent) => ({
      name: t('receipt.sent', { chain: chainPhrase(sent.chainId, ctx) }),
      value: transactionLink(sent, ctx),
    })),
  ];
  return {
    heading: payment.reference ? t('history.reference', { reference: payment.reference }) : t('history.payment'),
    body: html`${payment.paidTwice ? noticeLine(t('receipt.second', { merchant: ctx.config.merchant })) : nothing}
    ${descriptionList(facts)}
    ${quote.recipient ? copyField(t('review.recipient'), quote.recipient, ctx, 'recipient') : nothing}
    ${copyField(t('review.id'), requestId, ctx)}`,
    ...(resume && { primary: { label: t('history.resume'), press: resume } }),
    secondary: { label: t('back'), press: () => actions.open(null) },
  };
}
