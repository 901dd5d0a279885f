/** Facts in two columns: what it is, and its value. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

export type Fact = {
  name: string;
  value: TemplateResult | string;
  strong?: boolean;
  /** A line below the value, smaller. */
  note?: string | null;
};

export const descriptionList = (facts: readonly Fact[], part?: string): TemplateResult =>
  html`<dl part=${part ?? nothing} class="card">${facts.map(description)}</dl>`;

/** A changed number is a new node: a longer one would move the old node to another place. */
const description = ({ name, value, strong, note }: Fact): TemplateResult =>
  html`<div class="pair">
    <dt>${name}</dt>
    ${keyed(
      typeof value === 'string' ? value : '',
      html`<dd class=${strong ? 'name' : nothing}><bdi>${value}</bdi></dd>`,
    )}
    ${note ? keyed(note, html`<dd class="note"><bdi>${note}</bdi></dd>`) : nothing}
  </div>`;
