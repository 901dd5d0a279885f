/** Tests the layout of a sheet and of a panel, in a wide and in a narrow container. */
import { expect } from '@open-wc/testing';
import type { PaymentState } from '../../../src/payment/model/state.js';
import {
  amountOf,
  authorizing,
  awaiting,
  payment,
  processing,
  refunded,
  reviewing,
  selecting,
} from '../../../stories/support/payments.js';
import type { StageOptions } from '../../../stories/support/stage.js';
import { clear, screen, type Screen } from '../support.js';

/** A panel in a container of this width in pixels. */
function panel(state: PaymentState, width: number, height = '', options: StageOptions = {}): Screen {
  const view = screen(state, { ...options, layout: 'panel' });
  const container = document.createElement('div');
  container.style.inlineSize = `${width}px`;
  view.style.blockSize = height;
  view.replaceWith(container);
  container.append(view);
  return view;
}

const box = (view: Screen, part: string): DOMRect => view.one(part)!.getBoundingClientRect();
const lineOf = (view: Screen): DOMRect => view.root.querySelector('.line')!.getBoundingClientRect();

/** The place of the primary button, and the top of the line under it. */
function edges(view: Screen): number[] {
  const { x, y, width, height } = box(view, 'primary');
  return [x, y, width, height, lineOf(view).top];
}

/** The width that the parts of the footer can take. */
function contentWidth(view: Screen): number {
  const footer = view.one('footer')!;
  const { paddingLeft, paddingRight } = getComputedStyle(footer);
  return footer.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

describe('layout', () => {
  afterEach(clear);

  it('breaks Korean between words', () => {
    const breaks = (locale: string): string =>
      getComputedStyle(screen(reviewing(), { locale }).root.querySelector('.frame')!).wordBreak;
    expect([breaks('ko'), breaks('en')]).to.deep.equal(['keep-all', 'normal']);
  });

  it('makes a panel taller in a narrow container, and as tall as the page says', () => {
    expect(box(panel(selecting(), 640), 'panel').height).to.equal(544);
    clear();
    expect(box(panel(selecting(), 344), 'panel').height).to.equal(672);
    clear();
    for (const width of [640, 344]) {
      expect(box(panel(selecting(), width, '700px'), 'panel').height).to.equal(700);
      clear();
    }
  });

  it('gives a panel the width of --hub-width at most, or 45rem when the page does not set it', () => {
    const view = panel(selecting(), 900);
    expect(box(view, 'panel').width).to.equal(720);
    view.style.setProperty('--hub-width', '30rem');
    expect(box(view, 'panel').width).to.equal(480);
  });

  it('places a long name beside its value, and puts the value under the name only when the text is large', () => {
    const view = panel(reviewing(), 360);
    const rows = [...view.root.querySelectorAll('.pair')];
    const row = rows.find(({ textContent }) => textContent.includes('gets exactly'))!;
    const tops = (): number[] =>
      [...row.querySelectorAll('dt, dd.name')].map((each) => each.getBoundingClientRect().top);
    expect(new Set(tops())).to.have.length(1);
    view.style.setProperty('--hub-font-size', '2rem');
    const [name, value] = tops();
    expect(value).to.be.greaterThan(name!);
  });

  it('cuts nothing and scrolls as a whole when the text is twice as large at 320 px', () => {
    for (const state of [reviewing(), selecting(), awaiting(), processing({ sent: true })]) {
      const view = panel(state, 320);
      view.style.setProperty('--hub-font-size', '2rem');
      const frame = view.one('panel')!;
      expect(frame.scrollWidth).to.be.at.most(frame.clientWidth);
      const body = view.root.querySelector('.body')!;
      expect(body.clientHeight).to.equal(body.scrollHeight);
      frame.scrollTop = frame.scrollHeight;
      expect(box(view, 'footer').bottom).to.be.at.most(frame.getBoundingClientRect().bottom);
      clear();
    }
  });

  it('fades the content at the lower edge, and nothing at the end', () => {
    const view = panel(selecting(), 640);
    const body = view.root.querySelector('.body')!;
    expect(getComputedStyle(body, '::after').backgroundImage).to.contain('linear-gradient');
    body.scrollTop = body.scrollHeight;
    const last = body.querySelector('slot[name=methods]')!.previousElementSibling!;
    const fade = parseFloat(getComputedStyle(body, '::after').height);
    expect(last.getBoundingClientRect().bottom).to.be.at.most(body.getBoundingClientRect().bottom - fade + 1);
  });

  it('takes no space for an empty paragraph in the footer', () => {
    const view = screen(selecting());
    const own = document.createElement('p');
    own.slot = 'footer';
    view.append(own);
    expect(getComputedStyle(own).marginBlock).to.equal('0px');
  });

  it('gives the primary button of a wide panel the whole width, and moves nothing when the second button appears', () => {
    const pairs: [PaymentState, PaymentState][] = [
      [selecting({ accounts: [] }), selecting({ accounts: [], connecting: 'io.metamask' })],
      [authorizing(0, ['deposit']), authorizing(0, ['deposit'], { phase: 'prompting', stalled: true })],
    ];
    for (const [alone, both] of pairs) {
      const view = panel(alone, 640);
      expect(view.one('secondary')).to.equal(null);
      expect(box(view, 'primary').width / contentWidth(view)).to.be.closeTo(1, 0.01);
      const before = edges(view);
      view.show(both, { layout: 'panel' });
      expect(view.one('secondary')?.localName).to.equal('button');
      expect(edges(view)).to.deep.equal(before);
      expect(lineOf(view).right).to.be.at.most(box(view, 'secondary').left);
      clear();
    }
  });

  it('places the two buttons of a wide panel side by side when no line is between them', () => {
    const view = panel(processing({ payment, status: 'unknown' }), 640);
    expect(view.root.querySelector('.line')).to.equal(null);
    expect(box(view, 'secondary').top).to.equal(box(view, 'primary').top);
    expect(box(view, 'secondary').left).to.be.at.least(box(view, 'primary').right);
  });

  it('has no gap between the primary button and its help while there is no second button', () => {
    for (const show of [
      () => screen(selecting({ accounts: [] })),
      () => panel(selecting({ accounts: [] }), 640),
      () => panel(selecting({ accounts: [] }), 344),
    ]) {
      const view = show();
      expect(lineOf(view).top - box(view, 'primary').bottom).to.be.within(0, 5);
      const before = edges(view);
      view.show(selecting({ accounts: [], connecting: 'io.metamask' }));
      expect(edges(view)).to.deep.equal(before);
      clear();
    }
  });

  it('gives the page’s own content in the footer of a wide panel the whole width', () => {
    const view = panel(selecting(), 640);
    const own = document.createElement('p');
    own.slot = 'footer';
    own.textContent = 'Your order is kept for an hour.';
    view.append(own);
    expect(own.getBoundingClientRect().width / contentWidth(view)).to.be.closeTo(1, 0.01);
  });

  it('moves no row of the review when the price arrives, however long the chain’s name is', () => {
    // In Firefox, a row can still get one line higher if the hidden text is just too long for its lines.
    const lines = navigator.userAgent.includes('Firefox') ? 1 : 0;
    const { quote, confirming: _, ...asked } = reviewing();
    const tops = ({ root }: Screen): number[] =>
      [...root.querySelectorAll('.pair, .pair > *')].slice(0, 12).map((each) => each.getBoundingClientRect().top);
    for (const [at, width] of [280, 296, 320, 360, 416].entries()) {
      // To save time, each width tries half of the lengths, and the next width tries the other half.
      for (let letters = 1 + (at % 2) * 3; letters <= 40; letters += 6) {
        const names = { [asked.asset.chainId]: 'Arbitrum Orbit Nova Test Network of 2025'.slice(0, letters) };
        const options: StageOptions = { layout: 'panel', names };
        const view = panel({ ...asked, name: 'quoting' }, width, '', options);
        for (const [amountUsd, timeEstimate] of [
          ['0.52', 1],
          ['25.04', 45],
          ['12480.10', 600],
          [undefined, 8],
        ] as const) {
          const { amountUsd: __, ...pays } = quote.pays;
          const priced = { ...quote, pays: { ...pays, ...(amountUsd && { amountUsd }) }, timeEstimate };
          view.show({ ...asked, name: 'quoting' }, options);
          const before = tops(view);
          view.show(reviewing({ quote: priced }), options);
          const moves = tops(view).map((top, row) => Math.abs(top - (before[row] ?? NaN)));
          const lineHeight = parseFloat(getComputedStyle(view.root.querySelector('.pair')!).lineHeight);
          // Positions are floating point numbers: the difference of two can miss a line's height by a rounding.
          const most = lines * lineHeight + 0.01;
          expect(Math.max(...moves), `${width} px, ${letters} letters, ${amountUsd}`).to.be.at.most(most);
        }
        clear();
      }
    }
  });

  it('mirrors the arrows of links and of a refund when the page is right to left', () => {
    for (const [direction, scale] of [
      ['ltr', 'none'],
      ['rtl', '-1 1'],
    ] as const) {
      for (const [state, name] of [
        [refunded(null), 'back'],
        [processing({ sent: true }), 'out'],
      ] as const) {
        const view = screen(state);
        view.dir = direction;
        expect(getComputedStyle(view.root.querySelector(`svg.${name}`)!).scale).to.equal(scale);
        clear();
      }
    }
  });

  it('centers the page’s other way to pay under the words that no wallet is here', () => {
    const view = screen(selecting({ accounts: [], wallets: [], assets: [] }));
    expect(getComputedStyle(view.querySelector('a')!).textAlign).to.equal('center');
  });

  it('keeps the digits of a long amount together, with the copy button inside its box', () => {
    for (const [width, whole] of [
      [320, '0'],
      [360, '0'],
      [640, '12345'],
    ] as const) {
      const amount = amountOf(8453, 'ETH', `${whole}.007112345678901234`);
      const view = panel({ ...awaiting(), amount }, width, '', { messages: { copy: 'Kopieren' } });
      const line = view.root.querySelector('.brief:has(.name)')!;
      const text = document.createTreeWalker(line.querySelector('.name bdi')!, NodeFilter.SHOW_TEXT).nextNode() as Text;
      const digits = new Range();
      digits.setStart(text, 0);
      digits.setEnd(text, text.data.lastIndexOf('ETH') - 1);
      expect(new Set([...digits.getClientRects()].map(({ top }) => top)), String(width)).to.have.length(1);
      const button = line.querySelector('button')!.getBoundingClientRect();
      expect(button.right).to.be.at.most(line.getBoundingClientRect().right);
      expect(digits.getBoundingClientRect().right).to.be.at.most(line.getBoundingClientRect().right);
      clear();
    }
  });
});
