/** Tests that the real element shows the texts of the screens. These texts load with the checkout chunk. */
import { expect } from '@open-wc/testing';
import { HubPay } from '../../src/element/hub-pay.js';
import { attributes } from '../support/pages/element.js';
import { until } from '../support/until.js';

class RealPay extends HubPay {}
RealPay.define('real-pay');

describe('<hub-pay> texts', () => {
  let element: RealPay;
  const text = (part: string): string => {
    const found = element.shadowRoot?.querySelector<HTMLElement>(`[part~="${part}"]`);
    return found?.textContent.trim() ?? '';
  };

  beforeEach(() => {
    localStorage.clear();
    element = new RealPay();
    // The service never answers.
    element.fetch = () => new Promise(() => undefined);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    document.body.append(element);
  });
  afterEach(() => {
    element.remove();
  });

  it('shows the texts of the first screen when the checkout chunk has loaded', async () => {
    await element.updateComplete;
    expect(text('button')).to.equal('Pay 25.00 USDC');
    element.show();
    await element.updateComplete;
    expect(text('dialog')).to.contain('Looking up what you can pay with');
    await until(element, () => element.state.name === 'selecting' && text('primary') === 'Choose a wallet');
  });

  for (const [locale, button, title] of [
    ['en', 'Give 25.00 USDC', 'Give with'],
    ['de', '25,00 USDC spenden', 'Spenden mit'],
  ] as const) {
    it(`speaks of giving when the purpose is a gift, in the language ${locale}`, async () => {
      element.purpose = 'gift';
      element.locale = locale;
      await element.updateComplete;
      expect(text('button')).to.equal(button);
      element.show();
      await until(element, () => text('dialog').includes(title));
      element.purpose = undefined;
      await until(element, () => !text('dialog').includes(title) && !/Give|spenden/.test(text('button')));
    });
  }

  it('shows the texts of the list of past payments when it is opened first', async () => {
    await element.updateComplete;
    element.show('history');
    await until(element, () => text('secondary') === 'Back to the payment');
  });
});
