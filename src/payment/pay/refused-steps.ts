/** Creates the error for steps that the service appends after a signature, and that the page refuses. */
import type { WireStep } from '../../api/responses/types.js';
import { HubPayError } from '../../errors.js';

/** The message names at most `IDS_MAX` steps, each by the first `ID_MAX` characters of its id. */
const IDS_MAX = 8;
const ID_MAX = 20;

/** Creates the error, whose message names the steps. Its details end with the findings of the guard, if it has any. */
export function refusedSteps(steps: readonly WireStep[], details?: string): HubPayError {
  const ids = steps.slice(0, IDS_MAX).map(({ id }) => id.slice(0, ID_MAX));
  return new HubPayError(
    'quote-unsafe',
    `The service asks for a further step after the signature: ${ids.join(', ')}.`,
    {
      details: ['G04 steps', ...(details ? [details] : [])].join('\n'),
    },
  );
}
