/**
 * The texts for `purpose="gift"` that differ from those of a payment, in every language. They load only for this
 * purpose. `button.ts` contains the texts of the pay button.
 */
import type { Language } from './button.js';
import type { Messages } from './messages.js';

export const giftTexts: { readonly [language in Language]: Messages } = {
  en: {
    'button.paid': 'Given',
    'select.title': 'Give with',
    'select.assets': 'What you can give with',
    'select.need-asset': 'Choose what to give with',
    'select.nothing': 'Nothing here covers this gift',
    'asset.insufficient': 'Not enough to give with',
    'review.title': 'Check and give',
    'review.pay': 'You give',
    'review.secondary': 'Give with something else',
    'receipt.title': 'Thank you',
    'receipt.paid': 'You gave',
    'banner.new': 'Make another gift',
    another: 'Another gift',
  },
  de: {
    'button.paid': 'Gespendet',
    'select.title': 'Spenden mit',
    'select.assets': 'Womit Sie spenden können',
    'select.need-asset': 'Wählen, womit Sie spenden',
    'select.nothing': 'Nichts hier reicht für diese Spende',
    'asset.insufficient': 'Reicht nicht zum Spenden',
    'review.title': 'Prüfen und spenden',
    'review.pay': 'Sie spenden',
    'review.secondary': 'Mit etwas anderem spenden',
    'receipt.title': 'Vielen Dank',
    'receipt.paid': 'Sie haben gespendet',
    'banner.new': 'Noch einmal spenden',
    another: 'Weitere Spende',
  },
};
