/** A page with the list of tokens of a payer who holds very many. The session is fake, so nothing is requested. */
import type { Asset } from '../../../src/types.js';
import { asset, attributes, payer, TestPay } from '../../support/pages/element.js';

export interface Picker {
  readonly element: TestPay;
  /** Shows this number of tokens. */
  fill(count: number): Promise<void>;
  /** Types into the search field. */
  search(text: string): Promise<void>;
}

const assetAt = (index: number): Asset => {
  const currency = `0x${(index + 1).toString(16).padStart(40, '0')}`;
  const symbol = `TOK${index}`;
  return { ...asset, currency, symbol, name: `Token ${index}`, balance: { ...asset.balance!, currency, symbol } };
};

const element = document.body.querySelector('test-pay') ?? new TestPay();
for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
element.dataset['measured'] = '';
document.body.append(element);

window.picker = {
  element,
  async fill(count) {
    element.show();
    await element.updateComplete;
    element.fake.goTo('selecting');
    element.fake.dispatch({ type: 'connected', account: payer });
    element.fake.dispatch({
      type: 'assets-loaded',
      assets: Array.from({ length: count }, (_, at) => assetAt(at)),
      done: true,
    });
    await element.updateComplete;
  },
  async search(text) {
    const field = element.shadowRoot?.querySelector<HTMLInputElement>('[part~=search]');
    if (!field) throw new Error('the list has no search field');
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await element.updateComplete;
  },
};

declare global {
  interface Window {
    picker: Picker;
  }
}
