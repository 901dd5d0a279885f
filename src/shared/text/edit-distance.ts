/** Compares names that a developer can have misspelled. */

/**
 * True if `name` is probably a misspelling of `meant`, or equal to it. It may need two changes of `isNear`, but only
 * one if `meant` has fewer than 7 letters, because short names resemble each other by chance. Hyphens do not count.
 */
export const resembles = (name: string, meant: string): boolean =>
  isNear(plain(meant), plain(name), plain(meant).length < 7 ? 1 : 2);

/**
 * Returns the first known name that `name` resembles, in any letter case. Returns undefined if `name` resembles no
 * known name.
 */
export const nearestName = (name: string, known: readonly string[]): string | undefined =>
  known.find((each) => resembles(name.toLowerCase(), each.toLowerCase()));

const plain = (text: string): string => text.replaceAll('-', '');

/** True if at most `changes` changes turn one text into the other. A change inserts, removes or replaces a letter. */
function isNear(a: string, b: string, changes: number): boolean {
  if (!a || !b) return a.length + b.length <= changes;
  const [restOfA, restOfB] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return isNear(restOfA, restOfB, changes);
  const left = changes - 1;
  return left >= 0 && (isNear(restOfA, b, left) || isNear(a, restOfB, left) || isNear(restOfA, restOfB, left));
}
