/** Tests that keys and the focus stay in the open sheet, and that Enter in a field presses the primary button. */
import { expect } from '@open-wc/testing';
import { spy } from 'sinon';
import { until } from '../../support/until.js';
import {
  cleanUp,
  intent,
  markup,
  pay,
  pressedWords,
  receives,
  record,
  rendered,
  type TestPay,
} from '../../support/pages/element.js';

const key = (target: EventTarget, name: string, type = 'keydown', init: KeyboardEventInit = {}): KeyboardEvent => {
  const event = new KeyboardEvent(type, { key: name, bubbles: true, composed: true, cancelable: true, ...init });
  target.dispatchEvent(event);
  return event;
};

describe('keys in the sheet', () => {
  const ends: (() => void)[] = [];

  afterEach(() => {
    for (const end of ends.splice(0)) end();
    cleanUp();
  });

  /** Listens as a page does, and returns the keys that it hears. */
  function heardBy(target: EventTarget, type: string, capture = false): string[] {
    const heard: string[] = [];
    const listener = (event: Event): void => void heard.push((event as KeyboardEvent).key);
    target.addEventListener(type, listener, capture);
    ends.push(() => target.removeEventListener(type, listener, capture));
    return heard;
  }

  /** An element in the state in which the payer types the amount. */
  async function typing(extra: Readonly<Record<string, string | null>> = {}): Promise<TestPay> {
    const { amount: _, ...rest } = intent;
    const element = await pay({ amount: null, ...extra });
    element.show();
    await rendered(element);
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'intent-parsed', intent: rest, receives, open: ['amount'], asset: null });
    await until(element, () => element.find('amount')?.matches('input:enabled'));
    return element;
  }

  it('closes only the sheet at Escape, and no dialog of the page that listens around or before the element', async () => {
    const modal = document.createElement('div');
    document.body.append(modal);
    ends.push(() => modal.remove());
    const heard = [
      heardBy(modal, 'keydown'),
      heardBy(document, 'keydown'),
      heardBy(document, 'keydown', true),
      heardBy(document, 'keyup'),
      heardBy(window, 'keydown'),
    ];
    const element = await pay({}, modal);
    element.press('button');
    await rendered(element);
    const title = element.find('title')!;
    expect(key(title, 'Escape').defaultPrevented).to.equal(true);
    expect(element.open).to.equal(false);
    key(element.find('button')!, 'Escape', 'keyup');
    expect(heard).to.deep.equal([[], [], [], [], []]);
    key(element.find('button')!, 'Escape');
    key(element.find('button')!, 'Escape', 'keyup');
    expect(heard).to.deep.equal([['Escape'], ['Escape'], ['Escape'], ['Escape'], ['Escape']]);
  });

  it('closes no dialog of the page when Escape comes from the page’s own content in the sheet', async () => {
    const heard = heardBy(document, 'keydown');
    const element = await pay();
    const help = document.createElement('button');
    help.slot = 'help';
    element.append(help);
    element.press('button');
    await rendered(element);
    key(help, 'Escape');
    expect([element.open, heard]).to.deep.equal([false, []]);
  });

  it('keeps what the payer types from the shortcuts of the page, and lets the page hear all else', async () => {
    const shortcut = heardBy(document, 'keydown', true);
    const prevent = (event: Event): void => event.preventDefault();
    document.addEventListener('keydown', prevent, true);
    ends.push(() => document.removeEventListener('keydown', prevent, true));
    const element = await typing();
    expect(key(element.find('amount')!, '5').defaultPrevented).to.equal(false);
    expect(key(element.find('heading')!, 'Tab').defaultPrevented).to.equal(false);
    expect(shortcut).to.deep.equal([]);
    element.close();
    key(element.find('button')!, '5');
    key(document.body, '6');
    expect(shortcut).to.deep.equal(['5', '6']);
  });

  it('keeps only the text of fields from the page in a panel', async () => {
    const heard = heardBy(document, 'keydown');
    const element = await typing({ layout: 'panel' });
    const field = element.find('amount')!;
    for (const name of ['5', 'Backspace', 'Escape', 'Tab']) key(field, name);
    key(field, 'k', 'keydown', { ctrlKey: true });
    key(field, 'v', 'keydown', { metaKey: true });
    key(element.find('heading')!, 'j');
    expect(heard).to.deep.equal(['Escape', 'Tab', 'k', 'v', 'j']);
  });

  it('gives the focus to no trap of the page, by keyboard or by pointer', async () => {
    const trap = document.createElement('button');
    document.body.append(trap);
    const takeBack = (event: Event): void => {
      if (event.composedPath().includes(trap)) return;
      event.stopImmediatePropagation();
      if (event.type === 'mousedown') event.preventDefault();
      trap.focus();
    };
    for (const type of ['focusin', 'mousedown']) document.addEventListener(type, takeBack, true);
    ends.push(() => {
      for (const type of ['focusin', 'mousedown']) document.removeEventListener(type, takeBack, true);
      trap.remove();
    });
    const element = await typing();
    const field = element.find('amount')!;
    const press = new MouseEvent('mousedown', { bubbles: true, composed: true, cancelable: true });
    expect(field.dispatchEvent(press)).to.equal(true);
    field.focus();
    expect([document.activeElement === element, element.shadowRoot?.activeElement === field]).to.deep.equal([
      true,
      true,
    ]);
  });

  /** Cancels the events of these types, as a page does at its document. */
  function cancelled(...types: string[]): void {
    const cancel = (event: Event): void => event.preventDefault();
    for (const type of types) document.addEventListener(type, cancel, { capture: true, passive: false });
    ends.push(() => types.forEach((type) => document.removeEventListener(type, cancel, true)));
  }
  /** Whether the event keeps its default action, such as to scroll. */
  const works = (target: Element, type: string): boolean =>
    target.dispatchEvent(new Event(type, { bubbles: true, composed: true, cancelable: true }));

  it('scrolls although a scroll lock of the page cancels the wheel and each move of a finger', async () => {
    cancelled('wheel', 'touchmove');
    const element = await typing();
    for (const type of ['wheel', 'touchmove']) expect(works(element.find('heading')!, type), type).to.equal(true);
    element.close();
    expect(works(element.find('button')!, 'wheel')).to.equal(false);
    expect(works(document.body, 'wheel')).to.equal(false);
  });

  it('lets content of the page in the open sheet hear that it scrolls, but nothing around the element', async () => {
    const element = await typing();
    const list = document.createElement('div');
    list.slot = 'summary';
    element.append(list);
    const [inside, outside] = [record(list, 'wheel'), record(document, 'wheel')];
    works(list, 'wheel');
    expect([inside.length, outside.length]).to.deep.equal([1, 0]);
    element.close();
    works(list, 'wheel');
    expect([inside.length, outside.length]).to.deep.equal([2, 1]);
  });

  for (const layout of ['panel', undefined]) {
    it(`lets the payer select, copy and paste on a page that forbids it (${layout ?? 'sheet'})`, async () => {
      const types = ['copy', 'cut', 'paste', 'selectstart', 'contextmenu', 'dragstart'];
      cancelled(...types);
      const element = await typing(layout ? { layout } : {});
      const field = element.find('amount') as HTMLInputElement;
      for (const type of types) expect(works(field, type), type).to.equal(true);
      for (const type of types) expect(works(document.body, type), type).to.equal(false);
    });
  }

  it('hides from the page each event by which it would react to a key or to the pointer when the sheet is open', async () => {
    const keys = ['keydown', 'keypress', 'keyup'];
    const pointer = ['focusin', 'mousedown', 'touchstart', 'wheel', 'touchmove', 'click'];
    const element = await typing();
    const heard: string[] = [];
    const hear = ({ type }: Event): void => void heard.push(type);
    for (const type of [...keys, ...pointer]) {
      document.addEventListener(type, hear, true);
      ends.push(() => document.removeEventListener(type, hear, true));
      works(element.find('heading')!, type);
    }
    expect(heard).to.deep.equal([]);
    for (const type of [...keys, ...pointer]) works(document.body, type);
    expect(heard).to.deep.equal([...keys, ...pointer]);
  });

  it('gives the sheet each key with the keys that are pressed together with it', async () => {
    const element = await typing();
    const keys = record(element.shadowRoot!, 'keydown');
    const pressed = { code: 'KeyK', ctrlKey: true, shiftKey: true, altKey: true, metaKey: true, repeat: true };
    key(element.find('amount')!, 'k', 'keydown', { ...pressed, isComposing: true });
    expect(keys).to.have.lengthOf(1);
    expect(keys[0]).to.include({ ...pressed, key: 'k', isComposing: true });
  });

  it('listens to nothing of the window after a script has removed the element', async () => {
    const add = spy(window, 'addEventListener');
    const element = await pay();
    const signals = add
      .getCalls()
      .map(({ args: [, , options] }) => options)
      .flatMap((options) => (typeof options === 'object' && options.capture && options.signal ? [options.signal] : []));
    add.restore();
    expect(signals.length).to.be.at.least(10);
    expect(signals.some(({ aborted }) => aborted)).to.equal(false);
    element.remove();
    expect(signals.every(({ aborted }) => aborted)).to.equal(true);
  });

  it('takes clicks that a trap of the page swallows, and presses a checkbox once', async () => {
    const swallow = (event: Event): void => {
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener('click', swallow, true);
    ends.push(() => document.removeEventListener('click', swallow, true));
    const element = await typing();
    const box = document.createElement('input');
    box.type = 'checkbox';
    element.find('heading')!.append(box);
    box.click();
    expect(box.checked).to.equal(true);
    expect(pressedWords(element)).to.deep.equal([true, true]);
    element.find('close')!.click();
    expect(element.open).to.equal(false);
    const link = document.createElement('a');
    const clicks = record(link, 'click');
    document.body.append(link);
    ends.push(() => link.remove());
    link.click();
    expect(clicks).to.have.lengthOf(0);
  });

  it('presses the primary button at Enter in the amount field, as often as a press works', async () => {
    const element = await typing();
    const field = element.find('amount') as HTMLInputElement;
    const primary = element.find('primary') as HTMLButtonElement;
    const clicks = record(primary, 'click');
    key(field, 'Enter');
    expect(clicks).to.have.lengthOf(0);
    primary.disabled = false;
    key(field, 'Enter', 'keydown', { isComposing: true });
    key(field, 'Enter', 'keydown', { repeat: true });
    key(element.find('heading')!, 'Enter');
    const consent = document.createElement('input');
    consent.type = 'checkbox';
    element.find('heading')!.append(consent);
    expect(key(consent, 'Enter').defaultPrevented).to.equal(false);
    expect(clicks).to.have.lengthOf(0);
    expect(key(field, 'Enter').defaultPrevented).to.equal(true);
    expect(clicks).to.have.lengthOf(1);
  });

  for (const [slot, at] of [
    ['label', 'selecting'],
    ['header', 'selecting'],
    ['summary', 'selecting'],
    ['methods', 'selecting'],
    ['help', 'reviewing'],
    ['footer', 'reviewing'],
    ['success', 'succeeded'],
  ] as const)
    for (const layout of ['panel', 'button'])
      it(`leaves Enter in a field of the page to the page when the field is in the slot ${slot} (${layout})`, async () => {
        const element = await pay({ layout });
        element.append(
          markup(`<form slot="${slot}"><input><input type="search"><select></select><button></button></form>`),
        );
        const form = element.querySelector('form')!;
        if (slot !== 'label') element.show();
        await rendered(element);
        element.fake.goTo(at);
        await rendered(element);
        const presses = record(element.shadowRoot!, 'click');
        for (const field of form.children) expect(key(field, 'Enter').defaultPrevented).to.equal(false);
        expect(presses).to.have.length(0);
      });

  for (const type of ['text', 'email', 'number', 'submit', 'button', 'reset', 'image', 'file', 'radio', 'checkbox'])
    it(`presses the primary button at Enter only in a field for text, when the type is ${type}`, async () => {
      const element = await typing();
      const field = element.find('amount') as HTMLInputElement;
      const primary = element.find('primary') as HTMLButtonElement;
      const clicks = record(primary, 'click');
      primary.disabled = false;
      field.type = type;
      key(field, 'Enter');
      expect(clicks).to.have.length(['text', 'email', 'number'].includes(type) ? 1 : 0);
    });
});
