/** "Payments are not available right now": the page's own fallback stands here, and nothing was charged. */
import { html } from 'lit';
import type { ErrorInfo } from '../../errors.js';
import type { StateOf } from '../../payment/state.js';
import type { ViewContext } from '../context.js';
import { icon } from '../parts/icon.js';
import type { View } from '../view.js';
import { errorWords } from '../words.js';

/** What the service could not do; any other problem is told in its own words. */
const passing = ['service-down', 'rate-limited', 'offline'];

export function unavailableView(state: StateOf<'idle'>, problem: ErrorInfo, ctx: ViewContext): View {
  const { t } = ctx;
  const own = passing.includes(problem.code) ? null : errorWords(problem, state, ctx);
  return {
    id: 'unavailable',
    hero: html`<div class="hero">${icon('alert')}</div>`,
    heading: own?.title ?? t('unavailable.title'),
    body: html`<slot name=${`error-${problem.code}`}><p>${own?.body ?? t('unavailable.text')}</p></slot> <slot></slot>`,
    ...(problem.code !== 'config' && { primary: { label: t('retry'), event: { type: 'opened' } } }),
  };
}
