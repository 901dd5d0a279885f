/** Says that a running payment is lost sight of when the page goes, where the page can store nothing. */
import { html, nothing } from 'lit';
import type { ViewContext } from '../view-context.js';
import type { Piece } from '../view.js';

export const keepOpen = ({ t, config }: ViewContext): Piece =>
  config.keepOpen ? html`<p class="warn">${t('page.keep-open')}</p>` : nothing;
