/**
 * Bundles the language `vi` with the page, so that the element loads no file for it. `npm run docs` writes this
 * file.
 */
import { addLanguage } from '../i18n/load-messages.js';
import { giftTexts, texts } from '../i18n/locales/vi.js';

addLanguage('vi', { texts, giftTexts });

export { giftTexts, texts };
