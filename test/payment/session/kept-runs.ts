/** Random runs that have found a fault. `seed` and `found` say where the run came from and what it showed. */
import type { Source } from './untrue-sources.js';

/** `lead`: how many presses come first. With four, the wallet prompts. */
export type Run = { source: Source; lead: number; pays: 'coin' | 'token' | 'batch'; steps: readonly string[] };

export const KEPT_RUNS: readonly (Run & { seed: number; found: string })[] = [];
