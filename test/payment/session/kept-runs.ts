/** Random runs that have found a fault. `seed` and `found` say where the run came from and what it showed. */
import type { Source } from './untrue-sources.js';

/** `lead`: how many presses come first. With four, the wallet prompts. */
export type Run = { source: Source; lead: number; pays: 'coin' | 'token' | 'batch'; steps: readonly string[] };

export const KEPT_RUNS: readonly (Run & { seed: number; found: string })[] = [
  {
    seed: 2311,
    found: 'a payment that one node alone called replaced, and the page too',
    source: 'node',
    lead: 4,
    pays: 'coin',
    steps: ['approve prompt 0', 'the node says that payments were replaced', 'wait 31000'],
  },
  {
    seed: 2311,
    found: 'a payment that one node alone called cancelled, and the page too',
    source: 'node',
    lead: 4,
    pays: 'coin',
    steps: ['approve prompt 0', 'the node says that payments were cancelled', 'the payment fails'],
  },
  {
    seed: 2311,
    found: 'a cancelled batch that kept its order locked',
    source: 'none',
    lead: 3,
    pays: 'batch',
    steps: ['go on in tab 0', 'approve prompt 0', 'the payer cancels'],
  },
  {
    seed: 2311,
    found: 'a second payment of one order that was spelt in another way',
    source: 'version',
    lead: 4,
    pays: 'coin',
    steps: ['a page spells the order in another way', 'go on in tab 1', 'go on with a token in tab 1'],
  },
  {
    seed: 2311,
    found: 'a second payment after a refund that only the service told',
    source: 'service',
    lead: 4,
    pays: 'batch',
    steps: [
      'the service claims refund with a transaction that is not there',
      'approve prompt 0',
      'start over in tab 0',
      'press twice in tab 0',
    ],
  },
  {
    seed: 2311,
    found: 'a seen batch that a press could make unknown again',
    source: 'service',
    lead: 3,
    pays: 'batch',
    steps: [
      'go on in tab 0',
      'move the element in tab 0',
      'the browser suspends the page in tab 0',
      'deposits end in refund',
      'approve prompt 0',
      'mine',
      'wait 31000',
      'the wallet’s window is closed in tab 0',
    ],
  },
  {
    seed: 2311,
    found: 'a second payment after a refusal of a payment that the wallet sent',
    source: 'wallet',
    lead: 3,
    pays: 'coin',
    steps: [
      'go on to the prompt in tab 0',
      'the wallet sends and says that it was rejected',
      'go on in tab 0',
      'go on in tab 0',
    ],
  },
  {
    seed: 2311,
    found: 'the same after a prompt that was open for hours',
    source: 'wallet',
    lead: 4,
    pays: 'coin',
    steps: ['sleep for 8 hours', 'the wallet sends and says that it was rejected', 'go on in tab 0', 'go on in tab 0'],
  },
];
