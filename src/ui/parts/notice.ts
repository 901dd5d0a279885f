/** Renders the line below the primary button, and notes that several screens show. */
import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { ErrorInfo } from '../../errors.js';
import type { PaymentState } from '../../payment/model/state.js';
import type { SubmittedState, ViewContext } from '../context/view-context.js';
import type { Piece, View } from '../context/view.js';
import { errorPhrases } from '../context/phrases.js';
import { transactionLink } from './transaction-link.js';

/**
 * Renders the lines below the primary button: the title, the text and the details of an error, or else a request to
 * complete the page's form and a help text.
 */
export function notice({ problem, onlyDetails, help }: View, state: PaymentState, ctx: ViewContext): Piece {
  if (!problem) return [formLine(ctx), help === undefined ? nothing : keyed(help, html`<p class="line">${help}</p>`)];
  if (onlyDetails && !problem.transaction && !problem.details) return nothing;
  return html`<div part="notice" class="line problem">
    ${onlyDetails ? nothing : errorLine(problem, state, ctx)}
    ${problem.transaction ? transactionLink(problem.transaction, ctx) : nothing}
    ${
      problem.details
        ? html`<details>
            <summary>${ctx.t('details')}</summary>
            <bdi>${problem.details}</bdi>
          </details>`
        : nothing
    }
  </div>`;
}

function errorLine(problem: ErrorInfo, state: PaymentState, ctx: ViewContext): Piece {
  const { title, body } = errorPhrases(problem, state, ctx);
  return html`<slot name=${`error-${problem.code}`}><strong>${title}.</strong> ${body}</slot>`;
}

/** Returns the text that asks the payer to complete the page's form, or null if there is no such request. */
export function formPhrase({ t, local: { incompleteForm } }: ViewContext): string | null {
  if (!incompleteForm) return null;
  const { field } = incompleteForm;
  return field === null ? t('form.incomplete') : t('form.incomplete-field', { field });
}

function formLine(ctx: ViewContext): Piece {
  const text = formPhrase(ctx);
  return text === null ? nothing : html`<p part="notice" class="line problem">${text}</p>`;
}

export const keepOpenNotice = ({ t, config }: ViewContext): Piece =>
  config.keepOpen ? html`<p class="warn">${t('page.keep-open')}</p>` : nothing;

/**
 * Renders the notes on a payment to a deposit address. Renders nothing for any other payment, or while the code of the
 * notes loads.
 */
export const lazyDepositNotes = (state: SubmittedState, ctx: ViewContext): Piece =>
  state.payment.deposit ? (ctx.depositScreens?.notes(state, ctx) ?? nothing) : nothing;
