/**
 * Handles the keys of a list of tokens, whose rows are the radio buttons of one group. The keys only move the focus and
 * do not choose a token, because a choice can change the payment or send a quote request.
 */

/** A list of tokens with at least this number of rows always has a search field. */
export const MANY = 9;

/** Returns all rows inside this element. A search can have hidden some of them with an inline style. */
export const rowsIn = (parent: Element): HTMLElement[] => [...parent.querySelectorAll<HTMLElement>('[role=radio]')];

const isShown = ({ style }: HTMLElement): boolean => style.display !== 'none';

/** Moves the focus with the arrow keys, Home, End and letter keys. Call it for each `keydown` event of the list. */
export function moveFocus(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const rows = rowsIn(list);
  const shown = rows.filter(isShown);
  const at = shown.indexOf((event.target as HTMLElement).closest<HTMLElement>('[role=radio]') ?? list);
  const next = shown[targetOf(event.key, at, shown, getComputedStyle(list).direction === 'rtl')];
  if (at < 0 || !next || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  setTabStop(rows, next);
  next.focus();
}

/** Moves the focus from the search field to the list below it when the payer presses the down arrow. */
export function toList(event: KeyboardEvent): void {
  const list = (event.currentTarget as HTMLElement).closest('.field')?.nextElementSibling;
  const row = list && rowsIn(list).find((each) => each.tabIndex === 0);
  if (event.key !== 'ArrowDown' || !row) return;
  event.preventDefault();
  row.focus();
}

/** Keeps the list in the tab order after a search has hidden rows: one of the rows that are left is the tab stop. */
export function keepTabStop(rows: readonly HTMLElement[]): void {
  const shown = rows.filter(isShown);
  setTabStop(rows, shown.find(({ tabIndex }) => tabIndex === 0) ?? shown[0]);
}

function setTabStop(rows: readonly HTMLElement[], stop: HTMLElement | undefined): void {
  for (const row of rows) row.tabIndex = row === stop ? 0 : -1;
}

function targetOf(key: string, at: number, rows: readonly HTMLElement[], rightToLeft: boolean): number {
  const step = (by: number): number => (at + by + rows.length) % rows.length;
  switch (key) {
    case 'ArrowDown':
      return step(1);
    case 'ArrowUp':
      return step(-1);
    case 'ArrowRight':
      return step(rightToLeft ? -1 : 1);
    case 'ArrowLeft':
      return step(rightToLeft ? 1 : -1);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    default:
      return byLetter(key, at, rows);
  }
}

/**
 * Returns the index of the next row whose token symbol starts with the typed letter, or -1 if no row matches. After the
 * last row, the search continues at the first one.
 */
function byLetter(key: string, at: number, rows: readonly HTMLElement[]): number {
  if (!/^\p{L}$/u.test(key)) return -1;
  const letter = key.toLowerCase();
  const after = rows.map((_, index) => (at + 1 + index) % rows.length);
  return after.find((index) => rows[index]?.dataset['symbol']?.toLowerCase().startsWith(letter)) ?? -1;
}
