/** Renders the screen that asks the payer whether to resume an unfinished payment, because `resume` is `ask`. */
import { html } from 'lit';
import type { StateOf } from '../../payment/model/state.js';
import type { Payment } from '../../types.js';
import type { ScreenOn, ViewContext } from '../context/view-context.js';
import { unfinishedPhrase } from '../context/phrases.js';

export const unfinishedScreen: ScreenOn<'idle'> = {
  id: 'unfinished',
  on: ['idle'],
  when: ({ unfinished, problem }) => !!unfinished && !problem,
  render: ({ unfinished }: StateOf<'idle'> & { unfinished: Payment }, ctx: ViewContext) => ({
    heading: ctx.t('button.progress'),
    body: html`<p part="banner">${unfinishedPhrase(unfinished, ctx)}</p>`,
    primary: { label: ctx.t('button.view'), event: { type: 'resume-asked' } },
    secondary: { label: ctx.t('banner.new'), event: { type: 'opened' } },
  }),
};
