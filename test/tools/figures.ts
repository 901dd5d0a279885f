/** Calculates statistics of measurements, and prints them. */

/** Returns the median. If there are two middle values, returns the larger value. */
export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

export const round = (value: number, digits = 0): number => Number(value.toFixed(digits));

/** Returns the median of each member. */
export function medians<K extends string>(runs: readonly Record<K, number>[], digits = 0): Record<K, number> {
  const names = Object.keys(runs[0] ?? {}) as K[];
  const entries = names.map((name) => [name, round(median(runs.map((run) => run[name])), digits)]);
  return Object.fromEntries(entries) as Record<K, number>;
}

export type Row = Readonly<Record<string, string | number>>;

/** Prints the rows as a table, and each row as a line of JSON. */
export function report(bench: string, rows: readonly Row[]): void {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = [columns, ...rows.map((row) => columns.map((column) => String(row[column] ?? '')))];
  const widths = columns.map((_, at) => Math.max(...cells.map((line) => line[at]?.length ?? 0)));
  for (const line of cells)
    console.log(
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  for (const row of rows) console.log(JSON.stringify({ bench, ...row }));
}

/** Creates a row that compares a figure with its allowed maximum. */
export const check = (name: string, figure: number, most: number): Row => ({
  check: name,
  figure,
  most,
  verdict: figure <= most ? 'ok' : 'OVER',
});
