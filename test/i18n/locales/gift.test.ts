/** Tests the texts for `purpose="gift"`. */
import { expect } from 'chai';
import { loadMessages } from '../../../src/i18n/load-messages.js';
import { buttonTexts, buttonTextsOf, type Language } from '../../../src/i18n/locales/button.js';
import { en } from '../../../src/i18n/locales/en.js';
import { giftTexts } from '../../../src/i18n/locales/gift.js';

const languages = Object.keys(buttonTexts) as Language[];
const holesOf = (text = ''): string[] => (text.match(/\{[\w-]+\}/gu) ?? []).sort();

describe('gift texts', () => {
  it('replace texts of the screens, the same ones in every language', () => {
    for (const language of languages) {
      expect(Object.keys(giftTexts[language]), language).to.have.members(Object.keys(giftTexts.en));
    }
    expect(en).to.include.keys(Object.keys(giftTexts.en));
  });

  it('have the placeholders of the texts that they replace', async () => {
    for (const language of languages) {
      const own = { ...buttonTexts[language], ...((await loadMessages(language)) ?? en) };
      const gift = { ...buttonTextsOf(language, 'gift'), ...giftTexts[language] } as Record<string, string>;
      for (const [key, text] of Object.entries(gift)) {
        expect(holesOf(text), `${language} ${key}`).to.deep.equal(holesOf((own as Record<string, string>)[key]));
      }
    }
  });
});
