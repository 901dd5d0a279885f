/** Tests which texts load for a language and a purpose. */
import { expect } from 'chai';
import { loadMessages, loadWords } from '../../src/i18n/load-messages.js';
import { texts as de } from '../../src/i18n/locales/de.js';
import { checkoutTexts } from '../../src/i18n/locales/en/checkout.js';
import { languageTags, type Language } from '../../src/i18n/locales/languages.js';
import { createTranslate } from '../../src/i18n/translate.js';

describe('load-messages', () => {
  it('loads a catalogue for every language but English, whose texts load with the screens', async () => {
    for (const language of languageTags) {
      expect((await loadMessages(language)) === null, language).to.equal(language === 'en');
    }
    expect(await loadMessages('de')).to.equal(de);
  });

  it('loads the words of the button without the other texts', async () => {
    const { words, giftWords } = await loadWords('de');
    expect([words['button.pay'], giftWords['button.pay']]).to.deep.equal(['{amount} zahlen', '{amount} spenden']);
    expect(words).not.to.have.any.keys('receipt.title', 'continue');
  });

  it('adds the texts for a gift to the catalogue of the language', async () => {
    const titleIn = async (language: Language, purpose?: string): Promise<string> =>
      createTranslate(language, null, [await loadMessages(language, purpose)], [checkoutTexts])('receipt.title');
    expect(await titleIn('en', 'payment')).to.equal('Paid');
    expect(await titleIn('en', 'gift')).to.equal('Thank you');
    expect(await titleIn('de', 'payment')).to.equal('Bezahlt');
    expect(await titleIn('de', 'gift')).to.equal('Vielen Dank');
    expect((await loadMessages('de', 'gift'))?.['review.id']).to.equal(de['review.id']);
  });
});
