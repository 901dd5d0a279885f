/** Makes text of others safe to print: nothing in it can move, hide or reorder what stands beside it. */

/** Longest text, in characters. What is longer ends with `…`. */
const LONGEST = 1_000;

/**
 * Returns the text on one line, with each control character written as its code, such as `\u{1b}`. So a terminal
 * obeys nothing in it, no text runs backwards, and a character that would be unseen shows.
 */
export function visibleText(text: string): string {
  const characters = Array.from(text.replaceAll(/[ \t-\r\u2028\u2029]+/gu, ' ').replaceAll(/^ | $/gu, ''));
  const shown = characters.slice(0, LONGEST).join('');
  return `${shown.replaceAll(UNSEEN, codeOf)}${characters.length > LONGEST ? '…' : ''}`;
}

/** Control and format characters, such as those that change the direction of text, and halves of a character. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

const codeOf = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
