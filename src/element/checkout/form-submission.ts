/**
 * Submits the form of a paid order, if the page has set `submit-on-success`. An invalid control of the form would stop
 * the submission after the money is gone. The other controls are therefore checked before a wallet is asked.
 */
import { docsPage } from '../../errors.js';
import { formMember } from '../../shared/page/form-member.js';
import { isVisible as isDrawn } from '../../shared/page/visible-box.js';
import { FormElement } from '../form-control.js';

type Host = HTMLElement & {
  readonly value: string;
  readonly form: HTMLFormElement | null;
  readonly submitOnSuccess: boolean;
};

type Sheet = {
  isOpen: () => boolean;
  show: () => void;
  /** Closes the sheet, unless the page prevents this. */
  close: () => void;
  /** Tells the payer in the sheet or panel to complete the form; null removes this line. */
  tell: (incomplete: IncompleteForm | null) => void;
  /** Logs a line for the developer. */
  warn: (message: string) => void;
};

/** The form has an invalid control. `field` is the name of the first such control, or null if it has no name. */
export type IncompleteForm = { field: string | null };

/** The time between two checks in milliseconds, because no event reports that a script has made a control valid. */
const LOOK_MS = 1_000;

/** A delivered payment whose form is not submitted yet. Several elements of the page can show it. */
type Turn = {
  readonly requestId: string;
  /** Whether one of them has emitted `hub-success`, so that a form must be submitted. */
  isDue: boolean;
  readonly elements: Set<FormSubmission>;
};

export class FormSubmission {
  /** The turn of the payment that was delivered last. */
  static #last: Turn | undefined;
  readonly #host: Host;
  readonly #sheet: Sheet;
  /** The form of a delivered payment that could not be submitted, because a control is invalid. */
  #pending: HTMLFormElement | null = null;
  #listening = new AbortController();
  /** Aborted when the sheet no longer tells the payer to complete the form. */
  #telling = new AbortController();

  constructor(host: Host, sheet: Sheet) {
    this.#host = host;
    this.#sheet = sheet;
  }

  /**
   * Returns false if the form is to be submitted, but another control is invalid. Then closes the sheet, which would
   * cover the control, and reports the control to the payer as a submission would. If the payer would not see this
   * report, the sheet stays or opens again, and names the control.
   */
  check(): boolean {
    const { form, submitOnSuccess } = this.#host;
    this.#untell();
    if (!submitOnSuccess || !form) return true;
    const missing = FormElement.withoutPayments(form, () => (isBlocked(form) ? invalidOf(form) : null));
    if (!missing) return true;
    // The browser cannot report a control on a hidden tab. The page can show the tab at the event `invalid`.
    if (!missing.some(isVisible) && !this.#report(form, 'checkValidity') && !missing.some(isVisible))
      return this.#tell(form, missing);
    this.#sheet.close();
    // The page can prevent that the sheet closes.
    if (this.#sheet.isOpen()) return this.#tell(form, missing);
    if (this.#report(form, 'reportValidity') || this.#hasFocus(form)) return false;
    this.#sheet.show();
    return this.#tell(form, missing);
  }

  /**
   * Called if no listener of `hub-confirm` has stopped the payment. If the form is to be submitted, has `novalidate`
   * and an invalid control, warns the developer, because the page probably cancels the submission after the payment.
   */
  confirmed(): void {
    const { form, submitOnSuccess } = this.#host;
    if (!submitOnSuccess || !form || !formMember(form, 'noValidate')) return;
    if (FormElement.withoutPayments(form, () => formMember(form, 'matches')(':invalid')))
      this.#sheet.warn(
        'the form has novalidate and an invalid control: check the form in a hub-confirm listener, before the ' +
          `payment. See ${docsPage('recipes.md#a-form-that-the-page-checks')}`,
      );
  }

  /** Tells the payer about the first of the controls, until it is valid. */
  #tell(form: HTMLFormElement, [first]: readonly Control[]): false {
    this.#sheet.tell({ field: first ? nameOf(first) : null });
    this.#telling = new AbortController();
    const { signal } = this.#telling;
    const look = (): void => {
      const isLeft = this.#host.form === form && isBlocked(form) && (!first || first.matches(':invalid'));
      if (!isLeft) this.#untell();
    };
    this.#watch(form, { signal, look, end: () => this.#untell() });
    return false;
  }

  #untell(): void {
    this.#telling.abort();
    this.#sheet.tell(null);
  }

  /**
   * Calls the method of the form, which dispatches `invalid` at each invalid control. Returns true if the page has
   * cancelled every such event, and so probably marks the invalid controls itself.
   */
  #report(form: HTMLFormElement, how: 'checkValidity' | 'reportValidity'): boolean {
    const events: Event[] = [];
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    formMember(form, 'getRootNode')().addEventListener('invalid', (event) => events.push(event), options);
    FormElement.withoutPayments(form, () => formMember(form, how)());
    ended.abort();
    return events.length > 0 && events.every(({ defaultPrevented }) => defaultPrevented);
  }

  /** Whether the focus is in the form, and not in the element itself. */
  #hasFocus(form: HTMLFormElement): boolean {
    const { activeElement } = formMember(form, 'getRootNode')() as Document | ShadowRoot;
    const isIn =
      formMember(form, 'contains')(activeElement) || controlsOf(form).some((each) => each.contains(activeElement));
    return isIn && activeElement !== this.#host;
  }

  /**
   * Called when the element shows a newly delivered payment. One form of the page is submitted for it: that of the
   * element that has emitted `hub-success`, unless the payer does not see this form, or it is invalid, and another
   * element of the same payment has one that can be submitted.
   *
   * If a control has become invalid, submits the form when the control is valid again. Until then, the browser reports
   * the control to the payer, but only after the sheet is closed, because the payer would not see the message before.
   * @param isDue whether this element has emitted `hub-success`
   */
  delivered(isDue: boolean): void {
    const { value, form, submitOnSuccess } = this.#host;
    if (!value) return;
    const turn = this.#turn ?? { requestId: value, isDue: false, elements: new Set() };
    FormSubmission.#last = turn;
    turn.isDue ||= isDue;
    turn.elements.add(this);
    if (!turn.isDue || this.#pass() || !submitOnSuccess || !form) return;
    if ([...turn.elements].some((each) => each.#pending)) return;
    // Another element learns of the payment a moment later, so a form that the payer does not see waits.
    const isHidden = !isDrawn(this.#host) && hasOthers(this.#host);
    if (isBlocked(form) || isHidden) this.#wait(form);
    if (!this.#pending || !(isHidden || this.#sheet.isOpen())) this.#send(form);
  }

  /** The turn of this element's payment. It ends when all of its elements have left the page. */
  get #turn(): Turn | undefined {
    const last = FormSubmission.#last;
    const isOurs = last?.requestId === this.#host.value && [...last.elements].some((each) => each.#host.isConnected);
    return isOurs ? last : undefined;
  }

  /** Submits a form of the payment that the payer sees and that is valid. Returns false if there is none. */
  #pass(): boolean {
    for (const each of [this, ...(this.#turn?.elements ?? [])]) {
      const { form } = each.#host;
      if (!form || !each.#isReady(this.#host.value)) continue;
      each.#send(form);
      return true;
    }
    return false;
  }

  #isReady(requestId: string): boolean {
    const { form, submitOnSuccess, value } = this.#host;
    return submitOnSuccess && !!value && value === requestId && !!form && !isBlocked(form) && isDrawn(this.#host);
  }

  /** Submits the form. The browser submits a valid form, and reports the controls of another one. */
  #send(form: HTMLFormElement): void {
    // A valid form is submitted once. The event `submit` does not always reach the form, because the page can stop it.
    if (!isBlocked(form)) this.#endAll();
    formMember(form, 'requestSubmit')();
  }

  /** Ends the wait of every element of this payment, because a form was submitted. */
  #endAll(): void {
    this.#end();
    if (!this.#turn) return;
    for (const each of this.#turn.elements) each.#end();
    FormSubmission.#last = undefined;
  }

  /** Called after the sheet has closed. */
  sheetClosed(): void {
    if (this.#pending) this.#retry(this.#pending);
  }

  #wait(form: HTMLFormElement): void {
    this.#end();
    this.#pending = form;
    this.#listening = new AbortController();
    const { signal } = this.#listening;
    const look = (target?: EventTarget | null): void => {
      // Another payment in the form submits the form itself.
      if (target instanceof FormElement) return;
      if (!this.#pass() && !isBlocked(form)) this.#retry(form);
    };
    formMember(form, 'addEventListener')('submit', () => this.#endAll(), { signal });
    this.#watch(form, { signal, look, end: () => this.#end() });
  }

  /**
   * Calls `look` whenever the payer or a script can have corrected a control, until the signal is aborted. Calls `end`
   * after the element has left the page.
   */
  #watch(
    form: HTMLFormElement,
    { signal, look, end }: { signal: AbortSignal; look: (target?: EventTarget | null) => void; end: () => void },
  ): void {
    let isTyping = false;
    // A control outside the form can belong to it, by its attribute `form`.
    const root = formMember(form, 'getRootNode')();
    // The first letter can make a field valid, so wait for the end of the input.
    root.addEventListener('input', () => (isTyping = true), { signal });
    const ended = ({ target }: Event): void => {
      isTyping = false;
      look(target);
    };
    for (const type of ['change', 'focusout']) root.addEventListener(type, ended, { signal });
    const timer = setInterval(() => {
      if (!this.#host.isConnected) end();
      else if (!isTyping) look();
    }, LOOK_MS);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  #retry(form: HTMLFormElement): void {
    // The page can have given the element another order, or removed it from the form.
    if (this.#host.value && this.#host.form === form) this.#send(form);
    else {
      this.#end();
      if (FormSubmission.#last?.elements.has(this)) FormSubmission.#last = undefined;
    }
  }

  #end(): void {
    this.#listening.abort();
    this.#pending = null;
  }
}

/** Whether the page has other elements like this one beside it. */
const hasOthers = (host: HTMLElement): boolean =>
  (host.getRootNode() as Document | ShadowRoot).querySelectorAll(host.localName).length > 1;

/** Whether the browser would refuse to submit the form, because a control is invalid. Dispatches no event. */
const isBlocked = (form: HTMLFormElement): boolean =>
  !formMember(form, 'noValidate') && formMember(form, 'matches')(':invalid');

type Control = HTMLElement & {
  readonly validity?: ValidityState;
  readonly labels?: NodeListOf<HTMLLabelElement> | null;
};

const controlsOf = (form: HTMLFormElement): readonly Control[] => [...formMember(form, 'elements')] as Control[];

/** The invalid controls, without field sets. */
const invalidOf = (form: HTMLFormElement): readonly Control[] =>
  controlsOf(form).filter((each) => each.matches(':invalid:not(fieldset)'));

/** Whether the browser can show its report at the control. */
const isVisible = (control: Control): boolean =>
  control.getClientRects().length > 0 && getComputedStyle(control).visibility === 'visible';

/**
 * Returns the control's `aria-label`, or else the text of its label, without marks such as a star. Returns null if
 * there is no such text.
 */
function nameOf(control: Control): string | null {
  // A label around a control also contains the control's own text, such as the options of a list.
  const label = [...(control.labels?.[0]?.childNodes ?? [])].filter((node) => !node.contains(control));
  const text = control.getAttribute('aria-label') ?? label.map(({ textContent }) => textContent ?? '').join('');
  return (
    text
      .replaceAll(/\s+/gu, ' ')
      .replace(/^[\s*]+|[\s*:]+$/gu, '')
      .slice(0, LONGEST_NAME) || null
  );
}

/** The maximum number of characters of a control's name in a sentence to the payer. */
const LONGEST_NAME = 60;
