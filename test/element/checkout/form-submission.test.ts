/** Tests that a paid order is a placed order: the form is checked before a wallet is asked, and submitted after it. */
import { expect } from '@open-wc/testing';
import { restore, type SinonFakeTimers, useFakeTimers } from 'sinon';
import {
  attributes,
  cleanUp,
  markup,
  quote,
  receipt,
  record,
  recordWarnings,
  rendered,
  type TestPay,
} from '../../support/pages/element.js';

describe('form submission', () => {
  let clock: SinonFakeTimers;

  beforeEach(() => {
    const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const;
    clock = useFakeTimers({ toFake: [...toFake], shouldClearNativeTimers: true });
  });

  afterEach(() => {
    clock.restore();
    restore();
    cleanUp();
    document.querySelectorAll('form').forEach((form) => form.remove());
  });

  /** A form with the element and these controls, in the review. */
  async function inForm(
    controls: string,
    { extra = 'submit-on-success', form: own = '' } = {},
  ): Promise<{ form: HTMLFormElement; element: TestPay; submits: Event[]; invalid: Event[] }> {
    const rest = Object.entries(attributes)
      .map(([name, value]) => `${name}="${value}"`)
      .join(' ');
    document.body.append(
      markup(`<form ${own}><fieldset><test-pay name="payment" required ${rest} ${extra}></test-pay></fieldset>
        ${controls}</form>`),
    );
    const form = document.querySelector('form')!;
    const submits = record(form, 'submit');
    const invalid: Event[] = [];
    form.addEventListener('invalid', (event) => invalid.push(event), true);
    form.addEventListener('submit', (event) => event.preventDefault());
    const element = form.querySelector('test-pay') as TestPay;
    await rendered(element);
    return { form, element, submits, invalid };
  }

  async function press(element: TestPay): Promise<void> {
    element.show();
    await rendered(element);
    element.fake.goTo('reviewing');
    await rendered(element);
    await clock.tickAsync(400);
    await rendered(element);
    element.press('primary');
    await rendered(element);
  }

  async function succeed(element: TestPay): Promise<void> {
    element.fake.goTo('succeeded');
    element.fake.store.emit('hub-success', receipt);
    await rendered(element);
  }

  const ADDRESS = '<input name="street" required><input name="city" required>';

  for (const extra of ['submit-on-success', 'submit-on-success layout="panel"']) {
    it(`reports the other controls as a submission would, and asks no wallet, with ${extra}`, async () => {
      const { form, element, invalid } = await inForm(ADDRESS, { extra });
      const [street, city] = form.querySelectorAll('input');
      await press(element);
      expect(element.fake.count('confirmed')).to.equal(0);
      expect([element.open, document.activeElement === street]).to.deep.equal([false, true]);
      expect(invalid.map(({ target }) => target)).to.deep.equal([street, city]);
      expect([element.validity.valueMissing, form.checkValidity()]).to.deep.equal([true, false]);
      street!.value = 'Main Street';
      city!.value = 'Springfield';
      await press(element);
      expect(element.fake.count('confirmed')).to.equal(1);
    });
  }

  it('asks the wallet when only payments of the form are missing, or when the form is not checked or not submitted', async () => {
    for (const [controls, options] of [
      ['', {}],
      [`<test-pay required submit-on-success></test-pay>`, {}],
      ['<input required disabled>', {}],
      [ADDRESS, { form: 'novalidate' }],
      [ADDRESS, { extra: '' }],
    ] as const) {
      const { form, element, invalid } = await inForm(controls, options);
      await press(element);
      expect([element.fake.count('confirmed'), invalid.length], controls).to.deep.equal([1, 0]);
      form.remove();
    }
  });

  it('checks and submits a form whose controls have the names of its members', async () => {
    const names = ['elements', 'requestSubmit', 'checkValidity', 'reportValidity', 'noValidate', 'submit', 'action'];
    names.push('matches', 'contains', 'getRootNode', 'parentNode', 'isConnected', 'id');
    const { element, submits } = await inForm(names.map((name) => `<input name="${name}">`).join(''));
    await press(element);
    expect(element.fake.count('confirmed')).to.equal(1);
    await succeed(element);
    expect(submits).to.have.lengthOf(1);
  });

  for (const name of ['matches', 'contains', 'getRootNode', 'addEventListener', 'checkValidity', 'elements'])
    it(`reports the other controls, and submits later, when a control has the name ${name}`, async () => {
      const { element, submits } = await inForm('<input id="street" required>');
      const street = document.querySelector<HTMLInputElement>('#street')!;
      street.name = name;
      await press(element);
      expect([element.fake.count('confirmed'), element.open, document.activeElement === street]).to.deep.equal([
        0,
        false,
        true,
      ]);
      let vetoes = 0;
      const preventDefault = (): void => void (vetoes += 1);
      element.fake.store.emit('hub-confirm', { quote, waitUntil: () => undefined, preventDefault });
      expect(vetoes).to.equal(1);
      await succeed(element);
      street.value = 'Main Street';
      await clock.tickAsync(3_000);
      expect(submits).to.have.lengthOf(1);
    });

  const noticeOf = (element: TestPay): string | undefined =>
    element.find('footer')?.querySelector('[part="notice"]')?.textContent.trim();
  const LINE = 'Complete the form on this page first';

  for (const [what, controls, text] of [
    ['on a hidden tab', '<p hidden><label>City * <input required></label></p>', `${LINE}: City`],
    [
      'not drawn',
      '<label for="a">Your  city:</label><input id="a" style="visibility: hidden" required>',
      `${LINE}: Your city`,
    ],
    [
      'a hidden list',
      '<label>Country<select required hidden><option value="">Choose</select></label>',
      `${LINE}: Country`,
    ],
    [
      'on a hidden tab and in a group with a name',
      '<fieldset hidden aria-label="Delivery"><label>City<input required></label></fieldset>',
      `${LINE}: City`,
    ],
    ['hidden and without a name', '<input style="display: none" required>', `${LINE}.`],
  ] as const) {
    for (const extra of ['submit-on-success', 'submit-on-success layout="panel"']) {
      it(`keeps the sheet and says what is missing when the control is ${what}, with ${extra}`, async () => {
        const { form, element } = await inForm(controls, { extra });
        const events = record(element, 'hub-close');
        await press(element);
        expect([noticeOf(element), element.fake.count('confirmed'), events.length]).to.deep.equal([text, 0, 0]);
        expect([element.open, element.state.name]).to.deep.equal([!extra.includes('panel'), 'reviewing']);
        form.noValidate = true;
        await press(element);
        expect([noticeOf(element), element.fake.count('confirmed')]).to.deep.equal([undefined, 1]);
      });
    }
  }

  for (const [what, correct] of [
    ['corrects the control', (input: HTMLInputElement) => input.dispatchEvent(new Event('change', { bubbles: true }))],
    [
      'leaves a control that tells no change',
      (input: HTMLInputElement) => input.dispatchEvent(new FocusEvent('focusout', { bubbles: true })),
    ],
    ['waits after a script has corrected it', () => clock.tickAsync(1000)],
  ] as const)
    it(`removes the request to complete the form when the payer ${what}`, async () => {
      const { form, element } = await inForm('<p hidden><label>City <input required></label></p>', {
        extra: 'submit-on-success layout="panel"',
      });
      await press(element);
      const input = form.querySelector('input')!;
      await clock.tickAsync(3000);
      await rendered(element);
      expect(noticeOf(element)).to.equal(`${LINE}: City`);
      input.value = 'Springfield';
      await correct(input);
      await rendered(element);
      expect(noticeOf(element)).to.equal(undefined);
      input.value = '';
      await clock.tickAsync(1000);
      await rendered(element);
      expect(noticeOf(element)).to.equal(undefined);
    });

  it('leaves no timer when the form was removed while the sheet asks to complete it', async () => {
    const { form, element } = await inForm('<p hidden><label>City <input required></label></p>');
    await press(element);
    form.remove();
    await clock.tickAsync(1000);
    expect(clock.countTimers()).to.equal(0);
  });

  it('keeps the sheet and says what is missing when the page does not let it close', async () => {
    const { element, invalid } = await inForm('<label>Street<input name="street" required></label>');
    element.addEventListener('hub-close', (event) => event.preventDefault());
    await press(element);
    expect([noticeOf(element), element.open, invalid.length]).to.deep.equal([`${LINE}: Street`, true, 0]);
  });

  it('reports a control on a hidden tab that the page shows at the event', async () => {
    const { form, element } = await inForm('<p hidden><input required></p>');
    const input = form.querySelector('input')!;
    input.addEventListener('invalid', () => (input.parentElement!.hidden = false));
    await press(element);
    expect([element.open, document.activeElement === input]).to.deep.equal([false, true]);
  });

  it('leaves the report to a page that cancels every event, and closes the sheet for it', async () => {
    for (const controls of ['<p hidden><input required></p>', '<input required>']) {
      const { form, element } = await inForm(controls);
      form.addEventListener('invalid', (event) => event.preventDefault(), true);
      await press(element);
      expect([element.open, element.fake.count('confirmed'), noticeOf(element)]).to.deep.equal([false, 0, undefined]);
      form.remove();
    }
  });

  it('opens the sheet again and says what is missing when the browser cannot focus the control', async () => {
    const { element } = await inForm('<div inert><label>Street<input name="street" required></label></div>');
    await press(element);
    await rendered(element);
    expect([noticeOf(element), element.open]).to.deep.equal([`${LINE}: Street`, true]);
  });

  it('stops a payment that a script or a deposit address begins while a control is invalid', async () => {
    const { element } = await inForm(ADDRESS);
    const heard = record(element, 'hub-confirm');
    let vetoes = 0;
    element.fake.store.emit('hub-confirm', {
      quote,
      waitUntil: () => undefined,
      preventDefault: () => (vetoes += 1),
    });
    expect([heard.length, vetoes]).to.deep.equal([0, 1]);
  });

  const NOT_CHECKED =
    '<test-pay> the form has novalidate and an invalid control: check the form in a hub-confirm listener, before the ' +
    'payment. See https://github.com/hub-pay/hub-pay/blob/main/stories/docs/recipes.md#a-form-that-the-page-checks';

  for (const [what, controls, options, stops, lines] of [
    ['an invalid control', ADDRESS, { form: 'novalidate' }, false, [NOT_CHECKED]],
    ['an invalid control, and a listener that stops the payment', ADDRESS, { form: 'novalidate' }, true, []],
    ['no invalid control but a payment', '<test-pay required></test-pay>', { form: 'novalidate' }, false, []],
    ['an invalid control, and is not submitted', ADDRESS, { form: 'novalidate', extra: '' }, false, []],
  ] as const)
    it(`says ${lines.length} times how to check a form that has novalidate and ${what}`, async () => {
      const warnings = recordWarnings();
      const { element } = await inForm(controls, options);
      if (stops) element.addEventListener('hub-confirm', (event) => event.preventDefault());
      for (const _ of [1, 2])
        element.fake.store.emit('hub-confirm', {
          quote,
          waitUntil: () => undefined,
          preventDefault: () => undefined,
        });
      expect(warnings.filter((line) => line.includes('novalidate'))).to.deep.equal(lines);
    });

  it('has the value for the page’s own button after the page has cancelled the submission', async () => {
    const { form, element, submits } = await inForm('<input name="street" required><button>Place</button>', {
      form: 'novalidate',
    });
    await press(element);
    await succeed(element);
    element.press('primary');
    await rendered(element);
    expect([submits.length, submits[0]?.defaultPrevented]).to.deep.equal([1, true]);
    form.querySelector('input')!.value = 'Main Street';
    form.querySelector('button')!.click();
    expect([submits.length, form.checkValidity()]).to.deep.equal([2, true]);
    expect(Object.fromEntries(new FormData(form))).to.deep.equal({ payment: receipt.requestId, street: 'Main Street' });
  });

  it('submits the form once under the open sheet when the form is valid', async () => {
    const { element, submits } = await inForm('<input required value="here">');
    await press(element);
    await succeed(element);
    expect(submits).to.have.lengthOf(1);
    element.press('primary');
    await rendered(element);
    expect([element.open, submits.length]).to.deep.equal([false, 1]);
  });

  it('submits the form when the sheet closes, or when the payer has corrected a control that became invalid', async () => {
    for (const isCorrectedUnderSheet of [true, false]) {
      const { form, element, submits } = await inForm('<input name="street" required value="here">');
      const street = form.querySelector('input')!;
      await press(element);
      street.value = '';
      await succeed(element);
      expect(submits).to.have.lengthOf(0);
      if (isCorrectedUnderSheet) street.value = 'there';
      element.press('primary');
      await rendered(element);
      expect(submits).to.have.lengthOf(isCorrectedUnderSheet ? 1 : 0);
      if (!isCorrectedUnderSheet) {
        expect(document.activeElement === street).to.equal(true);
        street.value = 'there';
        street.dispatchEvent(new Event('change', { bubbles: true }));
      }
      street.dispatchEvent(new Event('change', { bubbles: true }));
      expect([submits.length, ...new FormData(form).keys()]).to.deep.equal([1, 'payment', 'street']);
      form.remove();
    }
  });

  /** The order is paid, and the control has become invalid meanwhile. */
  async function paidIncomplete(controls: string): Promise<{ submits: Event[]; control: HTMLInputElement }> {
    const { element, submits } = await inForm(controls, { form: 'id="order"' });
    const control = document.querySelector<HTMLInputElement>('[name="street"]')!;
    await press(element);
    control.value = '';
    await succeed(element);
    element.press('primary');
    await rendered(element);
    expect(submits).to.have.lengthOf(0);
    return { submits, control };
  }

  it('submits the form when the payer has corrected a control that belongs to it by its attribute', async () => {
    const outside = markup('<p><input name="street" form="order" required value="here"></p>');
    document.body.append(outside);
    const place = document.body.lastElementChild!;
    const { submits, control } = await paidIncomplete('');
    control.value = 'there';
    control.dispatchEvent(new Event('change', { bubbles: true }));
    place.remove();
    expect(submits).to.have.lengthOf(1);
  });

  it('submits the form when a script has made the control valid, and not while the payer types', async () => {
    const { submits, control } = await paidIncomplete('<input name="street" required value="here">');
    control.value = 't';
    control.dispatchEvent(new Event('input', { bubbles: true }));
    await clock.tickAsync(3000);
    control.value = 'there';
    expect(submits).to.have.lengthOf(0);
    control.setCustomValidity('The shop asks its server.');
    control.dispatchEvent(new Event('change', { bubbles: true }));
    expect(submits).to.have.lengthOf(0);
    await clock.tickAsync(3000);
    control.setCustomValidity('');
    await clock.tickAsync(1000);
    expect(submits).to.have.lengthOf(1);
    await clock.tickAsync(3000);
    expect(submits).to.have.lengthOf(1);
  });

  it('submits nothing when the page has moved the element out of the form before the control is corrected', async () => {
    const { submits, control } = await paidIncomplete('<input name="street" required value="here">');
    const element = document.querySelector<TestPay>('test-pay')!;
    document.body.append(element);
    control.value = 'there';
    control.dispatchEvent(new Event('change', { bubbles: true }));
    expect([submits.length, element.value === '']).to.deep.equal([0, false]);
    element.remove();
  });

  for (const [what, make] of [
    [
      'the payer has corrected it',
      (street: HTMLInputElement) => street.dispatchEvent(new Event('change', { bubbles: true })),
    ],
    ['a script has corrected it', () => undefined],
  ] as const)
    it(`submits the form once, although the page stops the event \`submit\`, when ${what}`, async () => {
      const { form, element } = await inForm('<input name="street" required value="Main Street">');
      const street = form.querySelector('input')!;
      const orders: Event[] = [];
      const stop = (event: Event): void => {
        event.preventDefault();
        event.stopImmediatePropagation();
        orders.push(event);
      };
      window.addEventListener('submit', stop, true);
      await press(element);
      street.value = '';
      await succeed(element);
      element.close();
      await clock.tickAsync(3_000);
      expect(orders).to.have.lengthOf(0);
      street.value = 'Main Street';
      make(street);
      await clock.tickAsync(10_000);
      expect(orders).to.have.lengthOf(1);
      element.show();
      element.close();
      await clock.tickAsync(10_000);
      window.removeEventListener('submit', stop, true);
      expect(orders).to.have.lengthOf(1);
    });

  it('submits the form when the payer leaves a control that tells no change', async () => {
    const { submits, control } = await paidIncomplete('<input name="street" required value="here">');
    control.value = 'there';
    control.dispatchEvent(new Event('input', { bubbles: true }));
    control.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
    expect(submits).to.have.lengthOf(1);
  });

  it('leaves no timer when the form was removed before it could be submitted', async () => {
    const { control } = await paidIncomplete('<input name="street" required value="here">');
    control.form!.remove();
    await clock.tickAsync(1000);
    expect(clock.countTimers()).to.equal(0);
  });

  it('submits nothing later when the page has submitted the form itself, or has reset the payment', async () => {
    for (const end of ['submit', 'reset']) {
      const { form, element, submits } = await inForm('<input required value="here">');
      const input = form.querySelector('input')!;
      await press(element);
      input.value = '';
      await succeed(element);
      input.value = 'there';
      if (end === 'submit') form.requestSubmit();
      else element.reset();
      element.close();
      input.dispatchEvent(new Event('change', { bubbles: true }));
      expect(submits).to.have.lengthOf(end === 'submit' ? 1 : 0);
      form.remove();
    }
  });

  it('submits once when the second of two payments of a form is made', async () => {
    const { form, element, submits } = await inForm('');
    const second = element.cloneNode() as TestPay;
    form.append(second);
    await rendered(second);
    for (const each of [element, second]) {
      await press(each);
      await succeed(each);
      each.close();
    }
    expect(submits).to.have.lengthOf(1);
  });

  it('submits nothing when the page has reset the payment, also if no payment is required', async () => {
    const { element, submits } = await inForm('<input id="street">');
    const street = document.querySelector<HTMLInputElement>('#street')!;
    element.required = false;
    await press(element);
    street.required = true;
    await succeed(element);
    element.reset();
    await rendered(element);
    street.required = false;
    await clock.tickAsync(10_000);
    expect([element.value, submits.length]).to.deep.equal(['', 0]);
  });

  describe('with two elements of one order on a page', () => {
    type Two = { elements: TestPay[]; forms: HTMLFormElement[]; orders: string[] };

    /** Two forms, each with an element of the same order. The second one is a template for the page’s other view. */
    async function two(first: string, second: string, extra = 'submit-on-success'): Promise<Two> {
      const rest = Object.entries({ ...attributes, reference: 'order-1' }).map(([name, value]) => `${name}="${value}"`);
      const tag = (own: string): string => `<test-pay name="payment" required ${rest.join(' ')} ${own}></test-pay>`;
      document.body.append(
        markup(
          `<form id="a" ${first}<input>${tag(extra)}</form>
          <form id="b" ${second}<input>${tag('submit-on-success')}</form>`,
        ),
      );
      const forms = [...document.querySelectorAll('form')];
      const orders: string[] = [];
      for (const form of forms)
        form.addEventListener('submit', (event) => {
          event.preventDefault();
          orders.push(form.id);
        });
      const elements = forms.map((form) => form.querySelector('test-pay') as TestPay);
      for (const element of elements) await rendered(element);
      return { elements, forms, orders };
    }

    /** The first element learns of the success and emits the event. The other learns of it before or after that. */
    async function pay({ elements: [winner, other] }: Two, isBefore: boolean): Promise<void> {
      const learn = (): void => {
        other!.fake.goTo('processing');
        other!.fake.goTo('succeeded');
      };
      if (isBefore) learn();
      await Promise.resolve();
      await succeed(winner!);
      if (!isBefore) learn();
      await Promise.resolve();
      await clock.tickAsync(10_000);
    }

    for (const isBefore of [true, false])
      for (const [what, first, second, extra, submitted] of [
        ['its own form when both can be submitted', '>', '>', undefined, 'a'],
        ['the other form when its own is not drawn', 'hidden>', '>', undefined, 'b'],
        ['the other form when its own is invalid', '><input required>', '>', undefined, 'b'],
        ['the other form when it submits none itself', '>', '>', '', 'b'],
        ['its own form, though not drawn, when the other is invalid', 'hidden>', '><input required>', undefined, 'a'],
        ['its own form when neither is drawn', 'hidden>', 'hidden>', undefined, 'a'],
      ] as const)
        it(`submits once, ${what} (the other learns ${isBefore ? 'before' : 'after'} it)`, async () => {
          const page = await two(first, second, extra);
          await pay(page, isBefore);
          expect(page.orders).to.deep.equal([submitted]);
          page.elements[1]!.close();
          await clock.tickAsync(10_000);
          expect(page.orders).to.deep.equal([submitted]);
        });

    it('submits no form when the element of the event has left the page before the other learns of it', async () => {
      const { elements, orders } = await two('>', '>', '');
      await succeed(elements[0]!);
      elements[0]!.remove();
      elements[1]!.fake.goTo('processing');
      elements[1]!.fake.goTo('succeeded');
      await clock.tickAsync(10_000);
      expect(orders).to.deep.equal([]);
    });

    it('submits the first form that becomes valid, once, when both were invalid', async () => {
      const page = await two('><input required>', '><input required>');
      await pay(page, false);
      expect(page.orders).to.deep.equal([]);
      page.forms[1]!.querySelector<HTMLInputElement>('[required]')!.value = 'Main Street';
      await clock.tickAsync(1_000);
      page.forms[0]!.querySelector<HTMLInputElement>('[required]')!.value = 'Main Street';
      await clock.tickAsync(10_000);
      expect(page.orders).to.deep.equal(['b']);
    });

    it('submits no other form when the payer has submitted the form', async () => {
      const page = await two('><input required>', 'hidden>');
      await pay(page, true);
      expect(page.orders).to.deep.equal([]);
      page.forms[0]!.querySelector<HTMLInputElement>('[required]')!.value = 'Main Street';
      page.forms[0]!.requestSubmit();
      page.forms[1]!.hidden = false;
      await clock.tickAsync(10_000);
      expect(page.orders).to.deep.equal(['a']);
    });
  });
});
