/** Tests the words of the pay button while they load, and after. */
import { expect } from '@open-wc/testing';
import { ButtonWords } from '../../src/element/button-words.js';
import { HubPay } from '../../src/element/hub-pay.js';
import { languages } from '../../src/i18n/locales/languages.js';
import type { LanguageWords } from '../../src/i18n/locales/messages.js';
import { attributes } from '../support/pages/element.js';

/** The element, whose other code never loads. */
class WordsPay extends HubPay {
  protected override loadCode(): Promise<never> {
    return new Promise(() => undefined);
  }
}
WordsPay.define('words-pay');

const table = languages as Record<string, () => Promise<LanguageWords>>;
const real = languages.de;

/** Makes German words wait until the test says so. */
function held(): { arrive: () => Promise<void>; fail: () => void } {
  let settle: { resolve: (words: LanguageWords) => void; reject: (error: Error) => void };
  const loading = new Promise<LanguageWords>((resolve, reject) => (settle = { resolve, reject }));
  table['de'] = () => loading;
  return {
    arrive: async () => settle.resolve(await real()),
    fail: () => settle.reject(new TypeError('Failed to fetch')),
  };
}

describe('the words of the pay button', () => {
  const elements: HubPay[] = [];

  afterEach(() => {
    table['de'] = real;
    for (const element of elements.splice(0)) element.remove();
  });

  async function added(extra: Readonly<Record<string, string>>): Promise<{ element: HubPay; label: () => string }> {
    const element = new WordsPay();
    elements.push(element);
    for (const [name, value] of Object.entries({ ...attributes, ...extra })) element.setAttribute(name, value);
    document.body.append(element);
    await new Promise((resolve) => setTimeout(resolve));
    return { element, label: () => element.shadowRoot?.querySelector('button')?.textContent.trim() ?? '' };
  }

  it('are in the label at once when the page is in English', async () => {
    const { label } = await added({ lang: 'en' });
    expect(label()).to.equal('Pay 25.00 USDC');
  });

  it('leave the amount alone until they have loaded, and the update is complete with them', async () => {
    const words = held();
    const { element, label } = await added({ lang: 'de' });
    expect(label()).to.equal('25,00 USDC');
    const { updateComplete } = element;
    await words.arrive();
    await updateComplete;
    expect(label()).to.equal('25,00 USDC zahlen');
  });

  it('leave the merchant alone until they have loaded when no amount is set, also for a gift', async () => {
    const words = held();
    const { element, label } = await added({ lang: 'de', amount: '', purpose: 'gift', merchant: 'Acme' });
    expect(label()).to.equal('Acme');
    await words.arrive();
    await element.updateComplete;
    expect(label()).to.equal('An Acme spenden');
  });

  it('are English when they cannot be loaded', async () => {
    const words = held();
    const { element, label } = await added({ lang: 'de' });
    words.fail();
    await element.updateComplete;
    expect(label()).to.equal('Pay 25,00 USDC');
  });

  it('are those of the page’s own text while they load', async () => {
    held();
    const { element, label } = await added({ lang: 'de' });
    element.messages = { 'button.pay': 'Jetzt {amount}' };
    await new Promise((resolve) => setTimeout(resolve));
    expect(label()).to.equal('Jetzt 25,00 USDC');
  });

  it('follow the newest locale when an earlier one arrives late', async () => {
    const words = held();
    let arrivals = 0;
    const own = new ButtonWords(() => (arrivals += 1));
    expect(own.of('de', undefined)).to.deep.equal({ 'button.pay': '{amount}', 'button.open': '{merchant}' });
    expect(own.of('en-GB', undefined)['button.pay']).to.equal('Pay {amount}');
    expect(own.loading).to.equal(undefined);
    await words.arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect([arrivals, own.of('en', 'gift')['button.pay']]).to.deep.equal([0, 'Give {amount}']);
  });
});
