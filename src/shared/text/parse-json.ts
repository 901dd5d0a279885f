/** Reads the JSON of others. */

/** Returns what the JSON says, or null if the text is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
