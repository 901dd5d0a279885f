/** Makes text of others safe to print: no hidden character in it can move, hide or reorder what stands beside it. */

/** The most characters that are printed. A longer text ends with `…`. */
const LONGEST = 1_000;

/**
 * Returns the text on one line, with each invisible character written as its code, such as `\u{1b}`. So a terminal
 * obeys nothing in the text, and no hidden character changes the direction of the text.
 */
export function visibleText(text: string): string {
  const characters = Array.from(text.replaceAll(/[ \t-\r\u2028\u2029]+/gu, ' ').replaceAll(/^ | $/gu, ''));
  const shown = characters.slice(0, LONGEST).join('');
  return `${shown.replaceAll(UNSEEN, codeOf)}${characters.length > LONGEST ? '…' : ''}`;
}

/** Control, format and private-use characters, and halves of a character. Some of them change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

const codeOf = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
