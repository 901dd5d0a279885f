/** The error of a quote that the guard refused. */
import { HubPayError } from '../../errors.js';
import type { GuardNote } from '../../types.js';

/** Names the rules and the paths of these notes, one on each line. */
export const rulesAndPaths = (notes: readonly GuardNote[]): string =>
  notes.map(({ rule, path }) => `${rule} ${path}`).join('\n');

/** The guard refused a quote. `details` names the rules and the paths, one block on each line. */
export class GuardRefusal extends HubPayError {
  /** The rules that blocked the quote. */
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
