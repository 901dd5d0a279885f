/** A text to be taken along: shown in full, in groups that the eye can compare, with a button that copies it. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { addressGroups } from '../../i18n/format.js';
import type { ViewContext } from '../context.js';
import { icon } from './icon.js';

export function copyField(name: string, text: string, { t, local, set }: ViewContext, part?: string): TemplateResult {
  const copied = local.copied === text;
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    set({ copied: text });
  };
  return html`<div class="card take">
    <span class="note">${name}</span>
    <button type="button" class="link" @click=${() => void copy().catch(() => undefined)}>
      ${icon(copied ? 'check' : 'copy')}${t(copied ? 'copied' : 'copy')}<span class="unseen"> ${name}</span>
    </button>
    <bdi dir="ltr" class="groups" part=${part ?? nothing}
      >${addressGroups(text).map((group) => html`<span>${group}</span>`)}</bdi
    >
  </div>`;
}
