/** Tests the sizes of a panel and of its footer, in a wide and in a narrow container. */
import { expect } from '@open-wc/testing';
import type { PaymentState } from '../../../src/payment/model/state.js';
import { awaiting, selecting } from '../../../stories/support/payments.js';
import { clear, screen, type Screen } from '../support.js';

/** A panel in a container of this width in pixels. */
function panel(state: PaymentState, width: number, height = ''): Screen {
  const view = screen(state, { layout: 'panel' });
  const container = document.createElement('div');
  container.style.inlineSize = `${width}px`;
  view.style.blockSize = height;
  view.replaceWith(container);
  container.append(view);
  return view;
}

const box = (view: Screen, part: string): DOMRect => view.one(part)!.getBoundingClientRect();
describe('layout', () => {
  afterEach(clear);

  it('makes a panel taller in a narrow container, and as tall as the page says', () => {
    expect(box(panel(selecting(), 640), 'panel').height).to.equal(480);
    clear();
    expect(box(panel(selecting(), 344), 'panel').height).to.equal(640);
    clear();
    for (const width of [640, 344]) {
      expect(box(panel(selecting(), width, '700px'), 'panel').height).to.equal(700);
      clear();
    }
  });

  it('takes no space for an empty paragraph in the footer', () => {
    const view = screen(selecting());
    const own = document.createElement('p');
    own.slot = 'footer';
    view.append(own);
    expect(getComputedStyle(own).marginBlock).to.equal('0px');
  });

  it('keeps the copy button inside the box of a long amount when the panel is narrow', () => {
    const state = awaiting();
    const amount = { ...state.amount, amount: '8356666666666668', amountFormatted: '0.008356666666666668' };
    const view = panel({ ...state, amount }, 320);
    const line = view.root.querySelector('.brief:has(.name)')!;
    const button = line.querySelector('button')!.getBoundingClientRect();
    expect(button.right).to.be.at.most(line.getBoundingClientRect().right);
  });
});
