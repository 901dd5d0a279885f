/** Tests the texts in the payer's language while they load, and after. */
import { expect } from '@open-wc/testing';
import { useFakeTimers } from 'sinon';
import { HubPay } from '../../src/element/hub-pay.js';
import { PayerTexts } from '../../src/element/payer-texts.js';
import { languages } from '../../src/i18n/locales/languages.js';
import type { LanguageWords } from '../../src/i18n/locales/messages.js';
import { VirtualClock } from '../support/clock.js';
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

afterEach(() => {
  table['de'] = real;
});

describe('the words of the pay button', () => {
  const elements: HubPay[] = [];

  afterEach(() => {
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

  it('are English when they have not come after three seconds, and stay so when they come later', async () => {
    const words = held();
    const clock = new VirtualClock();
    let arrivals = 0;
    const texts = new PayerTexts(() => (arrivals += 1), clock);
    const label = (): unknown => texts.button('de', undefined)['button.pay'];
    expect(label()).to.equal('{amount}');
    const { loading } = texts;
    await clock.advance(2_999);
    expect([label(), arrivals]).to.deep.equal(['{amount}', 0]);
    await clock.advance(1);
    await loading;
    expect([label(), arrivals, texts.loading]).to.deep.equal(['Pay {amount}', 1, undefined]);
    await words.arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect([label(), arrivals, clock.pending]).to.deep.equal(['Pay {amount}', 1, 0]);
  });

  it('let `updateComplete` settle although they never come', async () => {
    held();
    const timers = useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldClearNativeTimers: true });
    try {
      const element = new WordsPay();
      elements.push(element);
      for (const [name, value] of Object.entries({ ...attributes, lang: 'de' })) element.setAttribute(name, value);
      document.body.append(element);
      let isDone = false;
      const complete = element.updateComplete.then(() => (isDone = true));
      await timers.tickAsync(2_999);
      expect(isDone).to.equal(false);
      await timers.tickAsync(1);
      await complete;
    } finally {
      timers.restore();
    }
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
    const own = new PayerTexts(() => (arrivals += 1));
    expect(own.button('de', undefined)['button.pay']).to.equal('{amount}');
    expect(own.button('en-GB', undefined)['button.pay']).to.equal('Pay {amount}');
    expect(own.loading).to.equal(undefined);
    await words.arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect([arrivals, own.button('en', 'gift')['button.pay']]).to.deep.equal([0, 'Give {amount}']);
  });
});

describe('the texts of the screens', () => {
  const title = (texts: PayerTexts, locale: string, purpose?: string): unknown =>
    texts.screens(locale, purpose)?.['receipt.title'];

  it('are there at once in English, and load in another language and for a gift', async () => {
    let arrivals = 0;
    const texts = new PayerTexts(() => (arrivals += 1));
    expect([texts.screens('en-GB', undefined), texts.loading]).to.deep.equal([null, undefined]);
    for (const [locale, purpose, expected] of [
      ['de', undefined, 'Bezahlt'],
      ['de', 'gift', 'Vielen Dank'],
      ['en', 'gift', 'Thank you'],
    ] as const) {
      expect(texts.screens(locale, purpose)).to.equal(undefined);
      await texts.loading;
      expect(title(texts, locale, purpose)).to.equal(expected);
    }
    expect([arrivals, texts.loading]).to.deep.equal([3, undefined]);
  });

  it('are English when they cannot be loaded', async () => {
    const words = held();
    const texts = new PayerTexts(() => undefined);
    expect(texts.screens('de', undefined)).to.equal(undefined);
    words.fail();
    await texts.loading;
    expect(texts.screens('de', undefined)).to.equal(null);
  });

  it('are English when they have not come after three seconds, and stay so when they come later', async () => {
    const words = held();
    const clock = new VirtualClock();
    let arrivals = 0;
    const texts = new PayerTexts(() => (arrivals += 1), clock);
    texts.screens('de', undefined);
    await clock.advance(2_999);
    expect([texts.screens('de', undefined), arrivals]).to.deep.equal([undefined, 0]);
    await clock.advance(1);
    await texts.loading;
    expect([texts.screens('de', undefined), arrivals]).to.deep.equal([null, 1]);
    await words.arrive();
    await new Promise((resolve) => setTimeout(resolve));
    expect([texts.screens('de', undefined), arrivals, clock.pending]).to.deep.equal([null, 1, 0]);
  });
});
