/** Parses JSON from other programs. */

/** Returns the value of the JSON text, or null if the text is not valid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
