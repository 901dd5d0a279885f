/** Collects the English texts of screens whose code loads after the checkout, and adds its texts here. */
import type { Messages } from './messages.js';

const texts: { -readonly [key in keyof Messages]: Messages[key] } = {};

/** The texts of the screens whose code has already loaded with `addTexts`. */
export const laterTexts: Messages = texts;

/** Adds the texts of a screen. The code of the screen calls this function before the first rendering. */
export function addTexts(own: Messages): void {
  Object.assign(texts, own);
}
