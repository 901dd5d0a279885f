/** Renders a disclosure: a line that shows details after a press. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { icon } from './icon.js';

export const disclosure = (
  name: string,
  body: TemplateResult,
  { value, part = 'card', valuePart }: { value?: TemplateResult | string; part?: string; valuePart?: string } = {},
): TemplateResult =>
  html`<details part=${part} class="card fold">
    <summary class="pair">
      <span><bdi data-words>${name}</bdi>${icon('chevron')}</span>
      ${value ? html`<span part=${valuePart ?? nothing}><bdi>${value}</bdi></span>` : nothing}
    </summary>
    ${body}
  </details>`;
