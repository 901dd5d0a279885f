/** Makes the element a form control, whose value is the request id of the delivered payment. */
import { formMember } from '../shared/page/form-member.js';
import type { StateName } from '../events.js';
import { RepairedElement } from './repaired-element.js';

/**
 * Two methods can be missing, because the DOM of a test, such as jsdom or happy-dom, has no form-associated elements.
 */
type Internals = Omit<ElementInternals, 'setFormValue' | 'setValidity'> &
  Partial<Pick<ElementInternals, 'setFormValue' | 'setValidity'>>;

/** A form control with the methods and properties of a native form control. */
export class FormElement extends RepairedElement {
  /** Lets the element belong to a form, as a native form control does. */
  static readonly formAssociated = true;

  /**
   * Disables the pay button, while a payment that is already running continues.
   * @default `false`
   */
  declare disabled: boolean;
  /**
   * Makes the form invalid until the payment is delivered, so that the browser refuses to submit it, unless the form
   * has `novalidate`.
   * @default `false`
   */
  declare required: boolean;
  readonly #internals: Internals = (this as Partial<HTMLElement>).attachInternals?.() ?? ({} as Internals);
  #value = '';
  #state: string | undefined;
  #isShownOpen = false;
  /** What the last call of `validate` has set. */
  #validity: [flags: ValidityStateFlags, message?: string, anchor?: HTMLElement | undefined] = [{}];
  #isFormDisabled = false;

  constructor() {
    super();
    this.disabled = false;
    this.required = false;
  }

  /**
   * The request id of the delivered payment, or `''` if there is none. It does not prove the payment, so the merchant's
   * server must verify it.
   */
  get value(): string {
    return this.#value;
  }

  /** The form that the element belongs to, or null outside a form. */
  get form(): HTMLFormElement | null {
    return this.#internals.form;
  }

  /** The validity state, in which `valueMissing` is true while a required payment is not delivered. */
  get validity(): ValidityState {
    return this.#internals.validity;
  }

  /** The message that the browser shows while a required payment is not delivered; empty if the element is valid. */
  get validationMessage(): string {
    return this.#internals.validationMessage;
  }

  /** Whether the form validates the element, as for any form control. */
  get willValidate(): boolean {
    return this.#internals.willValidate;
  }

  /** Whether the element's own property `disabled` or an enclosing fieldset disables the pay button. */
  protected get isDisabled(): boolean {
    return this.disabled || this.#isFormDisabled;
  }

  /**
   * The browser calls this method when the element or an enclosing fieldset is disabled or enabled. The call can come
   * during an update that writes the attribute `disabled`. Lit then ignores a request for another update, so the
   * request waits for a microtask.
   */
  formDisabledCallback(disabled: boolean): void {
    this.#isFormDisabled = disabled;
    queueMicrotask(() => this.requestUpdate());
  }

  /** Returns true if the element is valid, or dispatches `invalid` and returns false. */
  checkValidity(): boolean {
    return this.#internals.checkValidity();
  }

  /**
   * Returns true if the element is valid, or dispatches `invalid`, shows the validation message to the payer, and
   * returns false.
   */
  reportValidity(): boolean {
    return this.#internals.reportValidity();
  }

  /**
   * Sets the form value, and a custom state with the name of the payment state, which CSS can select with `:state()`.
   * @returns true if the form value changed
   */
  protected takeState(name: StateName, value = ''): boolean {
    if (name !== this.#state) {
      if (this.#state) this.#setCustomState(this.#state, false);
      this.#setCustomState(name, true);
      this.#state = name;
    }
    if (value === this.#value) return false;
    this.#value = value;
    this.#internals.setFormValue?.(value || null);
    if (value) this.validate('');
    return true;
  }

  /**
   * Sets the validity of the element. The element is invalid if there is a message and the form value is empty.
   * @param missing the message while a required payment is not delivered; empty if no payment is required, or if the
   *   payment is delivered
   * @param anchor the element at which the browser shows the message
   */
  protected validate(missing: string, anchor?: HTMLElement): void {
    this.#validity = [{ valueMissing: !!missing && !this.#value }, missing, anchor];
    this.#internals.setValidity?.(...this.#validity);
  }

  /**
   * Sets or removes the custom state `open`, so that CSS can select an element with an open sheet by `:state(open)`.
   */
  protected showOpen(open: boolean): void {
    if (open === this.#isShownOpen) return;
    this.#isShownOpen = open;
    this.#setCustomState('open', open);
  }

  /**
   * Runs a check of the form while every `<hub-pay>` in it counts as valid, so that only other controls can be invalid.
   * Returns the result of the check.
   */
  static withoutPayments<T>(form: HTMLFormElement, check: () => T): T {
    const payments = [...formMember(form, 'elements')].filter((each) => each instanceof FormElement);
    for (const payment of payments) payment.#internals.setValidity?.({});
    try {
      return check();
    } finally {
      for (const payment of payments) payment.#internals.setValidity?.(...payment.#validity);
    }
  }

  #setCustomState(name: string, isSet: boolean): void {
    try {
      if (isSet) this.#internals.states.add(name);
      else this.#internals.states.delete(name);
    } catch {
      // Some browsers from before June 2024 have no custom states, or accept only names with two dashes. Only CSS with
      // `:state()` has no effect there.
    }
  }
}
