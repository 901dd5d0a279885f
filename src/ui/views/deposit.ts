/** "Send the payment": what to send, on which network, to which address. */
import { html } from 'lit';
import type { StateOf } from '../../payment/state.js';
import type { ViewContext } from '../context.js';
import { copyField } from '../parts/copy-field.js';
import type { View } from '../view.js';
import { chainWords } from '../words.js';

export function depositView({ amount, depositAddress }: StateOf<'awaiting-deposit'>, ctx: ViewContext): View {
  const { t, format } = ctx;
  const values = { amount: format.token(amount, 'exact'), chain: chainWords(amount.chainId, ctx) };
  return {
    id: 'awaiting-deposit',
    heading: t('deposit.title'),
    body: html`<p>${t('deposit.text', values)}</p>
      ${copyField(t('deposit.address'), depositAddress, ctx, 'address')}`,
    primary: { label: t('deposit.waiting'), busy: true },
    secondary: { label: t('back'), event: { type: 'back' } },
  };
}
