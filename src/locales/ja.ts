/**
 * Bundles the language `ja` with the page, so that the element loads no file for it. `npm run docs` writes this
 * file.
 */
import { addLanguage } from '../i18n/load-messages.js';
import { giftTexts as ownGiftTexts, texts as ownTexts } from '../i18n/locales/ja.js';
import type { Messages } from '../i18n/locales/messages.js';

addLanguage('ja', { texts: ownTexts, giftTexts: ownGiftTexts });

/** All texts in this language, by key. A text with plural forms is an object. */
export const texts: Messages = ownTexts;

/** The texts for `purpose="gift"` that differ from those of a payment. */
export const giftTexts: Messages = ownGiftTexts;
