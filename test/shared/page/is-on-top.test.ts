/** Tests whether a press at a point of an element would reach it. */
import { expect } from '@open-wc/testing';
import { isOnTop } from '../../../src/shared/page/is-on-top.js';

describe('isOnTop', () => {
  const added: Element[] = [];

  function add(style: string, parent: Node = document.body, name = 'div'): HTMLElement {
    const element = document.createElement(name);
    element.style.cssText = `position: fixed; inset: 10px auto auto 10px; width: 100px; height: 100px; ${style}`;
    parent.appendChild(element);
    added.push(element);
    return element;
  }

  afterEach(() => {
    for (const each of added.splice(0)) each.remove();
  });

  it('is true for an element and for one with content of its own, also in shadow roots', () => {
    const host = add('');
    const inner = add('', host.attachShadow({ mode: 'open' }));
    const button = add('', inner.attachShadow({ mode: 'open' }));
    expect(isOnTop(button)).to.equal(true);
    add('', button);
    expect(isOnTop(button)).to.equal(true);
  });

  it('is false only at the points that other content covers, in the document or in a shadow root', () => {
    const host = add('');
    const button = add('', host.attachShadow({ mode: 'open' }));
    const cover = add('width: 30px');
    expect([isOnTop(button), isOnTop(button, [0.2, 0.2])]).to.deep.equal([true, false]);
    host.shadowRoot!.append(cover);
    expect([isOnTop(button), isOnTop(button, [0.2, 0.2])]).to.deep.equal([true, false]);
  });

  it('is false for an inert element, and beside a modal dialog of the page', () => {
    const button = add('');
    button.inert = true;
    expect(isOnTop(button)).to.equal(false);
    button.inert = false;
    const dialog = add('inset: auto 0 0 auto', document.body, 'dialog') as HTMLDialogElement;
    dialog.showModal();
    expect(isOnTop(button)).to.equal(false);
  });

  it('is true outside the viewport, where nobody can press', () => {
    for (const style of ['inset: -500px auto auto 0', 'inset: 0 auto auto -500px', 'inset: 200vh auto auto 0'])
      expect(isOnTop(add(style))).to.equal(true);
  });
});
