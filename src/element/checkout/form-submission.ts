/**
 * Submits the form of a paid order, if the page has set `submit-on-success`. An invalid control of the form would stop
 * the submission after the money is gone. The other controls are therefore checked before a wallet is asked.
 */
import { FormElement } from '../form-control.js';

type Host = HTMLElement & {
  readonly value: string;
  readonly form: HTMLFormElement | null;
  readonly submitOnSuccess: boolean;
};

type Sheet = {
  isOpen: () => boolean;
  /** Closes the sheet, unless the page prevents this. */
  close: () => void;
};

export class FormSubmission {
  readonly #host: Host;
  readonly #sheet: Sheet;
  /** The form that an invalid control has kept from being submitted. */
  #pending: HTMLFormElement | null = null;
  #listening = new AbortController();

  constructor(host: Host, sheet: Sheet) {
    this.#host = host;
    this.#sheet = sheet;
  }

  /**
   * Returns false if the form is to be submitted, but another control is invalid. Then closes the sheet, which would
   * cover the control, and reports the control to the payer as a submission would.
   */
  check(): boolean {
    const { form, submitOnSuccess } = this.#host;
    if (!submitOnSuccess || !form || !FormElement.withoutPayments(form, () => isBlocked(form))) return true;
    this.#sheet.close();
    FormElement.withoutPayments(form, () => form.reportValidity());
    return false;
  }

  /**
   * Submits the form after the payment. If a control has become invalid, waits until the sheet is closed, so that the
   * payer sees the browser's message, and then until the payer has corrected the control.
   */
  submit(): void {
    const { form, submitOnSuccess } = this.#host;
    if (!submitOnSuccess || !form) return;
    if (isBlocked(form)) this.#wait(form);
    if (!this.#pending || !this.#sheet.isOpen()) form.requestSubmit();
  }

  /** Tells that the sheet has closed. */
  sheetClosed(): void {
    if (this.#pending) this.#retry(this.#pending);
  }

  #wait(form: HTMLFormElement): void {
    this.#end();
    this.#pending = form;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    form.addEventListener('submit', () => this.#end(), { signal });
    form.addEventListener(
      'change',
      ({ target }) => {
        // Another payment in the form submits the form itself.
        if (!(target instanceof FormElement) && !isBlocked(form)) this.#retry(form);
      },
      { signal },
    );
  }

  #retry(form: HTMLFormElement): void {
    // The page can have given the element another order, or removed it from the form.
    if (this.#host.value && this.#host.form === form) form.requestSubmit();
    else this.#end();
  }

  #end(): void {
    this.#listening.abort();
    this.#pending = null;
  }
}

/** Whether the browser would not submit the form, because a control is invalid. Dispatches no event. */
const isBlocked = (form: HTMLFormElement): boolean => !form.noValidate && form.matches(':invalid');
