/** Renders the rows that open a wallet's app. They are links, because an iPhone opens an app only by a link. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { ViewContext } from '../context/view-context.js';
import { badge } from '../parts/badge.js';
import { icon } from '../parts/icon.js';
import { isApp, type AppLink } from '../../wallets/phone/apps.js';
import { writeLastApp } from '../../wallets/last-used.js';

/** Nobody knows which app the link of the row for any app opens, so it does not replace the stored one. */
const remember = (id: string): void => {
  if (isApp(id)) writeLastApp(id);
};

/** Renders a list item with the link for each app. */
export const appRows = (links: readonly AppLink[], { t, pictures }: ViewContext): TemplateResult[] =>
  links.map(
    ({ id, name, href }) =>
      html`<li>
        <a part="wallet" class="row" data-app=${id} href=${href} rel="noreferrer" @click=${() => remember(id)}>
          ${badge(name, pictures?.app(id) ?? nothing)}<span class="grow"
            ><span class="name">${t('phone.open', { app: name })}</span></span
          >${icon('out')}
        </a>
      </li>`,
  );
