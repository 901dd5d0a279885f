/** Makes the element a form control. The element's value is the request id of the delivered payment. */
import { LitElement } from 'lit';
import type { StateName } from '../events.js';

/** The DOM of a test, such as jsdom or happy-dom, has no form-associated elements. */
type Internals = Omit<ElementInternals, 'setFormValue' | 'setValidity'> &
  Partial<Pick<ElementInternals, 'setFormValue' | 'setValidity'>>;

/** A form control with the methods and properties of a native form control. */
export class FormElement extends LitElement {
  /** Lets the element belong to a form. */
  static readonly formAssociated = true;

  /**
   * Disables the pay button. A payment that is already running continues.
   * @default `false`
   */
  declare disabled: boolean;
  /**
   * The form cannot be submitted until the payment is delivered.
   * @default `false`
   */
  declare required: boolean;
  readonly #internals: Internals = (this as Partial<HTMLElement>).attachInternals?.() ?? ({} as Internals);
  #value = '';
  #state: string | undefined;
  #isFormDisabled = false;

  constructor() {
    super();
    this.disabled = false;
    this.required = false;
  }

  /**
   * The request id of a delivered payment. Before the delivery, the value is `''`. The value does not prove the
   * payment, so the merchant's server must verify the payment.
   */
  get value(): string {
    return this.#value;
  }

  /** The form of the element. Null outside a form. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The validity state. `valueMissing` is true while a required payment is not delivered. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /**
   * The message that the browser shows while a required payment is not delivered. The message is empty if the element
   * is valid.
   */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** Whether the form validates the element. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** Whether the pay button is disabled by the element's own attribute or by an enclosing fieldset. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#isFormDisabled;
  }

  /**
   * The browser calls this method when the element or an enclosing fieldset is disabled or enabled. It also calls while
   * an update writes the attribute `disabled`. Lit ignores a request for another update until that update has ended.
   */
  formDisabledCallback(disabled: boolean): void {
    this.#isFormDisabled = disabled;
    queueMicrotask(() => this.requestUpdate());
  }

  /** Returns true if the element is valid. If the element is invalid, dispatches `invalid` and returns false. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /**
   * Returns true if the element is valid. If the element is invalid, dispatches `invalid`, shows the validation message
   * to the payer, and returns false.
   */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /**
   * Sets the form value and the custom state. With the custom state, CSS can select the name of the payment state by
   * `:state()`.
   * @returns true if the form value changed
   */
  protected takeState(name: StateName, value = ''): boolean {
    this.#showState(name);
    if (value === this.#value) return false;
    this.#value = value;
    this.#internals.setFormValue?.(value || null);
    if (value) this.validate('');
    return true;
  }

  /**
   * Sets the validity of the element.
   * @param missing the message while a required payment is not delivered; empty if no payment is required
   * @param anchor the element at which the browser shows the message
   */
  protected validate(missing: string, anchor?: HTMLElement): void {
    this.#internals.setValidity?.({ valueMissing: !!missing && !this.#value }, missing, anchor);
  }

  #showState(name: string): void {
    if (name === this.#state) return;
    try {
      if (this.#state) this.#internals.states.delete(this.#state);
      this.#internals.states.add(name);
    } catch {
      // Browsers of early 2024 or before have no custom states, or accept only names with two dashes. In browsers
      // without custom states, only CSS with `:state()` has no effect.
    }
    this.#state = name;
  }
}
