/** The English texts of screens that load later. Their code adds the texts when it loads. */
import type { Messages } from './messages.js';

const texts: { -readonly [key in keyof Messages]: Messages[key] } = {};

/** Every later text that is there so far. */
export const laterTexts: Messages = texts;

/** Adds the texts of a screen, before it is rendered for the first time. */
export function addTexts(own: Messages): void {
  Object.assign(texts, own);
}
