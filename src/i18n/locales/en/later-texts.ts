/**
 * Collects the English texts of the screens whose code loads later than the checkout. That code adds its texts here.
 */
import type { Messages } from '../messages.js';

const texts: { -readonly [key in keyof Messages]: Messages[key] } = {};

/** The texts that loaded code has added with `addTexts`. */
export const laterTexts: Messages = texts;

/** Adds the texts of a screen. The code of the screen calls this function before the screen is first rendered. */
export function addTexts(own: Messages): void {
  Object.assign(texts, own);
}
