/** Lets a wallet of the zoo wait. */
import type { Habitat } from './animal.js';

export const pause = ({ clock }: Pick<Habitat, 'clock'>, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.setTimeout(resolve, ms));
