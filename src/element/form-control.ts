/** Makes the element a form control. Its value is the request id of a delivered payment. */
import { LitElement } from 'lit';
import type { StateName } from '../events.js';

/** A form control with the methods and properties of a native form control. */
export class FormElement extends LitElement {
  /** Lets a form contain the element. */
  static readonly formAssociated = true;

  /** Disables the pay button. A payment that is already running continues. Default: `false`. */
  declare disabled: boolean;
  /** The form cannot be submitted until the payment is delivered. Default: `false`. */
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

  /**
   * The request id of a delivered payment; `''` before. It is a hint for the page and no proof: the server must verify
   * the payment.
   */
  get value(): string {
    return this.#value;
  }

  /** The form of the element. Null outside a form. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The validity state. `valueMissing` is true if a required payment is missing. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** The message that the browser shows if a required payment is missing. Empty if the element is valid. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** True if the form validates the element. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** True if the element's own attribute or an enclosing fieldset disables it. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#isFormDisabled;
  }

  /** Called by the browser when an enclosing fieldset is disabled or enabled. */
  formDisabledCallback(disabled: boolean): void {
    this.#isFormDisabled = disabled;
    this.requestUpdate();
  }

  /** Returns true if the element is valid. Otherwise fires `invalid` and returns false. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /** Does the same as `checkValidity`. If the element is not valid, the browser also shows the message to the payer. */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /**
   * Sets the form value, and the custom state `:state()` to the name of the payment state.
   * @returns True if the value changed
   */
  protected takeState(name: StateName, value = ''): boolean {
    this.#showState(name);
    if (value === this.#value) return false;
    this.#value = value;
    this.#internals.setFormValue(value || null);
    if (value) this.#internals.setValidity({});
    return true;
  }

  /**
   * @param missing The message that the browser shows while a required payment is missing; empty if no payment is
   *   required
   * @param anchor The element at which the browser shows the message
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
      // Browsers of early 2024 or before lack custom states, or accept only names with two dashes. Only styling is
      // affected.
    }
    this.#state = name;
  }
}
