/**
 * Renders an empty sheet or panel while the code of the checkout loads. It shows the page's fallback content if this
 * code cannot be loaded, or has not loaded after 8 seconds.
 */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Money } from '../errors.js';
import type { Translate } from '../i18n/translate.js';

export type LoadingFrame = {
  t: Translate;
  merchant: string;
  title: string;
  /** Where the payer's money is if the code of the checkout could not be loaded; null in any other case. */
  failed: Money | null;
  retry: () => void;
  /** Closes the sheet; undefined in a panel. */
  close: (() => void) | undefined;
};

export const loadingFrame = ({ t, merchant, title, failed, retry, close }: LoadingFrame): TemplateResult =>
  html`<div part="header" class="header">
      <slot name="header"
        ><p part="merchant"><bdi>${merchant}</bdi></p></slot
      >
      <h2 part="title" id="amount" class="title"><bdi>${title}</bdi></h2>
      ${close ? closeButton(t, close) : nothing}
    </div>
    <div part="body" class="body">
      <h3 part="heading" tabindex="-1" data-heading>${t(failed ? 'unavailable.title' : 'select.loading')}</h3>
      ${
        failed
          ? html`<p role="alert">${t(failed === 'unknown' ? 'money.unknown' : 'unavailable.text')}</p>
              <slot></slot>
              <button part="primary" class="primary" type="button" @click=${retry}>${t('retry')}</button>`
          : html`<slot class="later"></slot>`
      }
    </div>`;

const closeButton = (t: Translate, close: () => void): TemplateResult =>
  html`<button part="close" class="round" type="button" aria-label=${t('close')} @click=${close}>×</button>`;
