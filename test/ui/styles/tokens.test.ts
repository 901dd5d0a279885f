/** Tests the styles: contrast, target sizes, layout shifts, and the layout at every width and in every language. */
import { expect } from '@open-wc/testing';
import { pseudo } from '../../../stories/support/pseudo.js';
import { everyState } from '../../../stories/support/every-state.js';
import type { PaymentState } from '../../../src/payment/model/state.js';
import {
  amountOf,
  authorizing,
  problem,
  processing,
  quote,
  reviewing,
  selecting,
  succeeded,
} from '../../../stories/support/payments.js';
import { tokens } from '../../../src/ui/styles/tokens.js';
import { clear, screen, type Screen } from '../support.js';

/** The relative luminance as defined by WCAG 2.2. */
function luminance(hex: string): number {
  const digits = hex.slice(1).length === 3 ? hex.slice(1).replace(/./g, '$&$&') : hex.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => {
    const part = parseInt(digits.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const ratio = (one: string, other: string): number => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
type Name = keyof typeof tokens;
const colour = (name: Name, theme: 0 | 1): string => tokens[name][theme];

const inside = (view: Screen): HTMLElement[] => [
  ...view.root.querySelectorAll<HTMLElement>('.frame, .frame *:not(svg *)'),
];

const { quote: _quote, confirming: _confirming, ...asked } = reviewing();
const moved = { ...quote, pays: amountOf(8453, 'ETH', '0.007213', '25.99') };

/** The states of a payment from start to end, with some interruptions. */
const walk: Record<string, PaymentState> = {
  wallets: selecting({ accounts: [], assets: [] }),
  connecting: selecting({ accounts: [], assets: [], connecting: 'io.metamask' }),
  balances: selecting({ assets: [], loading: 'assets' }),
  selecting: selecting(),
  refused: selecting({ problem: problem('no-route') }),
  quoting: { ...asked, name: 'quoting' },
  reviewing: reviewing(),
  renewing: { ...asked, quote, name: 'quoting' },
  moved: reviewing({ quote: moved, problem: problem('price-moved') }),
  confirming: reviewing({ confirming: true }),
  approving: authorizing(0, ['approve', 'deposit']),
  paying: authorizing(1, ['approve', 'deposit']),
  stalled: authorizing(1, ['approve', 'deposit'], { stalled: true }),
  sent: processing(),
  confirmed: processing({ sent: true }),
  slow: processing({ sent: true, slow: true }),
  succeeded,
};

/** An entry of `layout-shift` (Layout Instability specification), which TypeScript does not know. */
type LayoutShift = PerformanceEntry & {
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};
const place = ({ x, y, width, height }: DOMRectReadOnly): string => [x, y, width, height].map(Math.round).join(' ');
const movesOf = ({ sources }: LayoutShift): string =>
  sources
    .map(({ node, previousRect, currentRect }) => {
      const name = node instanceof Element ? nameOf(node) : (node?.textContent ?? 'no node');
      return `${name} from ${place(previousRect)} to ${place(currentRect)}`;
    })
    .join('; ');

const nameOf = (element: Element): string => `${element.tagName} ${element.className} ${element.textContent}`;

describe('design tokens', () => {
  it('number 24', () => {
    expect(Object.keys(tokens)).to.have.length(24);
  });

  for (const theme of [0, 1] as const) {
    it(`give every text a contrast of at least 5.4 : 1 in the ${theme ? 'dark' : 'light'} theme`, () => {
      for (const text of ['text', 'text-muted', 'accent', 'success', 'warning', 'danger'] as const) {
        for (const ground of ['background', 'surface'] as const) {
          expect(
            ratio(colour(`color-${text}`, theme), colour(`color-${ground}`, theme)),
            `${text} on ${ground}`,
          ).to.be.at.least(5.4);
        }
      }
      expect(ratio(colour('color-on-accent', theme), colour('color-accent', theme))).to.be.at.least(6.5);
    });
  }

  it('are inherited from any parent, and the theme attribute selects one of the two sets', () => {
    const ground = (theme: 'light' | 'dark'): string => {
      const view = screen(reviewing(), { layout: 'panel', theme });
      return getComputedStyle(view.one('panel')!).backgroundColor;
    };
    expect([ground('light'), ground('dark')]).to.deep.equal(['rgb(255, 255, 255)', 'rgb(22, 24, 29)']);
    document.body.style.setProperty('--hub-color-background', 'rgb(1, 2, 3)');
    expect(ground('light')).to.equal('rgb(1, 2, 3)');
    document.body.removeAttribute('style');
    clear();
  });
});

describe('the font', () => {
  afterEach(() => {
    document.body.removeAttribute('style');
    clear();
  });

  const fontOf = (css: string) => {
    document.body.style.cssText = `font: italic 700 30px/3 Georgia; ${css}`;
    return getComputedStyle(screen(reviewing()));
  };

  it('has the family of the page, and its own size, weight and line height', () => {
    const { fontFamily, fontSize, fontWeight, fontStyle, lineHeight } = fontOf('');
    expect({ fontFamily, fontSize, fontWeight, fontStyle, lineHeight }).to.deep.equal({
      fontFamily: 'Georgia',
      fontSize: '16px',
      fontWeight: '400',
      fontStyle: 'normal',
      lineHeight: '22.4px',
    });
  });

  for (const [token, name, value, shown] of [
    ['font-size', 'fontSize', '20px', '20px'],
    ['line-height', 'lineHeight', '2', '32px'],
    ['font-family', 'fontFamily', 'monospace', 'monospace'],
  ] as const) {
    it(`has the ${token} of the page’s token alone`, () => {
      expect(fontOf(`--hub-${token}: ${value}`)[name]).to.equal(shown);
    });
  }
});

describe('every screen', () => {
  afterEach(clear);

  for (const width of [320, 416, 720]) {
    for (const [title, options, dir] of [
      ['English', {}, 'ltr'],
      ['40 % longer words', { messages: pseudo }, 'ltr'],
      ['right to left', { messages: pseudo, locale: 'ar-EG' }, 'rtl'],
    ] as const) {
      // 320 px is the width of a 1280 px window at 400 % zoom.
      it(`F-178 fits ${width} px without horizontal scrolling or cut text when the texts are: ${title}`, () => {
        for (const state of everyState) {
          const view = screen(state, { ...options, layout: 'panel' });
          view.style.inlineSize = `${width}px`;
          view.dir = dir;
          const wide = inside(view).filter(
            (element) =>
              element.scrollWidth > element.clientWidth + 1 &&
              getComputedStyle(element).display !== 'inline' &&
              !element.matches('.unseen, .badge, input'),
          );
          expect(wide.map(nameOf), state.name).to.deep.equal([]);
          clear();
        }
      });
    }
  }

  it('has press targets of 44 px and fields of at least 16 px', () => {
    for (const state of [...everyState, selecting({ payerFields: ['amount', 'recipient'] })]) {
      const view = screen(state);
      for (const button of view.root.querySelectorAll('button')) {
        expect(button.getBoundingClientRect().height, nameOf(button)).to.be.at.least(43.9);
      }
      for (const input of view.root.querySelectorAll('input')) {
        expect(parseFloat(getComputedStyle(input).fontSize)).to.be.at.least(16);
      }
      clear();
    }
  });

  it('keeps the position of sheet and header when the state changes', () => {
    const view = screen(everyState[0]!);
    const boxes = everyState.map((state) => {
      view.show(state);
      const [sheet, header] = ['dialog', 'header'].map((name) => view.one(name)!.getBoundingClientRect());
      return [sheet!.top, sheet!.height, header!.height].join();
    });
    expect([...new Set(boxes)]).to.have.length(1);
  });

  for (const layout of ['button', 'panel'] as const) {
    it(`causes no layout shift when the state changes in layout ${layout} (Chromium)`, async function () {
      if (!PerformanceObserver.supportedEntryTypes.includes('layout-shift')) return;
      // A busy machine renders frames slowly.
      this.timeout(300_000);
      const frame = (): Promise<number> => new Promise(requestAnimationFrame);
      const view = screen({ name: 'idle' }, { layout });
      await frame();
      await frame();
      const moved: string[] = [];
      let now = '';
      const note = (entries: PerformanceEntryList): void =>
        void moved.push(...entries.map((entry) => `${now}: ${movesOf(entry as LayoutShift)}`));
      const observer = new PerformanceObserver((list) => note(list.getEntries()));
      observer.observe({ type: 'layout-shift' });
      // Waits for the next frame and collects the layout shifts that the observer has recorded.
      const next = async (): Promise<void> => {
        await frame();
        note(observer.takeRecords());
      };
      for (const [name, state] of Object.entries(walk)) {
        await next();
        now = name;
        view.show(state);
      }
      await next();
      await next();
      observer.disconnect();
      expect(moved).to.deep.equal([]);
      clear();
    });
  }

  it('has the same height in a panel when the state changes', () => {
    for (const state of everyState) {
      expect(screen(state, { layout: 'panel' }).getBoundingClientRect().height, state.name).to.equal(544);
      clear();
    }
  });

  it('is readable and not too wide in a panel when the panel’s place has no width of its own', () => {
    for (const style of ['display: flex; justify-content: center', 'display: inline-block', 'float: left']) {
      const place = document.createElement('div');
      place.style.cssText = style;
      const view = screen(reviewing(), { layout: 'panel' });
      view.replaceWith(place);
      place.append(view);
      const { width } = view.getBoundingClientRect();
      expect(width, style).to.be.at.least(Math.min(416, innerWidth - 64));
      expect(document.documentElement.scrollWidth, style).to.be.at.most(innerWidth);
      place.remove();
    }
    clear();
  });

  it('F-178 uses no animation when the payer prefers reduced motion', () => {
    const rules = screen(reviewing()).root.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]);
    const still = rules.find(
      (rule) => rule instanceof CSSMediaRule && rule.conditionText.includes('prefers-reduced-motion'),
    );
    const [all] = (still as CSSMediaRule).cssRules;
    const { selectorText, style } = all as CSSStyleRule;
    expect(selectorText).to.contain('*');
    for (const name of ['animation-name', 'transition-property']) {
      expect([style.getPropertyValue(name), style.getPropertyPriority(name)]).to.deep.equal(['none', 'important']);
    }
  });

  it('sets no inline style, which a strict content security policy blocks', () => {
    for (const state of everyState) {
      expect(screen(state).root.querySelectorAll('[style], style, link')).to.have.length(0);
      clear();
    }
  });
});
