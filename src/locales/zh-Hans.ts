/**
 * Bundles the language `zh-Hans` with the page, so that the element loads no file for it. `npm run docs` writes this
 * file.
 */
import { addLanguage } from '../i18n/load-messages.js';
import { giftTexts, texts } from '../i18n/locales/zh-Hans.js';

addLanguage('zh-Hans', { texts, giftTexts });

export { giftTexts, texts };
