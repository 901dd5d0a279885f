/** Tests that the sheet leaves the page to a wallet’s own window while it is asked, and is modal again after. */
import { expect } from '@open-wc/testing';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { cleanUp, markup, pay, payer, payment, record, rendered, type TestPay } from '../../support/pages/element.js';

const dialogOf = (element: TestPay): HTMLDialogElement => element.shadowRoot!.querySelector('dialog')!;
const isModal = (element: TestPay): boolean => dialogOf(element).matches(':modal');
const middle = (): Element | null => document.elementFromPoint(innerWidth / 2, innerHeight / 2);
const boxOf = (element: TestPay): number[] => {
  const { x, y, width, height } = dialogOf(element).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
};

describe('sheet while a wallet is asked', () => {
  let clock: SinonFakeTimers;
  const added: Element[] = [];

  beforeEach(() => {
    clock = useFakeTimers({ toFake: ['setInterval', 'clearInterval'], shouldClearNativeTimers: true });
  });

  afterEach(() => {
    clock.restore();
    cleanUp();
    for (const each of added.splice(0)) each.remove();
  });

  /** The window of a wallet, as WalletConnect, AppKit and in-app wallets append it. */
  function overlay(zIndex = '2147483647', parent: Element = document.body): HTMLButtonElement {
    const window = document.createElement('div');
    window.style.cssText = `position: fixed; inset: 0; display: grid; z-index: ${zIndex}`;
    const button = document.createElement('button');
    window.append(button);
    parent.append(window);
    added.push(window);
    return button;
  }

  async function opened(parent?: Element): Promise<TestPay> {
    const element = await pay({}, parent);
    element.press('button');
    await rendered(element);
    // The sheet rises when it opens.
    for (const animation of dialogOf(element).getAnimations()) animation.finish();
    return element;
  }

  async function asking(parent?: Element): Promise<TestPay> {
    const element = await opened(parent);
    element.fake.goTo('authorizing');
    await rendered(element);
    return element;
  }

  it('blocks the page only before and after, stays where it is, and emits no event of the sheet', async () => {
    const element = await opened();
    element.fake.goTo('reviewing');
    await rendered(element);
    const [box, events] = [boxOf(element), record(element, 'hub-open', 'hub-close')];
    const link = document.createElement('button');
    link.style.cssText = 'position: fixed; inset-block-start: 0; inset-inline-start: 0';
    document.body.append(link);
    added.push(link);
    const reached = (): boolean => document.elementFromPoint(2, 2) === link;
    expect([isModal(element), reached()]).to.deep.equal([true, false]);
    element.fake.goTo('authorizing');
    await rendered(element);
    expect([isModal(element), element.open, reached(), boxOf(element)]).to.deep.equal([false, true, true, box]);
    expect(dialogOf(element).getAnimations()).to.have.lengthOf(0);
    await clock.tickAsync(1000);
    expect(boxOf(element)).to.deep.equal(box);
    element.fake.goTo('processing');
    await rendered(element);
    expect([isModal(element), element.open, reached(), boxOf(element)]).to.deep.equal([true, true, false, box]);
    expect(dialogOf(element).getAnimations()).to.have.lengthOf(0);
    expect(events).to.deep.equal([]);
    element.close();
    element.show();
    await rendered(element);
    expect(dialogOf(element).hasAttribute('data-still')).to.equal(false);
  });

  it('shows the same part of its content before and after when the payer has scrolled', async () => {
    const element = await opened();
    element.fake.goTo('reviewing');
    await rendered(element);
    const body = dialogOf(element).querySelector('.body')!;
    const long = document.createElement('p');
    long.style.blockSize = '2000px';
    body.append(long);
    body.scrollTop = 700;
    element.find('heading')!.focus({ preventScroll: true });
    element.fake.dispatch({ type: 'confirmed' });
    await rendered(element);
    expect([isModal(element), body.scrollTop]).to.deep.equal([false, 700]);
    element.fake.dispatch({ type: 'confirm-vetoed' });
    await rendered(element);
    expect([isModal(element), body.scrollTop]).to.deep.equal([true, 700]);
  });

  for (const zIndex of ['2147483647', '9', 'auto']) {
    it(`gets out of the way of a wallet’s window with z-index ${zIndex}, and comes back`, async () => {
      const element = await asking();
      const box = boxOf(element);
      const button = overlay(zIndex);
      await clock.tickAsync(150);
      expect(middle() === button).to.equal(true);
      button.focus();
      expect(document.activeElement === button).to.equal(true);
      const [, y, , height] = boxOf(element);
      expect(y! + height!).to.be.below(innerHeight / 2);
      element.requestUpdate();
      await rendered(element);
      expect(document.activeElement === button).to.equal(true);
      button.parentElement!.remove();
      await clock.tickAsync(150);
      expect(boxOf(element)).to.deep.equal(box);
    });
  }

  /**
   * The window of a wallet in a shadow root, as WalletConnect Modal and web3-onboard have it: the host itself is drawn
   * nowhere.
   */
  function inShadow(mode: ShadowRootMode, parent: Node = document.body, depth = 1): HTMLButtonElement {
    const host = document.createElement('div');
    host.append(markup('\n<style></style>'));
    parent.appendChild(host);
    added.push(host);
    const root = host.attachShadow({ mode });
    root.append(markup('<style>:host { all: initial }</style>'));
    if (depth > 1) return inShadow(mode, root, depth - 1);
    const button = overlay('9');
    root.append(button.parentElement!);
    return button;
  }

  const isAside = (element: TestPay): boolean => dialogOf(element).hasAttribute('data-aside');

  for (const [mode, depth] of [
    ['open', 1],
    ['open', 2],
    ['closed', 1],
  ] as const) {
    it(`gets out of the way of a wallet’s window in ${depth} shadow root that is ${mode}, and comes back`, async () => {
      const element = await asking();
      const button = inShadow(mode, document.body, depth);
      await clock.tickAsync(150);
      const root = button.getRootNode() as ShadowRoot;
      expect([isAside(element), root.elementFromPoint(innerWidth / 2, innerHeight / 2) === button]).to.deep.equal([
        true,
        true,
      ]);
      await clock.tickAsync(150);
      expect(isAside(element)).to.equal(true);
      button.parentElement!.remove();
      await clock.tickAsync(150);
      expect(isAside(element)).to.equal(false);
    });

    it(`stays where it is when such a window, ${depth} deep and ${mode}, was there before the sheet`, async () => {
      inShadow(mode, document.body, depth);
      const element = await asking();
      await clock.tickAsync(300);
      expect(isAside(element)).to.equal(false);
    });
  }

  it('stays where it is when it lies in the slot of a fixed drawer, or beside fixed content in a shadow root', async () => {
    for (const where of ['slot', 'root']) {
      const host = document.createElement('div');
      document.body.append(host);
      added.push(host);
      const root = host.attachShadow({ mode: 'open' });
      root.append(markup('<div style="position: fixed; inset: 0; visibility: hidden"><slot></slot></div>'));
      const drawer = root.querySelector('div')!;
      const place = document.createElement('div');
      (where === 'slot' ? host : root).append(place);
      place.style.visibility = 'visible';
      if (where === 'root') drawer.style.visibility = '';
      const element = await asking(place);
      drawer.style.visibility = '';
      await clock.tickAsync(300);
      expect([where, isAside(element)]).to.deep.equal([where, false]);
      overlay('9', root as never);
      await clock.tickAsync(150);
      expect([where, isAside(element)]).to.deep.equal([where, true]);
      element.remove();
      host.remove();
    }
  });

  it('gets out of the way also when content of the page in its slot, or a long text, is in the middle', async () => {
    const element = await asking();
    const own = document.createElement('div');
    own.slot = 'help';
    own.style.cssText = 'position: fixed; inset: 0';
    element.append(own);
    const text = document.createElement('p');
    text.style.cssText = 'inline-size: 0; block-size: 0; white-space: pre; font: 40px/40px monospace';
    text.textContent = `${'x'.repeat(200)}\n`.repeat(60);
    document.body.append(text);
    added.push(text);
    await clock.tickAsync(150);
    expect(isAside(element)).to.equal(false);
    inShadow('open');
    await clock.tickAsync(150);
    expect(isAside(element)).to.equal(true);
  });

  it('gets out of the way of a window that appears at the press, before the sheet has rendered', async () => {
    const element = await opened();
    element.fake.goTo('reviewing');
    await rendered(element);
    element.fake.goTo('authorizing');
    const button = overlay();
    await rendered(element);
    expect(middle() === button).to.equal(true);
  });

  it('gets out of the way of a window that was in the page before, but hidden', async () => {
    const button = overlay();
    button.parentElement!.style.pointerEvents = 'none';
    const element = await asking();
    await clock.tickAsync(150);
    expect(dialogOf(element).hasAttribute('data-aside')).to.equal(false);
    button.parentElement!.style.pointerEvents = '';
    await clock.tickAsync(150);
    expect(middle() === button).to.equal(true);
  });

  it('stays where it is on a page whose own content is fixed in the middle', async () => {
    overlay('auto');
    const drawer = overlay('auto').parentElement!;
    const element = await asking(drawer);
    await clock.tickAsync(300);
    expect(dialogOf(element).hasAttribute('data-aside')).to.equal(false);
  });

  it('is also not modal while a wallet connects', async () => {
    const element = await opened();
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'wallet-dropped' });
    await rendered(element);
    element.fake.dispatch({ type: 'connecting', wallet: 'dev.hub-pay.demo' });
    await rendered(element);
    const button = overlay();
    await clock.tickAsync(150);
    expect([isModal(element), middle() === button]).to.deep.equal([false, true]);
    element.fake.dispatch({
      type: 'connected',
      account: payer,
    });
    await rendered(element);
    expect(isModal(element)).to.equal(true);
  });

  it('is also not modal while the page asks something at `hub-confirm`', async () => {
    const element = await opened();
    element.fake.goTo('reviewing');
    element.fake.dispatch({ type: 'confirmed' });
    await rendered(element);
    const button = overlay();
    await clock.tickAsync(150);
    expect([isModal(element), middle() === button]).to.deep.equal([false, true]);
    element.fake.dispatch({ type: 'confirm-vetoed' });
    await rendered(element);
    expect(isModal(element)).to.equal(true);
  });

  it('keeps the focus and the scrolled place when it stops being modal and becomes modal again', async () => {
    const element = await opened();
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'wallet-dropped' });
    await rendered(element);
    const body = element.find('body')!;
    const filler = document.createElement('p');
    filler.style.cssText = 'flex: none; block-size: 2000px';
    body.append(filler);
    body.style.overflowAnchor = 'none';
    body.scrollTop = 50;
    element.find('close')!.focus();
    const place = (): unknown[] => [
      element.shadowRoot!.activeElement?.getAttribute('part'),
      body.scrollTop,
      isModal(element),
    ];
    element.fake.dispatch({ type: 'connecting', wallet: 'dev.hub-pay.demo' });
    await rendered(element);
    expect(place()).to.deep.equal(['close', 50, false]);
    element.fake.dispatch({ type: 'wallets-found', wallets: [] });
    await rendered(element);
    expect(place()).to.deep.equal(['close', 50, false]);
    element.fake.dispatch({ type: 'connected', account: payer });
    await rendered(element);
    expect(place()).to.deep.equal(['close', 50, true]);
  });

  it('takes the focus back from a wallet’s window when it becomes modal again', async () => {
    const element = await asking();
    overlay().focus();
    element.fake.goTo('processing');
    await rendered(element);
    expect([document.activeElement === element, isModal(element)]).to.deep.equal([true, true]);
  });

  it('closes while a wallet is asked, by its button and by Escape, and opens modally later', async () => {
    for (const way of ['button', 'escape']) {
      const element = await asking();
      const events = record(element, 'hub-close');
      if (way === 'button') element.press('close');
      else
        element
          .find('title')!
          .dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, cancelable: true }),
          );
      await rendered(element);
      expect([element.open, dialogOf(element).matches(':popover-open'), events.length]).to.deep.equal([
        false,
        false,
        1,
      ]);
      element.show();
      element.fake.goTo('processing');
      await rendered(element);
      expect([element.open, isModal(element)]).to.deep.equal([true, true]);
      element.close();
    }
  });

  it('works in a modal dialog of the page, and leaves that dialog modal', async () => {
    const host = document.createElement('dialog');
    document.body.append(host);
    added.push(host);
    host.showModal();
    const element = await asking(host);
    const button = overlay('1', host);
    await clock.tickAsync(150);
    expect([host.matches(':modal'), isModal(element), middle() === button]).to.deep.equal([true, false, true]);
    element.fake.goTo('processing');
    await rendered(element);
    expect([host.matches(':modal'), isModal(element)]).to.deep.equal([true, true]);
  });

  it('leaves a wallet’s modal dialog on top, and stays open when it closes', async () => {
    const element = await asking();
    const wallet = document.createElement('dialog');
    wallet.style.cssText = 'inline-size: 300px; block-size: 300px';
    document.body.append(wallet);
    added.push(wallet);
    wallet.showModal();
    const box = boxOf(element);
    await clock.tickAsync(300);
    expect([middle() === wallet, boxOf(element)]).to.deep.equal([true, box]);
    wallet.close();
    await clock.tickAsync(300);
    expect([element.open, dialogOf(element).hasAttribute('data-aside')]).to.deep.equal([true, false]);
  });

  it('keeps its sheet when a script moves it while a wallet is asked', async () => {
    const element = await asking();
    const place = document.createElement('div');
    document.body.append(place);
    added.push(place);
    place.append(element);
    await rendered(element);
    expect([element.open, isModal(element)]).to.deep.equal([true, false]);
    element.fake.goTo('processing');
    await rendered(element);
    expect(isModal(element)).to.equal(true);
  });

  const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'];

  /** Presses the element as a pointer does. Returns the events that reach the window's and the element's listeners. */
  function pressed(target: Element): string[] {
    const heard: string[] = [];
    const ended = new AbortController();
    const listen = (type: string): void => {
      for (const each of [target, document])
        each.addEventListener(type, () => void heard.push(type), { signal: ended.signal });
    };
    PRESS.forEach(listen);
    for (const type of PRESS) {
      const init = { bubbles: true, composed: true, cancelable: true };
      target.dispatchEvent(type.startsWith('pointer') ? new PointerEvent(type, init) : new MouseEvent(type, init));
    }
    ended.abort();
    return [...new Set(heard)];
  }

  /** The sheet in the dialog of a page, with what a press beside the sheet meets. */
  async function inDialog(html: string, open = asking): Promise<{ element: TestPay; target: Element }> {
    document.body.append(markup(html));
    const root = document.body.lastElementChild!;
    added.push(root);
    const element = await open(root.querySelector('.place') ?? root);
    return { element, target: root.matches('.pressed') ? root : root.querySelector('.pressed')! };
  }

  const FIXED = 'position: fixed; inset: 0';
  for (const [what, html] of [
    ['the mask around it, as in Vue', `<div class="pressed" style="${FIXED}"><div class="place"></div></div>`],
    [
      'the modal around it, as in Bootstrap',
      `<div style="${FIXED}"><div class="pressed"><div class="place"></div></div></div>`,
    ],
    ['a mask beside it, as in Radix', `<div><p class="pressed" style="${FIXED}"></p><div class="place"></div></div>`],
  ] as const)
    it(`keeps a press from ${what}, only while it asks`, async () => {
      const { element, target } = await inDialog(html, opened);
      element.fake.goTo('reviewing');
      await rendered(element);
      // Under a modal sheet, only a script can press the mask.
      const heard = [pressed(target)];
      for (const name of ['authorizing', 'processing'] as const) {
        element.fake.goTo(name);
        await rendered(element);
        heard.push(pressed(target));
      }
      expect(heard).to.deep.equal([PRESS, [], PRESS]);
    });

  it('does not let a link around it open', async () => {
    const { target } = await inDialog('<a class="pressed" href="#elsewhere"><span class="place"></span></a>');
    expect([pressed(target), location.hash]).to.deep.equal([[], '']);
  });

  it('keeps a press from a mask in an open shadow root, and lets the closed root of both have its windows', async () => {
    for (const mode of ['open', 'closed'] as const) {
      const host = document.createElement('div');
      document.body.append(host);
      added.push(host);
      const root = host.attachShadow({ mode });
      root.append(markup(`<div style="${FIXED}"><div class="place"></div></div>`));
      await asking(root.querySelector('.place')!);
      const button = overlay();
      root.append(button.parentElement!);
      expect(pressed(root.firstElementChild!)).to.deep.equal(mode === 'open' ? [] : PRESS);
      expect(pressed(button)).to.deep.equal(PRESS);
      cleanUp();
    }
  });

  it('lets the windows of wallets and of the page have their presses', async () => {
    const { element, target } = await inDialog(
      `<div class="pressed" style="${FIXED}"><div class="place"></div><button></button></div>`,
    );
    const wallet = overlay();
    const terms = overlay('9', target);
    for (const each of [wallet, wallet.parentElement!, terms, terms.parentElement!, target.querySelector('button')!])
      expect(pressed(each), each.localName).to.deep.equal(PRESS);
    for (const each of [document.body, document.documentElement]) expect(pressed(each)).to.deep.equal(PRESS);
    expect(pressed(dialogOf(element).querySelector('[data-heading]')!)).to.include('pointerdown');
  });

  it('keeps a press from the mask around it while a promise of waitUntil() is pending', async () => {
    const { element, target } = await inDialog(`<div class="pressed" style="${FIXED}"></div>`, opened);
    element.fake.goTo('reviewing');
    await rendered(element);
    expect(pressed(target)).to.deep.equal(PRESS);
    element.fake.dispatch({ type: 'confirmed' });
    await rendered(element);
    expect([isModal(element), pressed(target)]).to.deep.equal([false, []]);
  });

  const isReached = (element: TestPay, part: string): boolean => {
    const { left, top, width, height } = element.find(part)!.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return (
      document.elementFromPoint(x, y) === element &&
      element.find(part)!.contains(element.shadowRoot!.elementFromPoint(x, y))
    );
  };

  function modal(): HTMLDialogElement {
    const own = document.createElement('dialog');
    own.style.cssText = 'inline-size: 90vw; block-size: 90vh';
    document.body.append(own);
    added.push(own);
    own.showModal();
    return own;
  }

  it('is modal while it asks for another press itself, so that nothing of the page covers its button', async () => {
    const element = await asking();
    const step = { id: 'deposit', kind: 'transaction', index: 0, count: 1 } as const;
    element.fake.dispatch({ type: 'step-phase', step, phase: 'press' });
    await rendered(element);
    overlay();
    await clock.tickAsync(300);
    expect([isModal(element), isAside(element), isReached(element, 'primary')]).to.deep.equal([true, false, true]);
    element.press('primary');
    await rendered(element);
    expect(isModal(element)).to.equal(false);
  });

  it('is modal while it says that another payment of the order was sent', async () => {
    const element = await asking();
    const other = { ...payment, requestId: `0x${'cd'.repeat(32)}`, submissions: [] };
    element.fake.dispatch({ type: 'resumed', payment: other, status: 'pending', since: 0 });
    expect(element.state).to.have.property('problem');
    await rendered(element);
    expect([isModal(element), isReached(element, 'close')]).to.deep.equal([true, true]);
  });

  for (const [what, block] of [
    [
      'a modal dialog of the page was open before it',
      (): (() => void) => {
        const own = modal();
        return () => own.close();
      },
    ],
    [
      '`inert` is set around the element',
      (place: HTMLElement): (() => void) => {
        place.inert = true;
        return () => (place.inert = false);
      },
    ],
  ] as const)
    it(`stays modal and can be closed when ${what}, and is a popover when a wallet is asked later`, async () => {
      const place = document.createElement('div');
      document.body.append(place);
      added.push(place);
      const unblock = block(place);
      const element = await pay({}, place);
      element.show();
      element.fake.goTo('authorizing');
      for (let times = 0; times < 3; times += 1) {
        element.requestUpdate();
        await rendered(element);
        expect([isModal(element), isReached(element, 'close')]).to.deep.equal([true, true]);
      }
      for (const animation of dialogOf(element).getAnimations()) animation.finish();
      expect(isReached(element, 'close')).to.equal(true);
      unblock();
      element.fake.goTo('processing');
      await rendered(element);
      element.fake.goTo('succeeded');
      element.reset();
      element.show();
      element.fake.goTo('authorizing');
      await rendered(element);
      expect([isModal(element), element.open]).to.deep.equal([false, true]);
    });

  it('stays below a modal dialog that the page opens at `hub-confirm`, and steps back after it has closed', async () => {
    const element = await opened();
    element.fake.goTo('reviewing');
    await rendered(element);
    const own = modal();
    element.fake.dispatch({ type: 'confirmed' });
    await rendered(element);
    expect([middle() === own, isModal(element)]).to.deep.equal([true, true]);
    own.close();
    element.requestUpdate();
    await rendered(element);
    expect([isModal(element), element.open]).to.deep.equal([false, true]);
  });
});
