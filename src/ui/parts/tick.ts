/** Renders a checkbox. Until the payer ticks it, the primary button of the screen neither pays nor continues. */
import { html } from 'lit';
import type { TemplateResult } from 'lit';

/**
 * @param changed called with true when the payer ticks the checkbox, and with false when the payer clears it
 */
export const tick = (label: string, isTicked: boolean, changed: (isTicked: boolean) => void): TemplateResult =>
  html`<label part="card" class="card tick">
    <input
      type="checkbox"
      autocomplete="off"
      .checked=${isTicked}
      @change=${(event: Event): void => changed((event.target as HTMLInputElement).checked)}
    />
    <span>${label}</span>
  </label>`;
