/** Renders a link to a transaction on the chain's explorer, or only the text if no https URL is known. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import type { TransactionRef } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { icon } from './icon.js';

/**
 * Renders the link.
 * @param label the text of the link
 * @default the shortened hash
 */
export function transactionLink(transaction: TransactionRef, { t }: ViewContext, label?: string): TemplateResult {
  const { url, hash } = transaction;
  const text = label ?? html`<bdi dir="ltr">${shortAddress(hash)}</bdi>`;
  if (!url?.startsWith('https://')) return html`${text}`;
  return html`<a href=${url} title=${hash} target="_blank" rel="noopener noreferrer"
    >${text}<span class="unseen"> ${t('new-tab')}</span>${icon('out')}</a
  >`;
}
