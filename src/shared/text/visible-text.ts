/** Makes text from other programs safe to print: characters that could control a terminal become visible codes. */

/** The maximum number of characters that are kept of a text, before they are encoded. A longer text ends with `…`. */
const LONGEST = 1_000;

/**
 * Returns the text on one line. Spaces, tabs and line breaks in a row become one space, and each other character of
 * `UNSEEN` becomes its code, such as `\u{1b}`. So a terminal obeys nothing in the text, and no hidden character changes
 * the direction of the text.
 */
export function visibleText(text: string): string {
  const characters = Array.from(text.replaceAll(/[ \t-\r\u2028\u2029]+/gu, ' ').replaceAll(/^ | $/gu, ''));
  const shown = characters.slice(0, LONGEST).join('');
  return `${shown.replaceAll(UNSEEN, codeOf)}${characters.length > LONGEST ? '…' : ''}`;
}

/** Control, format and private-use characters, and lone surrogates. Some of them change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;

const codeOf = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
