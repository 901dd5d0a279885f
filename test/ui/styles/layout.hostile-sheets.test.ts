/** Tests that a payer can read and press everything at 320 pixels, whatever the style sheet of the page says. */
import { expect } from '@open-wc/testing';
import { hostileSheets } from '../../../stories/support/hostile-sheets.js';
import { reviewing, selecting, succeeded } from '../../../stories/support/payments.js';
import { watchedValues } from '../../support/host-rules.js';
import { clear, screen, type Screen } from '../support.js';

/** The texts of the screen. Letters of a badge stand for a logo, and their size does not matter. */
const texts = ({ root }: Screen): HTMLElement[] =>
  [...root.querySelectorAll<HTMLElement>('.frame *:not(svg *, .badge, .badge *)')].filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      [...each.childNodes].some((node) => node instanceof Text && node.data.trim() !== ''),
  );

const sizeOf = (element: Element): number => parseFloat(getComputedStyle(element).fontSize);
/** What is wrong with a text: its size in px, or that a part of it lies outside its box or outside the panel. */
function faultOf(text: HTMLElement, view: Screen): string {
  const name = `${text.localName}.${text.className} ${text.textContent.trim().slice(0, 20)}`;
  if (text.matches('.unseen')) return '';
  const { left, right } = text.getBoundingClientRect();
  const frame = view.getBoundingClientRect();
  if (sizeOf(text) < 14) return `${name}: ${sizeOf(text)} px`;
  if (left < frame.left - 1 || right > frame.right + 1) return `${name}: outside the panel`;
  const { overflowX, textOverflow, display } = getComputedStyle(text);
  const isCut = display !== 'inline' && overflowX !== 'visible' && textOverflow !== 'ellipsis';
  return isCut && text.scrollWidth > text.clientWidth + 1 ? `${name}: cut` : '';
}

const READ = ['title', 'heading', 'primary', 'close', 'asset'];

describe('style sheets of a page', () => {
  const states = { selecting: selecting(), reviewing: reviewing(), succeeded };
  const style = document.createElement('style');

  afterEach(() => {
    clear();
    style.remove();
  });

  for (const [name, sheet] of Object.entries(hostileSheets)) {
    it(`leaves text of 14 px, buttons of 44 px, its colors, its form and nothing cut on a page with ${name}`, () => {
      for (const [state, value] of Object.entries(states)) {
        const look = (): unknown[] => {
          const view = screen(value, { layout: 'panel' });
          view.style.cssText = 'inline-size: 320px !important';
          const all = texts(view);
          expect(all.length, state).to.be.greaterThan(6);
          expect(all.map((text) => faultOf(text, view)).filter(Boolean), state).to.deep.equal([]);
          for (const part of READ) for (const each of view.all(part)) expect(sizeOf(each), part).to.be.at.least(14);
          for (const button of view.root.querySelectorAll('button'))
            expect(button.getBoundingClientRect().height, button.textContent.trim()).to.be.at.least(43.9);
          // The test of the tokens has their contrast.
          return all.map((text) => [text.textContent.trim(), getComputedStyle(text).color, ...watchedValues(text)]);
        };
        const before = look();
        clear();
        style.textContent = sheet;
        document.head.append(style);
        expect(look(), state).to.deep.equal(before);
        clear();
        style.remove();
      }
    });
  }
});
