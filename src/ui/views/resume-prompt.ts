/** Renders the screen on which a panel with `resume="ask"` asks the payer whether to resume an unfinished payment. */
import { html } from 'lit';
import type { Payment } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import type { View } from '../context/view.js';
import { unfinishedPhrase } from '../context/phrases.js';

export const resumePromptView = (payment: Payment, ctx: ViewContext): View => ({
  id: 'unfinished',
  heading: ctx.t('button.progress'),
  body: html`<p part="banner">${unfinishedPhrase(payment, ctx)}</p>`,
  primary: { label: ctx.t('button.view'), event: { type: 'resume-asked' } },
  secondary: { label: ctx.t('banner.new'), event: { type: 'opened' } },
});
