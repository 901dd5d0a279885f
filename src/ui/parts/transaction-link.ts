/** A transaction's page on the chain's explorer, in another tab; only https. Without one, the words alone. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { shortAddress } from '../../i18n/format.js';
import type { TransactionRef } from '../../types.js';
import type { ViewContext } from '../context/view-context.js';
import { icon } from './icon.js';

/** @param words The hash, if nothing else. */
export function transactionLink(transaction: TransactionRef, { t }: ViewContext, words?: string): TemplateResult {
  const { url, hash } = transaction;
  const text = words ?? shortAddress(hash);
  if (!url?.startsWith('https://')) return html`${text}`;
  return html`<a href=${url} title=${hash} target="_blank" rel="noopener noreferrer"
    >${text}<span class="unseen"> ${t('new-tab')}</span>${icon('out')}</a
  >`;
}
