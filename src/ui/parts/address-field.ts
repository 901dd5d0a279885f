/** Renders the text field for an address. */
import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';

/** Maximum number of characters in the address field, which is more than an address of any supported chain has. */
const ADDRESS_MAX = 128;

type AddressField = {
  part: 'recipient' | 'refund-to';
  label: string;
  /** The text as the payer typed it. */
  value: string;
  type: (event: InputEvent) => void;
  /** The validation message, or null if there is none to show, for example while the field is empty. */
  problem: string | null;
  /** The hint that is shown while there is no validation message. */
  hint?: string;
};

export const addressField = ({ part, label, value, type, problem, hint }: AddressField): TemplateResult =>
  html`<label class="field">
      <span class="label">${label}</span>
      <input
        part=${part}
        type="text"
        maxlength=${ADDRESS_MAX}
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        dir="ltr"
        aria-invalid=${problem !== null}
        aria-describedby="${part}-hint"
        .value=${value}
        @input=${type}
      />
    </label>
    <p id="${part}-hint" class=${hint && problem === null ? 'note' : 'hint'}>${problem ?? hint ?? nothing}</p>`;
