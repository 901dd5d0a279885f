/** Renders the screen "Payments are not available right now": the page's fallback content, and where the money is. */
import { html } from 'lit';
import type { ErrorInfo } from '../../errors.js';
import type { StateOf } from '../../payment/model/state.js';
import type { ViewContext } from '../context/view-context.js';
import { icon } from '../parts/icon.js';
import type { View } from '../context/view.js';
import { errorPhrases } from '../context/phrases.js';

/** Temporary failures share one text. Any other problem has its own text. */
const temporary = ['service-down', 'rate-limited', 'offline'];

export function unavailableView(state: StateOf<'idle'>, problem: ErrorInfo, ctx: ViewContext): View {
  const { t } = ctx;
  const phrases = temporary.includes(problem.code) ? null : errorPhrases(problem, state, ctx);
  const temporaryText = t(problem.money === 'not-sent' ? 'unavailable.text' : `money.${problem.money}`);
  return {
    id: 'unavailable',
    hero: html`<div class="hero">${icon('alert')}</div>`,
    heading: phrases?.title ?? t('unavailable.title'),
    body: html`<slot name=${`error-${problem.code}`}><p>${phrases?.body ?? temporaryText}</p></slot> <slot></slot>`,
    ...(problem.code !== 'config' && { primary: { label: t('retry'), event: { type: 'opened' } } }),
  };
}
