/** The element in a form: as any control, its value being the request id of a delivered payment. */
import { expect } from '@open-wc/testing';
import { restore } from 'sinon';
import {
  attributes,
  cleanUp,
  payment,
  receipt,
  record,
  rendered,
  requestId,
  type TestPay,
} from '../support/element.js';

async function inForm(extra: string): Promise<{ form: HTMLFormElement; element: TestPay }> {
  const form = document.createElement('form');
  const rest = Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');
  form.append(
    document
      .createRange()
      .createContextualFragment(
        `<fieldset><test-pay name="payment" ${rest} ${extra}></test-pay></fieldset><button>Place order</button>`,
      ),
  );
  form.addEventListener('submit', (event) => event.preventDefault());
  document.body.append(form);
  const element = form.querySelector('test-pay') as TestPay;
  await rendered(element);
  return { form, element };
}

function succeed(element: TestPay): void {
  element.fake.goTo('succeeded');
  element.fake.store.emit('hub-success', receipt);
}

describe('in a form', () => {
  afterEach(() => {
    cleanUp();
    document.querySelectorAll('form').forEach((form) => form.remove());
    restore();
  });

  it('submits nothing before the payment, and the request id after it', async () => {
    const { form, element } = await inForm('');
    expect([...new FormData(form)]).to.deep.equal([]);
    expect(element.value).to.equal('');
    succeed(element);
    expect([...new FormData(form)]).to.deep.equal([['payment', requestId]]);
    expect(element.form === form).to.equal(true);
  });

  it('holds a form back that requires the payment: “Pay first”, at the pay button', async () => {
    const { form, element } = await inForm('required');
    const submits = record(form, 'submit');
    form.requestSubmit();
    expect(submits).to.have.lengthOf(0);
    expect(element.validity.valueMissing).to.equal(true);
    expect(element.validationMessage).to.equal('Pay first');
    expect([element.checkValidity(), element.reportValidity(), element.willValidate]).to.deep.equal([
      false,
      false,
      true,
    ]);
    expect(element.shadowRoot?.activeElement?.getAttribute('part')).to.equal('button');
    succeed(element);
    form.requestSubmit();
    expect(submits).to.have.lengthOf(1);
    expect([element.checkValidity(), element.validationMessage]).to.deep.equal([true, '']);
  });

  it('is valid already when hub-success is dispatched', async () => {
    const { element } = await inForm('required');
    let valid: boolean | undefined;
    element.addEventListener('hub-success', () => (valid = element.checkValidity()));
    succeed(element);
    expect(valid).to.equal(true);
  });

  it('submits the form by itself where it was asked to, after change', async () => {
    const { form, element } = await inForm('submit-on-success required');
    const events = record(form, 'change', 'submit', 'hub-success');
    succeed(element);
    expect(events.map(({ type }) => type)).to.deep.equal(['hub-success', 'change', 'submit']);
  });

  it('tells of the change once, and again when the value goes', async () => {
    const { element } = await inForm('');
    const events = record(element, 'change');
    succeed(element);
    element.fake.store.emit('hub-success', receipt);
    expect(events).to.have.lengthOf(1);
    element.reset();
    expect([events.length, element.value]).to.deep.equal([2, '']);
  });

  it('keeps its value for a success of another payment that is not on the screen', async () => {
    const { element } = await inForm('submit-on-success');
    const events = record(element, 'change');
    element.fake.store.emit('hub-success', { ...receipt, requestId: `0x${'cd'.repeat(32)}` });
    expect([element.value, events.length]).to.deep.equal(['', 0]);
  });

  it('F-162 has its value and tells of the change where another tab tells the success; that tab submits the form', async () => {
    const { form, element } = await inForm('required submit-on-success');
    element.fake.goTo('processing');
    const events = record(form, 'change', 'submit', 'hub-success');
    element.fake.goTo('succeeded');
    await rendered(element);
    expect([...new FormData(form)]).to.deep.equal([['payment', requestId]]);
    expect(element.checkValidity()).to.equal(true);
    expect(events.map(({ type }) => type)).to.deep.equal(['change']);
    element.reset();
    expect(events.map(({ type }) => type)).to.deep.equal(['change', 'change']);
  });

  it('tells of the change once where the success is told a moment later', async () => {
    const { form, element } = await inForm('submit-on-success');
    element.fake.goTo('processing');
    const events = record(form, 'change', 'submit', 'hub-success');
    succeed(element);
    await rendered(element);
    expect(events.map(({ type }) => type)).to.deep.equal(['hub-success', 'change', 'submit']);
  });

  it('has its value again after a reload, as any field that the browser fills: without change and without submitting', async () => {
    const { form, element } = await inForm('required submit-on-success');
    const events = record(form, 'change', 'submit', 'hub-success');
    element.fake.dispatch({ type: 'succeeded', receipt, at: 0, recalled: payment });
    await rendered(element);
    expect([...new FormData(form)]).to.deep.equal([['payment', requestId]]);
    expect([element.checkValidity(), events.length]).to.deep.equal([true, 0]);
  });

  it('is cleared by a reset of the form only while nothing is committed', async () => {
    const { form, element } = await inForm('');
    element.fake.goTo('reviewing');
    form.reset();
    expect(element.state.name).to.equal('idle');
    element.fake.goTo('processing');
    form.reset();
    expect(element.state.name).to.equal('processing');
    element.fake.goTo('succeeded');
    form.reset();
    expect(element.value).to.equal(requestId);
  });

  it('is disabled with its fieldset, takes no part in validation then, and opens nothing', async () => {
    const { form, element } = await inForm('required');
    const fieldset = form.querySelector('fieldset')!;
    fieldset.disabled = true;
    await rendered(element);
    expect((element.find('button') as HTMLButtonElement).disabled).to.equal(true);
    expect(element.willValidate).to.equal(false);
    element.show();
    expect(element.open).to.equal(false);
    fieldset.disabled = false;
    await rendered(element);
    element.show();
    expect(element.open).to.equal(true);
  });

  it('looks again at the payment that the browser brings back', async () => {
    const { element } = await inForm('');
    element.formStateRestoreCallback(requestId);
    element.formStateRestoreCallback(null);
    expect(element.fake.resumed).to.deep.equal([requestId]);
  });

  it('takes nothing for paid that the browser brings back before it is confirmed', async () => {
    const { form, element } = await inForm('required');
    element.formStateRestoreCallback(requestId);
    element.fake.goTo('processing');
    await rendered(element);
    expect([element.value, element.checkValidity(), [...new FormData(form)].length]).to.deep.equal(['', false, 0]);
    element.fake.goTo('succeeded');
    expect(element.value).to.equal(requestId);
  });

  it('lets an order find its own payments: an id brought back may be of the order that stood here before', async () => {
    const { element } = await inForm('reference="order-2"');
    element.formStateRestoreCallback(requestId);
    expect(element.fake.resumed).to.deep.equal([]);
  });

  it('tells its state to style sheets', async () => {
    const { element } = await inForm('');
    expect(element.matches(':state(idle)')).to.equal(true);
    element.fake.goTo('processing');
    await rendered(element);
    expect([element.matches(':state(idle)'), element.matches(':state(processing)')]).to.deep.equal([false, true]);
  });
});
