/** Renders a description list: name and value in two columns. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

export type Fact = {
  name: string;
  value: TemplateResult | string;
  strong?: boolean;
  /** A smaller line below the value. */
  note?: string | null;
};

export const descriptionList = (facts: readonly Fact[], part?: string): TemplateResult =>
  html`<dl part=${part ?? nothing} class="card">${facts.map(description)}</dl>`;

/** A changed value gets a new node, so that the browser counts no layout shift. */
const description = ({ name, value, strong, note }: Fact): TemplateResult =>
  html`<div class="pair">
    <dt>${name}</dt>
    ${keyed(
      typeof value === 'string' ? value : '',
      html`<dd class=${strong ? 'name' : nothing}><bdi>${value}</bdi></dd>`,
    )}
    ${note ? keyed(note, html`<dd class="note"><bdi>${note}</bdi></dd>`) : nothing}
  </div>`;
