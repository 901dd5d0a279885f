/** Renders placeholder rows with about the size of the final rows, so that little moves when the content arrives. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';

export const skeleton = (rows: number, label: string): TemplateResult =>
  html`<div class="list blank" role="img" aria-label=${label}>
    ${Array<null>(rows)
      .fill(null)
      .map(
        () =>
          html`<span class="row">
            <span class="badge"></span><span class="grow"><span class="bar"></span><span class="bar"></span></span>
          </span>`,
      )}
  </div>`;
