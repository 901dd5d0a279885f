/** Renders a description list with names and values in two columns. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';

export type Fact = {
  name: string;
  value: TemplateResult | string;
  strong?: boolean;
  /** A smaller line below the value. */
  note?: string | null;
  /**
   * The longest text that the note can become or, without a note, the value. The row reserves space for it, and so
   * keeps its height when another text arrives.
   */
  longest?: string;
};

export const descriptionList = (facts: readonly Fact[], part = 'card'): TemplateResult =>
  html`<dl part=${part} class="card">${facts.map(description)}</dl>`;

/**
 * Renders one name and its value. A value or note that is a changed text gets a new DOM node, because the browser
 * reports a layout shift for a changed text in an old node.
 */
const description = ({ name, value, strong, note, longest }: Fact): TemplateResult =>
  html`<div class="pair">
    <dt>${name}</dt>
    ${keyed(typeof value === 'string' ? value : '', line(value, strong ? 'name' : nothing, note ? undefined : longest))}
    ${note ? keyed(note, line(note, 'note', longest)) : nothing}
  </div>`;

const line = (text: Fact['value'], name: string | typeof nothing, longest: string | undefined): TemplateResult =>
  html`<dd class=${name} data-longest=${longest ?? nothing}>
    <span><bdi>${text}</bdi></span>
  </dd>`;
