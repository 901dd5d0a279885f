/** Tests that the real element shows the texts of the screens. These texts load with the checkout chunk. */
import { expect } from '@open-wc/testing';
import { HubPay } from '../../src/element/hub-pay.js';
import { languages } from '../../src/i18n/locales/languages.js';
import type { LanguageWords } from '../../src/i18n/locales/messages.js';
import { attributes } from '../support/pages/element.js';
import { until } from '../support/until.js';

const table = languages as Record<string, () => Promise<LanguageWords>>;

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

  it('changes no word under the reader: the screens wait for their texts, and a new locale for its own', async () => {
    const real = languages.de;
    let arrive: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const words = await real();
    table['de'] = async () => ({ ...words, loadTexts: () => arrived.then(words.loadTexts) });
    const seen = new Set<string>();
    const watcher = new MutationObserver(() => seen.add(text('dialog')));
    watcher.observe(element.shadowRoot!, { childList: true, characterData: true, subtree: true });
    try {
      element.locale = 'de';
      element.show();
      await until(element, () => text('dialog').includes('Wir suchen, womit Sie zahlen können'));
      // The code of the screens is already there: an earlier test has loaded it.
      for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve));
      expect(element.state.name).to.equal('idle');
      arrive();
      await until(element, () => text('primary') === 'Wallet wählen');
      const isEnglish = (shown: string): boolean => /Looking|Choose|wallet’s|Nothing is/u.test(shown);
      expect([...seen].filter(isEnglish)).to.deep.equal([]);
      expect(element.shadowRoot?.querySelector('dialog')?.lang).to.equal('de');

      seen.clear();
      element.locale = 'en';
      await until(element, () => text('primary') === 'Choose a wallet');
      expect([...seen].every((shown) => isEnglish(shown) || shown.includes('Wallet wählen'))).to.equal(true);
      expect(element.shadowRoot?.querySelector('dialog')?.lang).to.equal('en');
    } finally {
      watcher.disconnect();
      table['de'] = real;
    }
  });

  it('marks what the page’s own language lacks as English, sentence by sentence', async () => {
    element.locale = 'nl';
    element.messages = { 'select.title': 'Betalen met', 'select.need-wallet': 'Kies een wallet', close: 'Sluiten' };
    element.show();
    await until(element, () => text('primary') === 'Kies een wallet');
    const langOf = (part: string): string | undefined =>
      element.shadowRoot?.querySelector(`[part~="${part}"]`)?.closest<HTMLElement>('[lang]')?.lang;
    expect(['dialog', 'heading', 'close', 'primary'].map(langOf)).to.deep.equal(['nl', 'nl', 'nl', 'nl']);
    const help = [...element.shadowRoot!.querySelectorAll<HTMLElement>('[lang="en"]')].map((each) =>
      each.textContent.trim(),
    );
    expect(help).to.include('Nothing is sent until you confirm in your wallet.');
    element.messages = undefined;
    await until(element, () => langOf('dialog') === 'en');
    expect(element.shadowRoot!.querySelectorAll('dialog [lang]').length).to.equal(0);
  });

  it('shows the texts of the list of past payments when it is opened first', async () => {
    await element.updateComplete;
    element.show('history');
    await until(element, () => text('secondary') === 'Back to the payment');
  });
});
