/**
 * Bundles the language `tr` with the page, so that the element loads no file for it. `npm run docs` writes this
 * file.
 */
import { addLanguage } from '../i18n/load-messages.js';
import { giftTexts, texts } from '../i18n/locales/tr.js';

addLanguage('tr', { texts, giftTexts });

export { giftTexts, texts };
