/** Tests the list of the tokens that the payer can receive. */
import { expect } from '@open-wc/testing';
import { assets, selecting } from '../../../stories/support/payments.js';
import type { StateOf } from '../../../src/payment/model/state.js';
import type { Destination } from '../../../src/types.js';
import { clear, screen, type as press, type Screen } from '../support.js';

const token = (symbol: string, at: number): Destination => ({
  chainId: at % 2 ? 8453 : 42161,
  currency: `0x${String(at).padStart(40, '0')}`,
  symbol,
  name: `${symbol} coin`,
  decimals: 6,
  verified: true,
});
const tokens = (count: number): Destination[] =>
  Array.from({ length: count }, (_, index) => token(index === 3 ? 'EURC' : `TOK${index}`, index + 1));

const open = (change: Partial<StateOf<'selecting'>> = {}): Screen =>
  screen(
    selecting({
      assets,
      receives: null,
      payerFields: ['amount'],
      intent: { tradeType: 'EXACT_INPUT' },
      destinations: tokens(3),
      ...change,
    }),
  );

const rowsOf = ({ root }: Screen): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-side=receive]')];
const listOf = ({ root }: Screen): HTMLDetailsElement =>
  root.querySelector<HTMLDetailsElement>('details:has([data-side=receive])')!;

describe('destination list', () => {
  afterEach(clear);

  it('is absent when the merchant has set the received token', () => {
    expect(rowsOf(screen(selecting({ assets })))).to.have.length(0);
  });

  it('shows each token with its chain, and dispatches the token that the payer presses', () => {
    const view = open();
    const rows = rowsOf(view);
    expect(listOf(view).open).to.equal(true);
    expect(rows.map((row) => row.getAttribute('aria-checked'))).to.deep.equal(['false', 'false', 'false']);
    expect(rows[0]?.innerText).to.contain('TOK0').and.to.contain('Base');
    rows[1]?.click();
    expect(view.asked).to.deep.equal([
      { type: 'destination-picked', chainId: 42161, currency: tokens(2)[1]!.currency },
    ]);
  });

  it('is closed and names the chosen token when the payer has chosen', () => {
    const [chosen] = tokens(1);
    const intent = {
      tradeType: 'EXACT_INPUT',
      destinationChainId: chosen!.chainId,
      destinationCurrency: chosen!.currency,
    };
    const view = open({ intent: { ...intent, tradeType: 'EXACT_INPUT' } });
    expect(listOf(view).open).to.equal(false);
    expect(listOf(view).querySelector('summary')?.innerText).to.contain('TOK0').and.to.contain('Base');
    expect(rowsOf(view).filter((row) => row.ariaChecked === 'true')).to.deep.equal([rowsOf(view)[0]]);
  });

  it('hides the tokens that do not match the typed text', () => {
    const view = open({ destinations: tokens(9) });
    const field = listOf(view).querySelector('input')!;
    field.value = ' eurc';
    field.dispatchEvent(new Event('input'));
    const shown = rowsOf(view).filter((row) => row.checkVisibility());
    expect(shown.map(({ dataset }) => dataset['currency'])).to.deep.equal([tokens(9)[3]!.currency]);
  });

  it('has no search field when the list is short', () => {
    expect(listOf(open()).querySelector('input')).to.equal(null);
  });

  it('moves only the focus when arrows, Home, End or letters are pressed', () => {
    const view = open({ destinations: tokens(5) });
    const rows = rowsOf(view);
    const at = (key: string): number => {
      press(view.root.activeElement, key);
      return rows.indexOf(view.root.activeElement as HTMLElement);
    };
    rows[0]?.focus();
    expect([at('ArrowUp'), at('ArrowRight'), at('ArrowLeft'), at('Home'), at('End'), at('e'), at('t')]).to.deep.equal([
      4, 0, 4, 0, 4, 3, 4,
    ]);
    expect(rows.map(({ tabIndex }) => tabIndex)).to.deep.equal([-1, -1, -1, -1, 0]);
    expect(view.asked).to.deep.equal([]);
  });

  it('mirrors the arrow keys when the page is written from right to left', () => {
    const view = open();
    view.dir = 'rtl';
    const rows = rowsOf(view);
    rows[0]?.focus();
    press(rows[0]!, 'ArrowLeft');
    expect(view.root.activeElement).to.equal(rows[1]);
    press(rows[1]!, 'ArrowRight');
    expect(view.root.activeElement).to.equal(rows[0]);
  });

  it('leaves the keys of the browser alone, such as Alt and the left arrow', () => {
    const [row] = rowsOf(open());
    const event = new KeyboardEvent('keydown', { key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true });
    row?.dispatchEvent(event);
    expect(event.defaultPrevented).to.equal(false);
  });

  it('moves the focus only to rows that match the typed text, also from the search field', () => {
    const view = open({ destinations: tokens(12) });
    const rows = rowsOf(view);
    const field = listOf(view).querySelector('input')!;
    const type = (text: string): void => {
      field.value = text;
      field.dispatchEvent(new Event('input'));
    };
    type('tok1');
    const shown = rows.filter((row) => row.checkVisibility());
    expect(shown.length).to.equal(3);
    expect(rows.filter(({ tabIndex }) => tabIndex === 0)).to.deep.equal([shown[0]]);
    field.focus();
    expect(press(field, 'ArrowDown')).to.equal(true);
    expect(view.root.activeElement).to.equal(shown[0]);
    press(shown[0]!, 'End');
    expect(view.root.activeElement).to.equal(shown[2]);
    press(shown[2]!, 'ArrowDown');
    expect(view.root.activeElement).to.equal(shown[0]);
  });
});
