/**
 * Collects the English texts of code that loads later than the checkout, such as some screens. That code adds its texts
 * here.
 */
import type { Messages } from '../messages.js';

const texts: { -readonly [key in keyof Messages]: Messages[key] } = {};

/** The texts that loaded code has added with `addTexts`. */
export const laterTexts: Messages = texts;

/** Adds texts. The code that shows the texts calls this function before their first rendering. */
export function addTexts(own: Messages): void {
  Object.assign(texts, own);
}
