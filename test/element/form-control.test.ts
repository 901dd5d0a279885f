/** Tests the element as a form control whose value is the request id of a delivered payment. */
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
} from '../support/pages/element.js';

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

describe('form control', () => {
  afterEach(() => {
    cleanUp();
    document.querySelectorAll('form').forEach((form) => form.remove());
    restore();
  });

  it('submits no value before the payment and the request id after it', async () => {
    const { form, element } = await inForm('');
    expect([...new FormData(form)]).to.deep.equal([]);
    expect(element.value).to.equal('');
    succeed(element);
    expect([...new FormData(form)]).to.deep.equal([['payment', requestId]]);
    expect(element.form === form).to.equal(true);
  });

  it('blocks a form that requires the payment, with “Pay first” and the focus on the pay button', async () => {
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

  it('is valid when `hub-success` is dispatched', async () => {
    const { element } = await inForm('required');
    let valid: boolean | undefined;
    element.addEventListener('hub-success', () => (valid = element.checkValidity()));
    succeed(element);
    expect(valid).to.equal(true);
  });

  it('submits the form after `change` when `submit-on-success` is set', async () => {
    const { form, element } = await inForm('submit-on-success required');
    const events = record(form, 'change', 'submit', 'hub-success');
    succeed(element);
    expect(events.map(({ type }) => type)).to.deep.equal(['hub-success', 'change', 'submit']);
  });

  it('P-9 has no value and submits nothing when the payment of another order succeeds', async () => {
    const { form, element } = await inForm('submit-on-success reference="order-7"');
    const events = record(form, 'change', 'submit', 'hub-success');
    element.fake.goTo('processing');
    element.reference = 'order-8';
    element.fake.dispatch({ type: 'succeeded', receipt, at: 0 });
    element.fake.store.emit('hub-success', receipt);
    await rendered(element);
    expect([element.value, ...new FormData(form)]).to.deep.equal(['']);
    expect(events.map(({ type }) => type)).to.deep.equal(['hub-success']);
  });

  it('P-9 has no value when the wallets change while the open checkout still shows the end of another order', async () => {
    const { form, element } = await inForm('required reference="order-7"');
    element.fake.goTo('processing');
    element.reference = 'order-8';
    await rendered(element);
    element.fake.dispatch({ type: 'succeeded', receipt, at: 0 });
    element.fake.store.emit('hub-success', receipt);
    // The real session ignores these options, because it already keeps the new order until the checkout is closed.
    element.fake.configure = () => undefined;
    element.wallets = [];
    await rendered(element);
    expect([element.state.name, element.value, element.checkValidity()]).to.deep.equal(['succeeded', '', false]);
    expect([...new FormData(form)]).to.deep.equal([]);
  });

  it('emits `change` once when the payment succeeds and again when it is reset, which leaves no entry', async () => {
    const { form, element } = await inForm('');
    const events = record(element, 'change');
    succeed(element);
    element.fake.store.emit('hub-success', receipt);
    expect(events).to.have.lengthOf(1);
    element.reset();
    expect([events.length, element.value]).to.deep.equal([2, '']);
    expect([...new FormData(form)]).to.deep.equal([]);
  });

  it('keeps its value when another payment succeeds that is not shown', async () => {
    const { element } = await inForm('submit-on-success');
    const events = record(element, 'change');
    element.fake.store.emit('hub-success', { ...receipt, requestId: `0x${'cd'.repeat(32)}` });
    expect([element.value, events.length]).to.deep.equal(['', 0]);
  });

  it('F-162 gets its value and emits `change` without a submit when another tab reports the success', async () => {
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

  it('emits `change` once when the success event follows the success state', async () => {
    const { form, element } = await inForm('submit-on-success');
    element.fake.goTo('processing');
    const events = record(form, 'change', 'submit', 'hub-success');
    succeed(element);
    await rendered(element);
    expect(events.map(({ type }) => type)).to.deep.equal(['hub-success', 'change', 'submit']);
  });

  it('restores its value after a reload without `change` or a submit', async () => {
    const { form, element } = await inForm('required submit-on-success');
    const events = record(form, 'change', 'submit', 'hub-success');
    element.fake.dispatch({ type: 'succeeded', receipt, at: 0, recalled: payment });
    await rendered(element);
    expect([...new FormData(form)]).to.deep.equal([['payment', requestId]]);
    expect([element.checkValidity(), events.length]).to.deep.equal([true, 0]);
  });

  it('is cleared by a form reset only when the payment is not committed or settled', async () => {
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

  it('is disabled, not validated and not opened when its fieldset is disabled', async () => {
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

  it('has an enabled button again when a script sets the property disabled to false', async () => {
    const { element } = await inForm('');
    for (const disabled of [true, false]) {
      element.disabled = disabled;
      await rendered(element);
      expect((element.find('button') as HTMLButtonElement).disabled).to.equal(disabled);
    }
  });

  it('resumes the payment whose id the browser restores', async () => {
    const { element } = await inForm('');
    element.formStateRestoreCallback(requestId);
    element.formStateRestoreCallback(null);
    expect(element.fake.resumed).to.deep.equal([requestId]);
  });

  it('has no value for a restored id until the payment is confirmed', async () => {
    const { form, element } = await inForm('required');
    element.formStateRestoreCallback(requestId);
    element.fake.goTo('processing');
    await rendered(element);
    expect([element.value, element.checkValidity(), [...new FormData(form)].length]).to.deep.equal(['', false, 0]);
    element.fake.goTo('succeeded');
    expect(element.value).to.equal(requestId);
  });

  it('ignores a restored id when the element has an order reference', async () => {
    const { element } = await inForm('reference="order-2"');
    element.formStateRestoreCallback(requestId);
    expect(element.fake.resumed).to.deep.equal([]);
  });

  it('exposes its state to style sheets', async () => {
    const { element } = await inForm('');
    expect(element.matches(':state(idle)')).to.equal(true);
    element.fake.goTo('processing');
    await rendered(element);
    expect([element.matches(':state(idle)'), element.matches(':state(processing)')]).to.deep.equal([false, true]);
  });
});
