/** Draws screens of the element, and beside each screen the names of the parts that no screen before has shown. */
import { css } from 'lit';
import { partTable } from '../../src/element/reference.js';
import type { PaymentState } from '../../src/payment/model/state.js';
import { historyScreen, payments } from './past-payments.js';
import {
  authorizing,
  awaiting,
  cappedQuote,
  NOW,
  problem,
  reviewing,
  selecting,
  selection,
  sentPayment,
  succeeded,
} from './payments.js';
import { stage, type Stage, type StageOptions } from './stage.js';

const { amount: _amount, recipient: _recipient, ...open } = selection.intent;

/** The screens of the map with their titles. */
const SCREENS: readonly (readonly [title: string, state: PaymentState, options?: StageOptions])[] = [
  ['The button', { name: 'idle' }, { layout: 'button', open: false }],
  ['The sheet', selecting(), { layout: 'button' }],
  ['The wallets', selecting({ accounts: [], assets: [] })],
  ['The review', reviewing({ quote: cappedQuote, problem: problem('insufficient-native') })],
  ['The wallet asks', authorizing(1, ['approve', 'deposit'])],
  ['The receipt', succeeded, { config: { supportUrl: 'https://shop.example/help' } }],
  ['An unfinished payment', { name: 'idle', unfinished: sentPayment }],
  [
    'The payer types',
    selecting({ payerFields: ['amount', 'recipient'], intent: open }),
    { config: { fixedAmount: false, price: null, presets: ['5', '10', '25'] } },
  ],
  ['A refund address to type', selecting({ depositAddressFields: ['refundTo'] })],
  ['A deposit address', awaiting({ deadline: NOW + 1_800_000 })],
  ['Past payments', selecting(), { history: historyScreen({ payments: payments.slice(0, 3) }) }],
];

/** The size of a number with its distance, in pixels. */
const SIZE = 20;

/** Creates the map. */
export function partsMap(theme: 'auto' | 'light' | 'dark'): HTMLElement {
  const host = document.createElement('div');
  const own = document.createElement('style');
  host.className = 'parts-map';
  own.textContent = styles.cssText;
  host.append(own);
  const left = new Set(partTable.map(({ name }) => name));
  const figures: [HTMLElement, Stage][] = [];
  for (const [title, state, options] of SCREENS) {
    const figure = document.createElement('figure');
    const caption = document.createElement('figcaption');
    caption.textContent = title;
    const screen = stage(state, { layout: 'panel', theme, ...options });
    figure.append(caption, screen);
    figures.push([figure, screen]);
    host.append(figure);
  }
  // A part has its place only when its screen is on the page and drawn.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (const [figure, screen] of figures) mark(figure, screen, left);
    }),
  );
  return host;
}

/** Puts a number on each part that no screen before has shown, and lists the names of these parts. */
function mark(figure: HTMLElement, { root }: Stage, left: Set<string>): void {
  const dialog = root.querySelector('dialog');
  if (dialog?.open) {
    // A modal sheet would cover the map.
    dialog.close();
    dialog.open = true;
    Object.assign(dialog.style, { position: 'static', inlineSize: '100%' });
  }
  // Every part is in view, so that its number stands beside it.
  const panel = root.querySelector<HTMLElement>('[part~="panel"]');
  if (panel) panel.style.blockSize = 'auto';
  for (const fold of root.querySelectorAll('details')) fold.open = true;
  const list = document.createElement('ol');
  const places: { left: number; top: number }[] = [];
  for (const { name } of partTable) {
    const part = left.has(name) ? root.querySelector<HTMLElement>(`[part~="${name}"]`) : null;
    if (!part?.checkVisibility()) continue;
    left.delete(name);
    const item = document.createElement('li');
    item.dataset['part'] = name;
    item.textContent = name;
    list.append(item);
    part.style.outline = '1px dashed var(--color-accent)';
    const [at, from] = [part.getBoundingClientRect(), figure.getBoundingClientRect()];
    const number = document.createElement('span');
    number.className = 'number';
    number.textContent = String(list.childElementCount);
    // The list has the same numbers.
    number.ariaHidden = 'true';
    const place = { left: at.left - from.left - SIZE, top: at.top - from.top };
    // Parts can start at the same corner. Their numbers stand below each other.
    while (places.some(({ left, top }) => Math.hypot(left - place.left, top - place.top) < SIZE)) place.top += SIZE / 2;
    places.push(place);
    Object.assign(number.style, { left: `${place.left}px`, top: `${place.top}px` });
    figure.append(number);
  }
  figure.append(list);
}

const styles = css`
  .parts-map {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(34rem, 100%), 1fr));
    gap: 2.5rem;
    align-items: start;
    padding: 1.5rem 1.5rem 1.5rem 2.5rem;
    font-family: system-ui, sans-serif;
  }
  .parts-map figure {
    display: grid;
    position: relative;
    grid-template-columns: minmax(0, 22rem) minmax(8rem, 1fr);
    grid-template-rows: auto 1fr;
    gap: 0.75rem 1rem;
    margin: 0;
  }
  .parts-map figcaption {
    grid-column: 1 / -1;
    font-weight: 600;
  }
  .parts-map ol {
    margin: 0;
    padding-inline-start: 1.5rem;
    font:
      0.875rem/1.8 ui-monospace,
      monospace;
  }
  .parts-map .number {
    position: absolute;
    z-index: 1;
    inline-size: 1.125rem;
    border-radius: 1rem;
    color: Canvas;
    background: CanvasText;
    font-size: 0.6875rem;
    line-height: 1.125rem;
    text-align: center;
  }
  @media (width < 40rem) {
    .parts-map figure {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;
