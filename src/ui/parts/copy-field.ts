/** Renders texts such as an address with a copy button, in full or shortened to one line. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { addressGroups, shortAddress } from '../../i18n/format.js';
import { payingOf } from '../../payment/model/state.js';
import type { Payment } from '../../types.js';
import type { Piece } from '../context/view.js';
import type { ViewContext } from '../context/view-context.js';
import { icon } from './icon.js';

export const copyField = (name: string, text: string, ctx: ViewContext, part?: string): TemplateResult =>
  html`<div part="card" class="card take">
    <span class="note">${name}</span>
    ${copyButton(name, text, ctx)}
    <bdi dir="ltr" class="groups" part=${part ?? nothing}
      >${addressGroups(text).map((group) => html`<span>${group}</span>`)}</bdi
    >
  </div>`;

/** Shows a shortened text in one line, with a button that copies the full text. */
export const copyLine = (name: string, text: string, ctx: ViewContext): TemplateResult =>
  html`<div part="card" class="card take brief">
    <span class="note">${name} <bdi dir="ltr" title=${text}>${shortAddress(text)}</bdi></span>
    ${copyButton(name, text, ctx)}
  </div>`;

export function copyButton(name: string, text: string, { t, local, set }: ViewContext): TemplateResult {
  const copied = local.copied === text;
  const copy = async (button: Element): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
    } catch (error) {
      if (!copySelected(text, button)) throw error;
    }
    set({ copied: text });
  };
  return html`<button
    part="copy"
    type="button"
    class="link"
    @click=${({ currentTarget }: Event) => void copy(currentTarget as Element).catch(() => undefined)}
  >
    ${icon(copied ? 'check' : 'copy')}${t(copied ? 'copied' : 'copy')}<span class="unseen"> ${name}</span>
  </button>`;
}

/**
 * Copies the text by selecting it, and returns true if this worked. The browsers inside several apps, also those of
 * wallets, deny `navigator.clipboard` or lack it.
 * @param beside an element of the sheet or panel, because a modal sheet makes the rest of the page inert
 */
function copySelected(text: string, beside: Element): boolean {
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' });
  beside.after(field);
  field.select();
  // This method is deprecated, but no other method can copy if the browser denies the clipboard.
  const page = document as { execCommand: (command: string) => boolean };
  const isCopied = page.execCommand('copy');
  field.remove();
  (beside as HTMLElement).focus();
  return isCopied;
}

/**
 * Shows the request id, which the payer can send to the merchant's support. Also shows the hash of the paying
 * transaction if there is no link to it.
 */
export function paymentReferences(payment: Payment, ctx: ViewContext): Piece {
  const transaction = payingOf(payment);
  return html`${copyLine(ctx.t('review.id'), payment.requestId, ctx)}
  ${transaction && !transaction.url ? copyLine(ctx.t('processing.reference'), transaction.hash, ctx) : nothing}`;
}
