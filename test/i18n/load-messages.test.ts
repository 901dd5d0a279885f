/** Tests which texts load for a language and a purpose. */
import { expect } from 'chai';
import { loadMessages } from '../../src/i18n/load-messages.js';
import { buttonTexts, type Language } from '../../src/i18n/locales/button.js';
import { de } from '../../src/i18n/locales/de.js';
import { en } from '../../src/i18n/locales/en.js';
import { createTranslate } from '../../src/i18n/translate.js';

describe('load-messages', () => {
  it('loads a catalogue for every language but English, whose texts load with the screens', async () => {
    for (const language of Object.keys(buttonTexts) as Language[]) {
      expect((await loadMessages(language)) === null, language).to.equal(language === 'en');
    }
    expect(await loadMessages('de')).to.equal(de);
  });

  it('adds the texts for a gift to the catalogue of the language', async () => {
    const titleIn = async (language: Language, purpose?: string): Promise<string> =>
      createTranslate(await loadMessages(language, purpose), en)('receipt.title');
    expect(await titleIn('en', 'payment')).to.equal('Paid');
    expect(await titleIn('en', 'gift')).to.equal('Thank you');
    expect(await titleIn('de', 'payment')).to.equal('Bezahlt');
    expect(await titleIn('de', 'gift')).to.equal('Vielen Dank');
    expect((await loadMessages('de', 'gift'))?.['review.id']).to.equal(de['review.id']);
  });
});
