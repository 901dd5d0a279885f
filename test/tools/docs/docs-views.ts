/** Writes the public names of the screens from the tables of screens. */
import * as choices from '../../../src/ui/choices/screens.js';
import * as deposit from '../../../src/ui/deposit/screens.js';
import * as history from '../../../src/ui/history/screens.js';
import * as usual from '../../../src/ui/screens.js';

const tables: readonly Readonly<Record<string, { id: string }>>[] = [usual, choices, deposit, history];
const ids = tables.flatMap((table) => Object.values(table).map(({ id }) => id));

/** The file with the names. */
export const VIEWS = 'src/events.ts';

/** Writes the names into the source of the file. A screen that loads late has the name of the one that stands in. */
export const withViewNames = (source: string): string =>
  source.replace(
    /export type ViewName =[^;]*;/u,
    `export type ViewName =${[...new Set(ids)]
      .sort()
      .map((id) => `\n  | '${id}'`)
      .join('')};`,
  );
