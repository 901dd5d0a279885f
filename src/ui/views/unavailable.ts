/**
 * Renders the screen "Payments are not available right now" with a text about the payer's money, and with the page's
 * fallback content. An error that is not temporary has a title of its own.
 */
import { html } from 'lit';
import type { ErrorInfo } from '../../errors.js';
import { isPassing } from '../../shared/time/backoff.js';
import type { StateOf } from '../../payment/model/state.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { icon } from '../parts/icon.js';
import type { View } from '../context/view.js';
import { errorPhrases } from '../context/phrases.js';

export const unavailableScreen: ScreenOn<'idle'> = {
  id: 'unavailable',
  on: ['idle'],
  when: ({ problem }) => !!problem,
  render: unavailableView,
};

function unavailableView(state: StateOf<'idle'> & { problem: ErrorInfo }, ctx: ViewContext): View {
  const { t } = ctx;
  const { problem } = state;
  if (problem.reason === 'unreadable-entry') return unreadableView(problem, ctx);
  // All temporary errors have the same title and a text about the money, while any other error has its own texts.
  const phrases = isPassing(problem.code) ? null : errorPhrases(problem, state, ctx);
  const temporaryText = t(problem.money === 'not-sent' ? 'unavailable.text' : `money.${problem.money}`);
  return {
    hero: html`<div class="hero">${icon('alert')}</div>`,
    heading: phrases?.title ?? t('unavailable.title'),
    body: html`<slot name=${`error-${problem.code}`}><p>${phrases?.body ?? temporaryText}</p></slot> <slot></slot>`,
    ...(problem.code !== 'config' && { primary: { label: t('retry'), event: { type: 'opened' } } }),
  };
}

/**
 * Renders the screen for a stored payment that cannot be read. The payer decides whether to begin another payment,
 * because only the payer can see in the wallet whether the stored one was sent.
 */
const unreadableView = ({ code }: ErrorInfo, { t }: ViewContext): View => ({
  hero: html`<div class="hero">${icon('alert')}</div>`,
  heading: t('unreadable.title'),
  body: html`<slot name=${`error-${code}`}><p>${t('unreadable.text')}</p></slot>`,
  primary: { label: t('reload'), event: { type: 'opened' } },
  secondary: { label: t('unreadable.restart'), event: { type: 'abandoned' } },
});
