/** Defines the error for a quote that the guard refused. */
import { HubPayError } from '../../errors.js';
import type { GuardNote } from '../../types.js';

/** Returns a text with the rule and the path of each note, one note on each line. */
export const rulesAndPaths = (notes: readonly GuardNote[]): string =>
  notes.map(({ rule, path }) => `${rule} ${path}`).join('\n');

/** The guard refused a quote. `details` contains the rule and the path of each problem, one problem on each line. */
export class GuardRefusal extends HubPayError {
  /** The problems that blocked the quote, each with its rule. */
  readonly blocks: readonly GuardNote[];

  constructor(blocks: readonly GuardNote[]) {
    super(
      'quote-unsafe',
      `The guard refused the quote: ${blocks.map(({ path, message }) => `${path} ${message}`).join('; ')}`,
      { details: rulesAndPaths(blocks) },
    );
    this.blocks = blocks;
  }
}
