/** Compares names that a developer can have misspelt. */

/**
 * True if one name is probably the other, misspelt. Hyphens do not count. In a name of fewer than 7 letters, only one
 * letter may differ, because short names resemble each other by chance.
 */
export const resembles = (name: string, meant: string): boolean =>
  editDistance(plain(meant), plain(name)) <= (meant.length < 7 ? 1 : 2);

const plain = (text: string): string => text.replaceAll('-', '');

/** Returns the Levenshtein distance: the number of letters to insert, remove or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [i, letter] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
