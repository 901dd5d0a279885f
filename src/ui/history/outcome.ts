/** Renders what the list and the details of a past payment both show: its time and its status. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { MessageKey } from '../../i18n/locales/messages.js';
import type { PastPayment } from '../../payment/history/list-payments.js';
import type { ViewContext } from '../context/view-context.js';
import { icon } from '../parts/icon.js';

export function whenText({ at }: PastPayment, { format }: ViewContext): string {
  const ms = Date.parse(at);
  return Number.isNaN(ms) ? '' : format.date(ms);
}

/** The message and the style of each payment status, except those that have the message and the style of `running`. */
const statuses: ReadonlyMap<string, readonly [MessageKey, string]> = new Map([
  ['success', ['history.status.success', 'good']],
  ['refund', ['history.status.refund', '']],
  ['failure', ['history.status.failure', 'bad']],
  ['waiting', ['history.status.waiting', '']],
  ['unknown', ['history.status.unknown', '']],
]);

const running: readonly [MessageKey, string] = ['history.status.running', ''];
/** The message and the style of a refund that the service reports, but that this page has not seen on a chain. */
const told: readonly [MessageKey, string] = ['history.status.refund-told', ''];

export function status(payment: PastPayment, { t }: ViewContext): TemplateResult {
  const isTold = payment.status === 'refund' && !payment.confirmed;
  const [key, tone] = isTold ? told : (statuses.get(payment.status) ?? running);
  return html`<span class="note ${tone}">${payment.status === 'success' ? icon('check') : nothing} ${t(key)}</span>`;
}
