/** What makes the element a form control: its value is the request id of a delivered payment. */
import { LitElement } from 'lit';
import type { PaymentState } from '../payment/model/state.js';

export class FormElement extends LitElement {
  static readonly formAssociated = true;

  declare disabled: boolean;
  declare required: boolean;
  readonly #internals: ElementInternals = this.attachInternals();
  #value = '';
  #state: string | undefined;
  #isFormDisabled = false;

  constructor() {
    super();
    this.disabled = false;
    this.required = false;
  }

  /** The request id of a delivered payment; '' before. A hint for the page, never proof: the server has to check it. */
  get value(): string {
    return this.#value;
  }

  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  get validity(): ValidityState {
    return this.#internals.validity;
  }

  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** By its own attribute, or with the fieldset it stands in. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#isFormDisabled;
  }

  formDisabledCallback(disabled: boolean): void {
    this.#isFormDisabled = disabled;
    this.requestUpdate();
  }

  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /**
   * Sets the form's value and `:state()` by where the payment stands.
   * @returns true if the value changed
   */
  protected takeState(state: PaymentState): boolean {
    this.#showState(state.name);
    const value = state.name === 'succeeded' ? state.receipt.requestId : '';
    if (value === this.#value) return false;
    this.#value = value;
    this.#internals.setFormValue(value || null);
    if (value) this.#internals.setValidity({});
    return true;
  }

  /**
   * @param missing What is said while a required payment is not made; empty: none is required
   * @param anchor Where the browser says it
   */
  protected validate(missing: string, anchor: HTMLElement | undefined): void {
    if (missing && !this.#value) this.#internals.setValidity({ valueMissing: true }, missing, anchor);
    else this.#internals.setValidity({});
  }

  #showState(name: string): void {
    if (name === this.#state) return;
    try {
      if (this.#state) this.#internals.states.delete(this.#state);
      this.#internals.states.add(name);
    } catch {
      // Browsers of early 2024 and before know no such states, or only names with two dashes: a matter of looks alone.
    }
    this.#state = name;
  }
}
