/** Writes data for a terminal. */

/**
 * Returns indented JSON. Each control, format and private-use character in a text is escaped, so that a terminal obeys
 * none of them.
 */
export const visibleJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll(/[\p{Cf}\p{Co}\u007f-\u009f\u2028\u2029]/gu, escaped);

function escaped(character: string): string {
  let text = '';
  for (let at = 0; at < character.length; at += 1)
    text += `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  return text;
}
