/** Tests which texts the pay button has. */
import { expect } from 'chai';
import { buttonTexts, buttonTextsOf, type Language } from '../../../src/i18n/locales/button.js';

const languages = Object.keys(buttonTexts) as Language[];

describe('button texts', () => {
  it('speak of giving only for a gift', () => {
    expect(buttonTextsOf('en', 'gift')).to.include({ 'button.open': 'Give to {merchant}', close: 'Close' });
    for (const purpose of [undefined, 'payment']) {
      for (const language of languages) expect(buttonTextsOf(language, purpose)).to.deep.equal(buttonTexts[language]);
    }
  });

  it('have the same keys in every language, also for a gift', () => {
    for (const language of languages) {
      const keys = Object.keys(buttonTextsOf(language, 'gift'));
      expect(keys, language).to.have.members(Object.keys(buttonTexts.en));
    }
  });
});
