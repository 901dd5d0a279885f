/** Tests the sheet: opening, closing, listeners that prevent closing, and its effect on the page. */
import { expect, oneEvent } from '@open-wc/testing';
import { cleanUp, create, markup, pay, record, rendered, type TestPay } from '../../support/pages/element.js';

const dialogOf = (element: TestPay): HTMLDialogElement => {
  const dialog = element.shadowRoot?.querySelector('dialog');
  if (!dialog) throw new Error('There is no sheet.');
  return dialog;
};

const isModal = (element: TestPay): boolean => dialogOf(element).matches(':modal');

const escape = (target: EventTarget): KeyboardEvent => {
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true });
  target.dispatchEvent(event);
  return event;
};

/** Presses the pointer at the point `down` and releases it at the point `up` of the viewport. */
function press(target: EventTarget, down: [number, number], up = down): void {
  const at = ([clientX, clientY]: [number, number]): PointerEventInit => ({
    bubbles: true,
    composed: true,
    clientX,
    clientY,
  });
  target.dispatchEvent(new PointerEvent('pointerdown', at(down)));
  target.dispatchEvent(new PointerEvent('click', at(up)));
}

describe('sheet', () => {
  afterEach(cleanUp);

  it('opens modally and emits `hub-open` once when its button is pressed', async () => {
    const element = await pay();
    const events = record(element, 'hub-open', 'hub-statechange');
    element.press('button');
    expect(isModal(element)).to.equal(true);
    expect([element.open, element.matches(':state(open)')]).to.deep.equal([true, true]);
    element.show();
    await rendered(element);
    expect(events.map(({ type, detail }) => [type, detail])).to.deep.equal([
      ['hub-open', {}],
      ['hub-statechange', { state: 'selecting', previous: 'idle' }],
    ]);
  });

  const ways: readonly (readonly [reason: string, way: (element: TestPay) => void])[] = [
    ['button', (element) => element.press('close')],
    ['escape', (element) => void escape(dialogOf(element))],
    ['escape', (element) => void dialogOf(element).dispatchEvent(new Event('cancel', { cancelable: true }))],
    ['outside', (element) => press(dialogOf(element), [1, 1])],
    ['method', (element) => element.close()],
    ['method', (element) => element.removeAttribute('open')],
    ['method', (element) => void (element.open = false)],
  ];
  for (const [index, [reason, way]] of ways.entries()) {
    it(`closes with the reason ${reason} when it is closed by way ${index + 1}`, async () => {
      const element = await pay({ open: '' });
      await rendered(element);
      const events = record(element, 'hub-close');
      way(element);
      expect(events.map(({ detail }) => detail)).to.deep.equal([{ reason, committed: false }]);
      expect([element.open, dialogOf(element).open]).to.deep.equal([false, false]);
      expect(element.matches(':state(open)')).to.equal(false);
      expect(element.state.name).to.equal('idle');
    });

    it(`stays open when the page prevents the close by way ${index + 1}`, async () => {
      const element = await pay({ open: '' });
      await rendered(element);
      element.addEventListener('hub-close', (event) => event.preventDefault());
      way(element);
      await rendered(element);
      expect([element.open, element.matches(':state(open)'), isModal(element)]).to.deep.equal([true, true, true]);
      expect(element.state.name).to.equal('selecting');
    });
  }

  it('emits `hub-close` and reopens at the page’s veto when the browser closes the dialog directly', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const events = record(element, 'hub-close');
    element.addEventListener('hub-close', (event) => event.preventDefault(), { once: true });
    const closed = async (): Promise<void> => {
      const dialog = dialogOf(element);
      const heard = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
      dialog.close();
      await heard;
    };
    await closed();
    expect([events.length, isModal(element)]).to.deep.equal([1, true]);
    await closed();
    expect([events.length, element.open]).to.deep.equal([2, false]);
  });

  it('emits `hub-close` once and stays open when the browser closes it after a veto', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const events = record(element, 'hub-close');
    element.addEventListener('hub-close', (event) => event.preventDefault());
    const dialog = dialogOf(element);
    const closed = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }));
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    dialog.close();
    await closed;
    expect([events.length, isModal(element)]).to.deep.equal([1, true]);
  });

  it('emits `hub-close` once when a listener of `hub-close` closes it again', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const events = record(element, 'hub-close');
    element.addEventListener('hub-close', () => element.close());
    element.close();
    expect([events.length, element.open]).to.deep.equal([1, false]);
  });

  it('reports `committed` and closes while the payment goes on when money may have been sent', async () => {
    const element = await pay({ open: '' });
    element.fake.goTo('processing');
    await rendered(element);
    const events = record(element, 'hub-close');
    element.press('close');
    expect(events[0]?.detail.committed).to.equal(true);
    expect(element.state.name).to.equal('processing');
    await rendered(element);
    expect(element.find('button')?.textContent.trim()).to.equal('Payment in progress');
  });

  it('stays open when a press starts or ends inside it', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const dialog = dialogOf(element);
    const { left, top } = dialog.getBoundingClientRect();
    press(dialog, [left + 5, top + 5]);
    press(dialog, [left + 5, top + 5], [1, 1]);
    press(element.find('title')!, [1, 1]);
    expect(element.open).to.equal(true);
  });

  it('ignores Escape when a composition, a field or a slotted dialog uses it', async () => {
    const element = create({ open: '' });
    element.append(markup('<div slot="help"><dialog><button>Inner</button></dialog></div>'));
    document.body.append(element);
    await rendered(element);
    const dialog = dialogOf(element);
    dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true }));
    const field = element.find('title')!;
    field.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    escape(field);
    const inner = element.querySelector('dialog')!;
    inner.showModal();
    expect(escape(inner.querySelector('button')!).defaultPrevented).to.equal(false);
    expect(element.open).to.equal(true);
    element.remove();
  });

  it('stays open when the payer cancels a choice of files in it', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const cancel = new Event('cancel', { bubbles: true, cancelable: true });
    element.find('title')!.dispatchEvent(cancel);
    expect([element.open, cancel.defaultPrevented]).to.deep.equal([true, false]);
  });

  it('stays open when a wallet’s dialog opens and closes above it', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const wallet = document.createElement('dialog');
    document.body.append(wallet);
    const events = record(element, 'hub-close');
    const closed = oneEvent(wallet, 'close');
    wallet.showModal();
    escape(wallet);
    wallet.close();
    await closed;
    wallet.remove();
    expect([events.length, isModal(element)]).to.deep.equal([0, true]);
  });

  it('works inside a modal dialog of the page when the body takes no pointer events', async () => {
    const host = document.createElement('dialog');
    document.body.style.pointerEvents = 'none';
    document.body.append(host);
    host.showModal();
    const element = await pay({}, host);
    element.press('button');
    await rendered(element);
    const { left, top, width } = element.find('close')!.getBoundingClientRect();
    expect(document.elementFromPoint(left + width / 2, top + width / 2) === element).to.equal(true);
    escape(dialogOf(element));
    expect([element.open, host.open]).to.deep.equal([false, true]);
    document.body.style.pointerEvents = '';
    host.remove();
  });

  it('blocks scrolling while any sheet is open and leaves the page’s styles unchanged', async () => {
    const one = await pay();
    const other = await pay();
    const overflow = (): string => getComputedStyle(document.documentElement).overflow;
    const before = [overflow(), document.documentElement.getAttribute('style')];
    one.show();
    other.show();
    expect(overflow()).to.equal('hidden');
    one.close();
    expect(overflow()).to.equal('hidden');
    other.remove();
    expect([overflow(), document.documentElement.getAttribute('style')]).to.deep.equal(before);
  });

  it('leaves the page as wide as it was when the page has a scroll bar', async () => {
    const element = await pay();
    const long = document.createElement('p');
    long.style.blockSize = '300vh';
    document.body.append(long);
    // Of the browsers of the tests, only Firefox has a scroll bar that takes space.
    const widths = (): number[] => [document.body.clientWidth, element.getBoundingClientRect().left];
    const before = widths();
    element.show();
    expect(widths()).to.deep.equal(before);
    element.close();
    expect(widths()).to.deep.equal(before);
    long.remove();
  });

  it('returns the focus to its button when it closes', async () => {
    const element = await pay();
    element.press('button');
    await rendered(element);
    element.press('close');
    expect(element.shadowRoot?.activeElement?.getAttribute('part')).to.equal('button');
  });

  for (const name of ['reviewing', 'authorizing', 'succeeded'] as const)
    it(`returns the focus to the page’s element when the page opened it, and closes it in \`${name}\``, async () => {
      const element = await pay();
      const parent = document.createElement('div');
      const opener = document.createElement('button');
      parent.attachShadow({ mode: 'open' }).append(opener);
      document.body.append(parent);
      opener.focus();
      element.show();
      for (const each of ['reviewing', 'authorizing', 'succeeded'] as const) {
        element.fake.goTo(each);
        await rendered(element);
        if (each === name) break;
      }
      element.close();
      expect(parent.shadowRoot!.activeElement === opener).to.equal(true);
      parent.remove();
    });

  it('is removed without `hub-close` when the layout changes to panel', async () => {
    const element = await pay({ open: '' });
    await rendered(element);
    const events = record(element, 'hub-close');
    element.layout = 'panel';
    await rendered(element);
    expect([element.open, element.matches(':state(open)'), events.length]).to.deep.equal([false, false, 0]);
    expect(getComputedStyle(document.documentElement).overflow).not.to.equal('hidden');
    expect(element.find('panel') === null).to.equal(false);
  });
});
